"""How a view of Jars is written as numbers."""

from egypt.core.tensor cimport TensorLayout
from tests.toy.jars.state cimport ROUND_NB, VALUE_NB, JarsView

from tests.toy.jars.notation import PHASES

VALUES = tuple([str(value) for value in range(1, VALUE_NB)])
ROUNDS = tuple([str(number) for number in range(ROUND_NB + 1)])


def lay_out(int players, int variant):
    """The entries of the tensor of a view, in order."""
    cdef JarsView v
    cdef TensorLayout tensor = TensorLayout(players)
    cdef size_t byte = sizeof(v.laid)
    tensor.describe(&v, sizeof(v))
    tensor.one_hot("phase", PHASES, &v.table.phase, byte)
    tensor.one_hot("round", ROUNDS, &v.table.round, byte)
    tensor.seat("winner", &v.table.winner, byte)
    tensor.numbers("gone", VALUES, &v.table.gone[1], byte)
    tensor.one_hot("laid", VALUES, &v.laid, byte, 1)
    tensor.numbers("own", VALUES, &v.own[1], byte)
    tensor.number("points", &v.table.points[0], sizeof(v.table.points[0]), sizeof(v.table.points[0]), True)
    tensor.number("size", &v.size[0], byte, byte)
    tensor.numbers("shown", VALUES, &v.table.shown[0][1], byte, sizeof(v.table.shown[0]))
    return tensor.finish()
