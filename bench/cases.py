# SPDX-License-Identifier: BSD-3-Clause
"""The peers' problems, what the peers reach in them, and what is wanted of this program."""
import dataclasses


@dataclasses.dataclass(frozen=True)
class Case:
    """One row: a case file beside this script with settings, and the figures to compare with."""
    name: str
    file: str
    about: str
    settings: dict = dataclasses.field(default_factory=dict)
    peers: str = "-"                  # [10^6 cell updates / CPU second], as measured by others
    target: float | None = None       # [10^6 cell updates / CPU second]
    two_ranks: bool = False           # run on two ranks too
    trio_steps: int | None = None     # time steps of that, where the case's own are soon over
    peers_efficiency: str = "-"       # CPU of one rank / CPU of two
    target_efficiency: float | None = None
    target_bytes: float | None = None  # [byte / cell]


def boxes(side):
    """All boxes of one side."""
    return {"mesh.max_box": side, "mesh.min_box": side}


def uniform(cells, side, steps):
    """One level of so many cells along each axis, in boxes of at most `side`, for so many steps."""
    return {"mesh.max_levels": 1, "domain.cells": str(cells), "mesh.max_box": side,
            "time.steps": steps}


# Three stages and a fifth-order reconstruction of waves: about eight times the work of slopes.
WENO5 = {"kernel.scheme": "weno5", "time.steps": 20}

