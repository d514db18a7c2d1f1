"""A position read from its text, for checking sentences: only the legal moves come from the engine.

The rules follow rules.md.  Squares are names; pieces are names without primes.
"""

import re

RANKS = "abcdefghi"
PRINTED = {6: "d1 g2 e3 f4 c5 h6", 5: "d1 g2 e3 f4 c5"}
ORDINARY = {10, 35, 37, 38, 39}  # variants under which black squares hold nobody


class World:
    """A game according to its text."""

    def __init__(self, game):
        self.game = game
        self.moves = [str(move) for move in game.moves()]
        text = str(game.rules)
        self.variants = {int(n) for n in re.findall(r"(?:^|\+)(\d+)", text)}
        self.options = dict(re.findall(r"(\w+)=([^\],\s]*(?:,[a-i]\d)*)", text))
        self.fields = dict(word.split("=", 1) for word in str(game).split())
        self.lanes = 5 if 1 in self.variants else 6
        self.stacks = {
            k: re.findall(r"([A-I]\d)('?)", v) for k, v in self.fields.items() if re.fullmatch("[a-i][1-6]", k)
        }
        self.place = {name: square for square, stack in self.stacks.items() for name, _ in stack}
        self.turned = {name for stack in self.stacks.values() for name, prime in stack if prime}
        layout = self.options.get("black") if 17 in self.variants and "17[" in text else None
        self.black = set(PRINTED[self.lanes].split() if layout is None else filter(None, layout.split(",")))
        self.turn = self.fields.get("turn", "")
        self.numbers = re.findall(r"[1-6*]", self.fields.get("dice", "") + self.fields.get("pool", ""))
        self.carriers = set(re.findall(r"[A-I]\d", self.fields.get("carrier", "")))

    def stack(self, square):
        return [name for name, _ in self.stacks.get(square, ())]

    def top(self, square):
        return self.stack(square)[-1]

    def starts_far(self, piece):
        """Return whether a player's course begins on rank i."""
        far = 32 in self.variants and 34 not in self.variants
        if 34 in self.variants:
            far = "ABCDEFGHI".index(piece[0]) % 2 == 1
            # 32 reverses the course; with 34 only the seats' roles are swapped
            far ^= 32 in self.variants
        return far

    def heads_down(self, piece):
        return self.starts_far(piece) != (piece in self.turned)

    def progress(self, piece):
        rank = RANKS.index(self.place[piece][0])
        out = 8 - rank if self.starts_far(piece) else rank
        return 16 - out if piece in self.turned else out

    def comparable(self, one, other):
        if 34 in self.variants and self.starts_far(one) != self.starts_far(other):
            return False
        leg = 33 in self.variants and "33[black=leg]" in str(self.game.rules)
        return not leg or (one in self.turned) == (other in self.turned)

    def behind(self, other, piece):
        return (
            self.place[other][0] != self.place[piece][0]
            and self.comparable(piece, other)
            and self.progress(other) < self.progress(piece)
        )

    def anybody_behind(self, piece):
        return any(self.behind(other, piece) for other in self.place if other != piece)

    def holds(self, square):
        return square in self.black and not self.variants & ORDINARY

    def held(self, piece):
        square = self.place[piece]
        if not self.holds(square) or not self.anybody_behind(piece):
            return False
        return 36 not in self.variants or self.stack(square)[0] == piece

    def ahead(self, piece):
        square = self.place[piece]
        rank = RANKS.index(square[0]) + (-1 if self.heads_down(piece) else 1)
        return RANKS[rank] + square[1]

    def advances(self):
        """Return (origin, target) of the moves that advance a hedgehog."""
        found = [re.match(r"([a-i][1-6])-([a-i][1-6])", move) for move in self.moves]
        return [(m[1], m[2]) for m in found if m and m[1][0] != m[2][0]]

    def steps(self):
        found = [re.match(r"([a-i][1-6])-([a-i][1-6])", move) for move in self.moves]
        return [(m[1], m[2]) for m in found if m and m[1][0] == m[2][0]]

    def climbs(self):
        return [move[:2] for move in self.moves if "^" in move]

    def start_line(self, player):
        rank = "i" if self.starts_far(player + "1") else "a"
        return [f"{rank}{lane}" for lane in range(1, self.lanes + 1)]

    def shut(self, square):
        return bool(self.stack(square)) and self.top(square) in self.carriers

    def claim(self, word, *about):
        """Return whether a claim of a reason is true."""
        return bool(getattr(self, "_" + word.replace(" ", "_"))(*about))

    def _behind(self, other, piece):
        return self.behind(other, piece)

    def _nobody_behind(self, piece):
        return not self.anybody_behind(piece)

    def _stands(self, piece, square):
        return self.place.get(piece) == square

    def _black(self, square):
        return self.holds(square)

    def _under(self, low, high):
        stack = self.stack(self.place[low])
        return high in stack and stack.index(low) < stack.index(high)

    def _lowest(self, piece):
        return self.stack(self.place[piece])[0] == piece

    def _owner(self, piece, player):
        return piece[0] == player

    def _not_owner(self, piece, player):
        return piece[0] != player

    def _empty(self, square):
        return not self.stack(square)

    def _empty_lane(self, lane):
        return not any(square[1] == lane for square in self.stacks)

    def _only(self, move):
        return self.moves == [move]

    def _legal(self, move):
        return move in self.moves

    def _illegal(self, move):
        return move not in self.moves

    def _ahead(self, piece, square):
        return self.ahead(piece) == square

    def _shut(self, square):
        return self.shut(square)

    def _can_advance(self, piece):
        return self.place[piece] in {origin for origin, _ in self.advances()} and self.top(self.place[piece]) == piece

    def _cannot_advance(self, lane):
        return not any(origin[1] == lane for origin, _ in self.advances())

    def _can_step(self, square):
        return square in {origin for origin, _ in self.steps()}

    def _cannot_step(self, player):
        return not any(self.top(origin)[0] == player for origin, _ in self.steps())

    def _low(self, square):
        height = {start: len(self.stack(start)) for start in self.start_line(self.turn) if not self.shut(start)}
        return square in height
