"""From the statistics of the threads to a Result."""

from libc.stdint cimport uint32_t, uint64_t

from egypt.core.evaluation cimport evaluate
from egypt.core.game cimport Game
from egypt.core.types cimport CERTAIN, NO_MOVE, POINT, Outlook, Rng, StateHeader
from egypt.search.lines cimport RootLine, RootLines, line_of, lines_clear
from egypt.search.playouts cimport settle
from egypt.search.tree cimport NO_NODE, ROOT, Node, Tree, tree_nodes
from egypt.search.worker cimport Worker

from egypt.search.results import Line, Result

cdef enum:
    MAX_PV = 12
    KNOWN_WELL = 10         # a move is known well with one visit per KNOWN_WELL visits of the most visited move
    JUDGED_WORLDS = 8       # in which a move is judged that this search did not try


cdef inline const RootLines* lines_of(Worker** workers, int i) noexcept:
    return &workers[0].lines if i == 0 else &workers[0].group.snapshots[i].lines


cdef void sum_lines(Worker** workers, int threads, RootLines* sums) noexcept:
    cdef const RootLines* lines
    cdef const RootLine* line
    cdef RootLine* total
    cdef int i, k, seat
    lines_clear(sums)
    for i in range(threads):
        lines = lines_of(workers, i)
        sums.iterations += lines.iterations
        for k in range(lines.count):
            line = &lines.of[k]
            total = line_of(sums, line.move, line.node if i == 0 else <uint32_t>NO_NODE)
            if total == NULL:
                continue
            total.visits += line.visits
            total.value += line.value
            total.samples += line.samples
            for seat in range(workers[0].players):
                total.chance[seat] += line.chance[seat]
                total.points[seat] += line.points[seat]


cdef Standing standing_of(const RootLines* sums, set legal):
    cdef Standing standing = [0, 0, 0, 0.0, 0.0]
    cdef const RootLine* line
    cdef double reward
    cdef int k
    for k in range(sums.count):
        line = &sums.of[k]
        if line.samples == 0 and line.move not in legal:
            continue
        reward = line.value / <double>max(1, line.visits)
        if standing.moves == 0 or line.visits > standing.best or (line.visits == standing.best and reward > standing.reward):
            standing.second = standing.best
            standing.best = line.visits
            standing.reward = reward
        elif line.visits > standing.second:
            standing.second = line.visits
        if standing.moves == 0 or reward > standing.highest_reward:
            standing.highest_reward = reward
        standing.moves += 1
    return standing


cdef object result_of(
        Game game, Worker** workers, int threads, RootLines* sums, set legal, object fallback, double milliseconds):
    """The most visited move is the best; its seat's reward breaks ties. Of several lines that share the effort, visits tell
    nothing, so what they promise ranks those behind the first."""
    cdef uint64_t used = 0, capacity = 0
    cdef RootLine* line
    cdef list order = []
    cdef int i, k
    for i in range(threads):
        used += (tree_nodes(&workers[0].tree) if i == 0 else workers[0].group.snapshots[i].nodes) - ROOT
        capacity += workers[i].tree.capacity - ROOT
    for k in range(sums.count):
        line = &sums.of[k]
        if line.samples == 0 and line.move in legal:
            judge_untried(workers[0], line)
        if line.samples:
            order.append((-line.visits, -line.value, line.move, k))
    order.sort()
    if workers[0].settings.lines > 1:
        order[1:] = sorted(order[1:], key=lambda entry: rank_behind(entry, order[0]))
    lines = tuple([line_at(game, workers[0], &sums.of[<int>place]) for _, _, _, place in order])
    return Result(
        best=lines[0].move if lines and fallback is not None else fallback,     # lines of a seat that waits are not its own
        lines=lines,
        iterations=sums.iterations,
        nodes=used,
        hashfull=used * 1000 // capacity,
        milliseconds=milliseconds,
        bytes_per_node=sizeof(Node),
    )


cdef tuple rank_behind(tuple entry, tuple first):
    """Where a move stands behind the first: those that are known well in front, by their mean rewards."""
    visits, value = -entry[0], -entry[1]
    if visits * KNOWN_WELL < -first[0]:
        return (1, *entry)
    return (0, -value / visits, *entry)


cdef void judge_untried(Worker* worker, RootLine* line) noexcept:
    """Chances and points after a move that an earlier search tried and this one did not: judged in some worlds."""
    cdef Rng rng = worker.rng           # a copy: the report must not change the search
    cdef Outlook outlook
    cdef int seat, _world
    for _world in range(JUDGED_WORLDS):
        worker.ops.sample(worker.view, &rng, worker.trial)
        worker.ops.apply(worker.trial, line.move)
        settle(worker.ops, worker.trial, &rng)
        evaluate(worker.ops, worker.weights, worker.trial, &outlook)
        for seat in range(worker.players):
            line.chance[seat] += outlook.chance[seat]
            line.points[seat] += outlook.points[seat]
    line.samples = JUDGED_WORLDS


cdef object line_at(Game game, const Worker* worker, const RootLine* line):
    cdef double samples = <double>line.samples
    cdef int seat
    text = game.move_text(line.move)
    following = variation(game, &worker.tree, line.node)
    return Line(
        move=text,
        visits=line.visits,
        chances=tuple([line.chance[seat] / samples / CERTAIN for seat in range(worker.players)]),
        points=tuple([line.points[seat] / samples / POINT for seat in range(worker.players)]),
        pv=(text, *[move for move, _ in following]),
        pv_actors=((<const StateHeader*>worker.view).actor, *[actor for _, actor in following]),
    )


cdef list variation(Game game, const Tree* tree, uint32_t node):
    """What is most likely to follow, and who does it: the most visited children, nature's single draws among them."""
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
            moves.append((game.move_text(tree.nodes[best].move), tree.nodes[best].actor))
        node = best
    return moves