CASES = [
    Case("dmr", "dmr", "2-D Euler, 1024x256 uniform, large boxes", {}, "Athena++ 6.2", 18,
         two_ranks=True, trio_steps=300, target_efficiency=0.9),
    Case("dmr_16", "dmr", "2-D Euler, 1024x256 uniform, 16^2 boxes", boxes(16), "Athena++ 3.6", 14,
         two_ranks=True, trio_steps=240, target_efficiency=0.9),
    Case("dmr_amr_32", "dmr_amr", "2-D Euler, 256x64, 3 levels, 32^2 boxes", boxes(32)),
    Case("dmr_amr_16", "dmr_amr", "2-D Euler, 256x64, 3 levels, 16^2 boxes", boxes(16),
         "Athena++ 2.7-3.6", 12, two_ranks=True, trio_steps=400, target_efficiency=0.9),
    Case("dmr_amr_8", "dmr_amr", "2-D Euler, 256x64, 3 levels, 8^2 boxes", boxes(8)),
    Case("eno2d", "eno2d", "2-D Euler around a step, 240x80, 3 levels"),
    Case("eno2d_weno5", "eno2d", "the same by WENO5", {"kernel.scheme": "weno5"}),
    Case("eno2d_uniform", "eno2d", "2-D Euler around a step, 960x320 uniform, 128^2 boxes",
         uniform([960, 320], 128, 100)),
    Case("flame2d_uniform", "flame2d", "reaction and diffusion, 256^2 uniform, 128^2 boxes",
         uniform([256, 256], 128, 40)),
    Case("flame2d", "flame2d", "reaction and diffusion, 64^2, 4 levels", two_ranks=True),
    Case("blast", "blast", "3-D Euler, 128^3 uniform, 64^3 boxes", {},
         "Athena++ 4.2, GAMER 1.4", 12, two_ranks=True, trio_steps=20, target_efficiency=0.9),
    Case("blast_16", "blast", "3-D Euler, 128^3 uniform, 16^3 boxes", {"mesh.max_box": 16},
         "Athena++ 3.0, GAMER 1.4", 9, two_ranks=True, trio_steps=20, target_efficiency=0.9),
    Case("blast_amr", "blast_amr", "3-D Euler, 64^3, 2 levels, 16^3 boxes", {},
         "Athena++ 2.5, GAMER 1.35", 8, two_ranks=True, trio_steps=80, target_efficiency=0.9),
    Case("dmr_weno5", "dmr", "2-D Euler by WENO5, 1024x256 uniform, large boxes", WENO5, "-", 3),
    Case("dmr_amr_16_weno5", "dmr_amr", "2-D Euler by WENO5, 256x64, 3 levels, 16^2 boxes",
         {**WENO5, **boxes(16)}),
    Case("dmr_eno3", "dmr", "2-D Euler by ENO3, 1024x256 uniform, large boxes",
         {"kernel.scheme": "eno3", "time.steps": 20}),
    Case("blast_weno5", "blast", "3-D Euler by WENO5, 128^3 uniform, 64^3 boxes",
         {**WENO5, "time.steps": 3}),
    Case("blast_amr_weno5", "blast_amr", "3-D Euler by WENO5, 64^3, 2 levels, 16^3 boxes",
         {**WENO5, "time.steps": 5}),
    Case("vortex_uniform", "vortex", "2-D Euler, smooth, 512^2 uniform, 128^2 boxes",
         uniform([512, 512], 128, 120)),
    Case("vortex", "vortex", "2-D Euler, smooth, 256^2, 2 levels"),
    Case("sedov2d_uniform", "sedov2d", "2-D Euler, explosion, 512^2 uniform, 128^2 boxes",
         uniform([512, 512], 128, 200)),
    Case("sedov2d", "sedov2d", "2-D Euler, explosion, 128^2, 3 levels, 32^2 boxes"),
    Case("sedov3d_uniform", "sedov3d", "3-D Euler, explosion, 128^3 uniform, 64^3 boxes",
         uniform([128, 128, 128], 64, 10)),
    Case("sedov3d", "sedov3d", "3-D Euler, explosion, 64^3, 2 levels, 32^3 boxes"),
    Case("sod_uniform", "sod", "1-D Euler, 32768 uniform", uniform([32768], 32768, 2000)),
    Case("sod", "sod", "1-D Euler, 8192, 3 levels"),
    Case("density_wave_uniform", "density_wave", "1-D Euler, smooth, 32768 uniform",
         uniform([32768], 32768, 2000)),
    Case("density_wave", "density_wave", "1-D Euler, smooth, 8192, 2 levels"),
    Case("nagumo_uniform", "nagumo", "1-D reaction and diffusion, 32768 uniform",
         uniform([32768], 32768, 1000)),
    Case("nagumo", "nagumo", "1-D reaction and diffusion, 8192, 3 levels"),
    Case("tp2d_uniform", "tp2d", "2-D advection by an even wind, 1024^2 uniform, 128^2 boxes",
         uniform([1024, 1024], 128, 360)),
    Case("tp2d", "tp2d", "2-D advection by an even wind, 256^2, 3 levels"),
    Case("sv2d_weno5", "sv2d", "2-D advection by WENO5, 256^2, 3 levels",
         {**WENO5, "time.steps": 20}),
    Case("sv2d_uniform", "sv2d", "2-D advection, 1024^2 uniform, 128^2 boxes",
         uniform([1024, 1024], 128, 360)),
    Case("sv2d", "sv2d", "2-D advection, 256^2, 3 levels", {}, "AMReX 21.4 (AmrCore 26.3)", 60,
         two_ranks=True, trio_steps=960, peers_efficiency="88 % (82 %)", target_efficiency=0.92),
    Case("sv2d_single_dt", "sv2d", "the same, all levels with the finest one's step",
         {"time.subcycle": "false", "time.steps": 240}),
    Case("sv2d_granularity_4", "sv2d", "the same, boxes down to 4 cells (AMReX aborts)",
         {"mesh.min_box": 4, "partition.granularity": 4}, "aborts"),
    Case("sv3d_uniform", "sv3d", "3-D advection, 128^3 uniform, 64^3 boxes",
         uniform([128, 128, 128], 64, 60)),
    Case("sv3d", "sv3d", "3-D advection, 64^3, 3 levels", {}, "AMReX 9.6", 30,
         two_ranks=True, trio_steps=60, peers_efficiency="91 %", target_efficiency=0.93),
    Case("laplace", "laplace", "Laplace, 16^2, 9 levels, 17 adaptations; visits by a V-cycle", {},
         "-", 8, two_ranks=True),
    Case("laplace_uniform", "laplace", "Laplace, 1024^2 uniform; visits by a V-cycle",
         {"domain.cells": "[1024, 1024]", "mesh.max_levels": 1, "time.steps": 1}, "-", 8),
    Case("bl2d_uniform", "bl2d",
         "2-D two-phase flow, 512^2 uniform, 128^2 boxes; visits and updates",
         uniform([512, 512], 128, 10)),
    Case("bl2d", "bl2d", "2-D two-phase flow, 128^2, 3 levels; visits and updates", {}, "-", 8),
    Case("bl3d_uniform", "bl3d", "3-D two-phase flow, 64^3 uniform; visits and updates",
         uniform([64, 64, 64], 64, 5)),
    Case("bl3d", "bl3d", "3-D two-phase flow, 32^3, 2 levels; visits and updates", {}, "-", 8),
    Case("rm2d_uniform", "rm2d", "2-D Euler, 1024x256 uniform, 128^2 boxes",
         uniform([1024, 256], 128, 200)),
    Case("rm2d", "rm2d", "2-D Euler, 256x64, 3 levels, 32^2 boxes"),
    Case("rm2d_two_gases_uniform", "rm2d", "two gases in 2-D, 1024x256 uniform, 128^2 boxes",
         {"kernel.gases": "two", **uniform([1024, 256], 128, 200)}),
    Case("rm2d_two_gases", "rm2d", "two gases in 2-D, 256x64, 3 levels, 32^2 boxes",
         {"kernel.gases": "two"}),
    Case("rm3d_uniform", "rm3d", "3-D Euler, 256x64x64 uniform, 64^3 boxes",
         uniform([256, 64, 64], 64, 20)),
    Case("rm3d", "rm3d", "3-D Euler, 128x32x32, 3 levels", {}, "AMReX 0.87", 8, two_ranks=True,
         trio_steps=8, peers_efficiency="97 %", target_efficiency=0.97, target_bytes=150),
    Case("rm3d_rk2", "rm3d", "the same by two Runge-Kutta stages with characteristic slopes",
         {"kernel.scheme": "rk2", "kernel.slopes": "characteristic"}, "AMReX 0.87", 1.7),
    Case("wave2d_uniform", "wave2d", "2-D waves (RK4), 512^2 uniform, 128^2 boxes",
         {"mesh.max_levels": 1, "mesh.max_box": 128, "domain.cells": "[512,512]"}, "-", 50),
    Case("wave2d", "wave2d", "2-D waves (RK4), 128^2, 3 levels, 32^2 boxes", {}, "AMReX 27", 50,
         two_ranks=True, trio_steps=480, peers_efficiency="83 %", target_efficiency=0.88),
    Case("wave3d_uniform", "wave3d", "3-D waves (RK4), 128^3 uniform, 32^3 boxes",
         {"mesh.max_levels": 1, "domain.cells": "[128,128,128]"}, "-", 27),
    Case("wave3d", "wave3d", "3-D waves (RK4), 64^3, 3 levels, 32^3 boxes", {}, "AMReX 13.6", 27,
         two_ranks=True, trio_steps=32, peers_efficiency="97 %", target_efficiency=0.97),
    Case("vector_wave2d_uniform", "vector_wave2d",
         "six 2-D waves (RK4), 512^2 uniform, 128^2 boxes",
         uniform([512, 512], 128, 60)),
    Case("vector_wave2d", "vector_wave2d", "six 2-D waves (RK4), 128^2, 3 levels", {}),
]

# Time steps of a smoke test.
QUICK_STEPS = 2
