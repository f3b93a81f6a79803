"""Lets Python call what the core keeps inline."""

from engine.core.bits cimport highest_bit, lowest_bit, nth_bit, popcount


def nth(unsigned long long mask, unsigned int n):
    return nth_bit(mask, n)


def facts(unsigned long long mask):
    """(number of bits, lowest, highest) of a mask that is not 0."""
    return popcount(mask), lowest_bit(mask), highest_bit(mask)
