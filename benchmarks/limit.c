/* The base game at the speed of the machine: an upper bound for any engine of these rules.

   Random players, whole games from an empty board: only clauses 0.1 to 0.10 of the rules, without lists of
   moves or variants.  limit.py compiles it for one number of players (-DPLAYERS=4); `limit GAMES SEED` prints one line
   of JSON.

   A set of squares is a word: rank r, lane l is bit 8 r + l, l = 1..6, so columns 0 and 7 are always empty; a
   shift by one is a step sideways, a shift by eight an advance; pieces shifted out are home.  A stack is a number, three
   bits a piece, the top piece lowest, 0 for no piece.  A nonexistent move is an empty bit and moves nothing
   from a square that is never read, so a turn has no unpredictable branch.  Each turn uses one random word. */

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#if defined __BMI__ || defined __BMI2__
#include <immintrin.h>
#endif

typedef uint64_t word;
typedef unsigned __int128 wide;
#if PLAYERS > 5
typedef wide pile; /* 24 pieces of three bits */
#else
typedef word pile;
#endif

#define LANE 0x0101010101010101ull            /* ranks a..h of a lane, to be shifted */
#define BOARD (LANE * 0x7E)                   /* lanes 1..6 */
#define EACH (0x1111111111111111ull & ~0xFull) /* 1 in each colour's four bits */
#define SQUARE(rank, lane) (1ull << (8 * (rank) + (lane)))
#define BLACK (SQUARE(3, 1) | SQUARE(6, 2) | SQUARE(4, 3) | SQUARE(5, 4) | SQUARE(2, 5) | SQUARE(7, 6))

typedef struct {
  word plane[3];   /* colours 1..PLAYERS of the top pieces, one bit per plane; 0 on an empty square */
  word home;       /* four bits per colour: 5 plus its pieces home, so the highest bit means three */
  word turns;      /* turns begun */
  unsigned colour; /* player of the last turn */
  pile piles[80];  /* stacks by square; rank i and its neighbours are written but never read */
} game;

static word state, played, turns, wins[PLAYERS];
static double squares; /* sum of squared turns */

/* Wyrand (Wang Yi, 2019): one multiplication, independent of the game. */
static inline word next_random(void) {
  state += 0xa0761d6478bd642full;
  wide product = (wide)state * (state ^ 0xe7037ed1a0b428dbull);
  return (word)(product >> 64) ^ (word)product;
}

/* A random number 0 .. n-1; the rest of the random word is used for the next one. */
static inline word draw(word *random, word n) {
  wide product = (wide)*random * n;
  *random = (word)product;
  return (word)(product >> 64);
}

static inline word count(word set) { return (word)__builtin_popcountll(set); }

/* The k-th bit of a set, from 0; 0 if there are fewer. */
static inline word nth(word set, word k) {
#ifdef __BMI2__
  return _pdep_u64(1ull << k, set);
#else
  while (k--) set &= set - 1;
  return set & -set;
#endif
}

/* The index of a bit; 64 for 0. */
static inline unsigned place(word bit) {
#ifdef __BMI__
  return (unsigned)_tzcnt_u64(bit);
#else
  return bit ? (unsigned)__builtin_ctzll(bit) : 64;
#endif
}

static inline word occupied(const game *g) { return g->plane[0] | g->plane[1] | g->plane[2]; }

/* Squares with a colour's piece on top. */
static inline word owned(const game *g, unsigned colour) {
  word set = BOARD;
  for (int i = 0; i < 3; i++) set &= g->plane[i] ^ ((colour >> i & 1) - 1ull);
  return set;
}

/* Squares whose pieces may move: all except black ones ahead of the rearmost rank (0.9). */
static inline word unheld(const game *g) { return ~(BLACK & ~1ull << (place(occupied(g)) | 7)); }

