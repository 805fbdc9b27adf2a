"""The whole of a turn laid out, for who composes it step by step and sends it at once."""

from games.engine.board import Board
from games.engine.graph import Dice, apply_step, turn_graph, without
from games.engine.rules import Rules
from games.engine.steps import StepOption

Node = tuple[Board, Dice]
Edges = tuple[tuple[StepOption, int], ...]


def turn_map(board: Board, dice_left: Dice, rules: Rules) -> tuple[Edges, ...]:
    """For each node its legal steps with the node each leads to; node 0 is now.

    Nodes are boards with dice left. One without steps is a complete turn; every way from node 0
    ends in one, so that what is composed along the edges is always legal. Raises GameOver.
    """
    graph = turn_graph(board, dice_left, rules)
    start: Node = (board, tuple(sorted(dice_left, reverse=True)))
    ways: list[tuple[StepOption, ...]] = [()]
    nodes: list[Node] = [start]
    numbers = {start: 0}
    laid: list[Edges] = []
    while len(laid) < len(nodes):
        (here, left), way = nodes[len(laid)], ways[len(laid)]
        edges = []
        for step in graph.steps(*way):
            there = (apply_step(here, step), without(left, step.die))
            if there not in numbers:
                numbers[there] = len(nodes)
                nodes.append(there)
                ways.append((*way, step))
            edges.append((step, numbers[there]))
        laid.append(tuple(edges))
    return tuple(laid)
