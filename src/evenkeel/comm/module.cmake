target_link_libraries(evenkeel_comm PUBLIC MPI::MPI_CXX)
