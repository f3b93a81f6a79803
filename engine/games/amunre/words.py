"""What favors and provinces are called in sentences and in the catalogue."""

from __future__ import annotations

FAVOR_NAMES = {
    "protection": "Protection",
    "bribery": "Bribery",
    "architect": "Architect",
    "free-farmer": "Free Farmer",
    "adjustment": "Offering Adjustment",
    "big-harvest": "Big Harvest",
    "treasury": "Treasury",
    "scribes": "Master of Scribes",
    "farmers": "Master of Farmers",
    "side": "West or East Side",
    "nile": "Nile or Frontier",
    "egypt": "Upper or Lower Egypt",
}


def province_name(province: str) -> str:
    """`Thebes`."""
    return province.capitalize()
