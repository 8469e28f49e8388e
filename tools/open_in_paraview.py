# SPDX-License-Identifier: BSD-3-Clause
"""Shows all levels of a plot file in ParaView, whose reader by itself shows two.

    pvpython tools/open_in_paraview.py RUNDIR/plt00010 COMPONENT PICTURE.png
    xvfb-run -a pvbatch tools/open_in_paraview.py ...        without a screen

In ParaView's window: open the folder, raise "Level" in the Properties panel, Apply.
"""
import sys

from paraview.simple import AMReXBoxLibGridReader, ColorBy, Render, SaveScreenshot, Show

ALL_LEVELS = 30

if len(sys.argv) != 4:
    sys.exit(__doc__)
_, plot, component, picture = sys.argv
reader = AMReXBoxLibGridReader(FileNames=[plot])
reader.UpdatePipelineInformation()
reader.Level = ALL_LEVELS
if component not in reader.CellArrayStatus.Available:
    sys.exit(f"no component '{component}'; known: {', '.join(reader.CellArrayStatus.Available)}")
reader.CellArrayStatus = [component]
display = Show(reader)
display.SetRepresentationType("Surface With Edges")
ColorBy(display, ("CELLS", component))
display.RescaleTransferFunctionToDataRange()
Render()
SaveScreenshot(picture)
