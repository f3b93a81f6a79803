"""From the statistics of the threads to a Result."""

from libc.stdint cimport uint32_t, uint64_t

from egypt.core.evaluation cimport evaluate
from egypt.core.game cimport Game
from egypt.core.types cimport CERTAIN, NO_MOVE, POINT, Move, Outlook, Rng
from egypt.search.lines cimport RootLine, RootLines
from egypt.search.playouts cimport settle
from egypt.search.tree cimport NO_NODE, ROOT, Node, Tree
from egypt.search.worker cimport Worker

from egypt.search.results import Line, Result

cdef enum:
    MAX_PV = 12
    GLANCES = 8             # worlds


cdef const RootLines* lines_of(Worker** workers, int i) noexcept:
    return &workers[0].lines if i == 0 else &workers[0].meeting.minutes[i].lines


cdef dict sums_of(Worker** workers, int threads):
    cdef const RootLines* lines
    cdef const RootLine* line
    cdef int i, k, seat, players = workers[0].players
    cdef dict sums = {}
    for i in range(threads):
        lines = lines_of(workers, i)
        for k in range(lines.count):
            line = &lines.of[k]
            entry = sums.setdefault(
                line.move, [0, 0, [0] * players, [0] * players, line.node if i == 0 else <uint32_t>NO_NODE, 0])
            entry[0] += line.visits
            entry[1] += line.value
            entry[5] += line.samples
            for seat in range(players):
                entry[2][seat] += line.chance[seat]
                entry[3][seat] += line.points[seat]
    return sums


cdef object iterations_of(Worker** workers, int threads):
    cdef int i
    return sum([lines_of(workers, i).iterations for i in range(threads)])


cdef object result_of(Game game, Worker** workers, int threads, set legal, double milliseconds):
    """The most visited move is the best; its seat's reward breaks ties."""
    cdef int i
    cdef uint64_t used = 0, capacity = 0
    cdef dict sums = sums_of(workers, threads)
    for i in range(threads):
        used += (workers[0].tree.used if i == 0 else workers[0].meeting.minutes[i].used) - ROOT
        capacity += workers[i].tree.capacity - ROOT
    for move, entry in sums.items():
        if entry[5] == 0 and move in legal:
            glance_at(workers[0], move, entry)
    order = sorted([move for move in sums if sums[move][5]], key=lambda move: (-sums[move][0], -sums[move][1], move))
    lines = tuple([line_of_move(game, &workers[0].tree, move, sums[move]) for move in order])
    return Result(
        best=lines[0].move if lines else None,
        lines=lines,
        iterations=iterations_of(workers, threads),
        nodes=used,
        hashfull=used * 1000 // capacity,
        milliseconds=milliseconds,
        bytes_per_node=sizeof(Node),
    )


cdef void glance_at(Worker* worker, Move move, list entry):
    """Chances and points after a move that an earlier search tried and this one did not: judged in some worlds."""
    cdef Rng rng = worker.rng           # a copy: the search goes on as if nobody had looked
    cdef Outlook outlook
    cdef int seat, _world
    for _world in range(GLANCES):
        worker.ops.sample(worker.view, &rng, worker.trial)
        worker.ops.apply(worker.trial, move)
        settle(worker.ops, worker.trial, &rng)
        evaluate(worker.ops, worker.weights, worker.trial, &outlook)
        for seat in range(worker.players):
            entry[2][seat] += outlook.chance[seat]
            entry[3][seat] += outlook.points[seat]
    entry[5] = GLANCES


cdef object line_of_move(Game game, const Tree* tree, Move move, list entry):
    visits, _, chance, points, node, samples = entry
    return Line(
        move=game.move_text(move),
        visits=visits,
        chances=tuple([value / samples / CERTAIN for value in chance]),
        points=tuple([value / samples / POINT for value in points]),
        pv=tuple([game.move_text(move), *variation(game, tree, node)]),
    )


cdef list variation(Game game, const Tree* tree, uint32_t node):
    """What is most likely to follow: the most visited children, nature's single draws among them."""
    cdef list moves = []
    cdef uint32_t best, child, visits
    while len(moves) < MAX_PV - 1:
        best, visits = NO_NODE, 1
        child = tree.nodes[node].first_child
        while child != NO_NODE:
            if tree.nodes[child].visits > visits:
                best, visits = child, tree.nodes[child].visits
            child = tree.nodes[child].sibling
        if best == NO_NODE:
            break
        if tree.nodes[best].draws < 2 and tree.nodes[best].move != NO_MOVE:
            moves.append(game.move_text(tree.nodes[best].move))
        node = best
    return moves
