"""What a seat wants: to win, and for a share of its reward to win by many points."""

from libc.stdint cimport int32_t

from egypt.core.types cimport CERTAIN, MAX_SEATS, POINT, Outlook

cdef enum:
    MARGIN_SPAN = 64        # points of lead that are worth the whole of the share for points


cdef inline void set_rewards(const Outlook* outlook, int players, double margin, int32_t* reward) noexcept nogil:
    """Rewards of all seats, in 1/CERTAIN: the chance to win, and for the share `margin` the lead over the best other."""
    cdef int32_t[MAX_SEATS] rival
    cdef double lead
    cdef int seat, other
    for seat in range(players):
        reward[seat] = outlook.chance[seat]
    if margin <= 0:
        return
    for seat in range(players):
        rival[seat] = -0x40000000
        for other in range(players):
            if other != seat and outlook.points[other] > rival[seat]:
                rival[seat] = outlook.points[other]
        lead = 0.5 + (outlook.points[seat] - rival[seat]) * (0.5 / (MARGIN_SPAN * POINT))
        lead = 0.0 if lead < 0.0 else (1.0 if lead > 1.0 else lead)
        reward[seat] = <int32_t>(outlook.chance[seat] * (1.0 - margin) + lead * margin * CERTAIN)
