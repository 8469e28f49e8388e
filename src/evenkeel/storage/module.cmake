# Ghost rows have a few cells: a call of memcpy for each would cost more than the copy.
set_source_files_properties(${CMAKE_CURRENT_LIST_DIR}/array.cpp PROPERTIES
                            COMPILE_OPTIONS -fno-tree-loop-distribute-patterns)