/* Move the top piece between squares, given as bits and as indices; return its colour. */
static inline unsigned move(game *g, word from, word to, unsigned a, unsigned b) {
  unsigned colour = g->piles[a] & 7;
  pile left = g->piles[a] >> 3, under = g->piles[b];
  g->piles[a] = left;
  g->piles[b] = under << 3 | colour;
  word uncovers = colour ^ (word)left, covers = colour ^ (word)under;
  for (int i = 0; i < 3; i++) g->plane[i] ^= (from & -(uncovers >> i & 1)) ^ (to & -(covers >> i & 1));
  return colour;
}

/* Set up in turn on a lowest start square; on any if all of those have an own piece (0.2, 0.3). */
static void set_up(game *g) {
  unsigned height[8] = {0}, holds[8] = {0};
  *g = (game){.home = 5 * EACH};
  for (unsigned i = 0; i < 4 * PLAYERS; i++) {
    unsigned colour = i % PLAYERS + 1, least = 99, lowest = 0, foreign = 0;
    for (unsigned lane = 1; lane <= 6; lane++) {
      if (height[lane] < least) least = height[lane], lowest = foreign = 0;
      if (height[lane] == least) lowest |= 1u << lane, foreign |= !(holds[lane] >> colour & 1);
    }
    word random = next_random(), open = foreign ? lowest : 0x7E, bit = nth(open, draw(&random, count(open)));
    unsigned lane = place(bit);
    g->piles[lane] = g->piles[lane] << 3 | colour;
    holds[lane] |= 1u << colour;
    height[lane]++;
    for (int k = 0; k < 3; k++) g->plane[k] = (g->plane[k] & ~bit) | (colour >> k & 1 ? bit : 0);
  }
}

/* Play one turn (0.4 to 0.10); return whether the game is over. */
static inline int turn(game *g) {
  unsigned colour = g->colour = g->colour % PLAYERS + 1;
  word random = next_random(), lane = LANE << (1 + draw(&random, 6));
  g->turns++;
  /* sideways: no move, or an own piece one lane down or up */
  word mine = owned(g, colour) & unheld(g), down = mine & BOARD << 1, up = mine & BOARD >> 1;
  word n = count(down), k = draw(&random, 1 + n + count(up)), descends = -(word)(k < n);
  word from = nth(up ^ ((up ^ down) & descends), k - (n & ~descends));
  unsigned a = place(from), back = 2 & (unsigned)descends;
  move(g, from, from << 1 >> back, a, a + 1 - back);
  /* forward: any player's piece in the lane thrown, if one can move */
  word open = occupied(g) & lane & unheld(g);
  from = nth(open, draw(&random, count(open)));
  a = place(from);
  colour = move(g, from, from << 8, a, a + 8);
  g->home += (word)(a >> 3 == 7) << 4 * colour;
  return (g->home & 8 * EACH) != 0;
}

static void record(const game *g) {
  played++;
  turns += g->turns;
  squares += (double)g->turns * (double)g->turns;
  wins[place(g->home & 8 * EACH) / 4 - 1]++;
}

static void play(word games) {
  game g;
  while (played < games) {
    set_up(&g);
    while (!turn(&g)) continue;
    record(&g);
  }
}

int main(int argc, char **argv) {
  if (argc != 3) return fprintf(stderr, "usage: limit GAMES SEED\n"), 2;
  word games = strtoull(argv[1], NULL, 10);
  state = strtoull(argv[2], NULL, 10) * 0x9e3779b97f4a7c15ull;
  clock_t began = clock();
  play(games);
  double seconds = (double)(clock() - began) / CLOCKS_PER_SEC, mean = (double)turns / games;
  printf("{\"players\": %d, \"games\": %" PRIu64 ", \"seconds\": %.6f, \"games_per_second\": %.0f, ", PLAYERS, games,
         seconds, games / seconds);
  printf("\"turns\": %" PRIu64 ", \"mean_turns\": %.3f, \"sd_turns\": %.3f, \"win_share\": [", turns, mean,
         sqrt(fmax(0, squares / games - mean * mean)));
  for (int p = 0; p < PLAYERS; p++) printf("%s%.6f", p ? ", " : "", (double)wins[p] / games);
  printf("]}\n");
  return 0;
}
