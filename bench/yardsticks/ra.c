/* Random games of Ra as a plain C loop: what the engine's speed is measured against (bench/yardstick.py).
 *
 * Written for this purpose alone, from the rules: no table of functions, no text, no views, nothing to search with. The same
 * uniformly random games are played in two ways:
 *
 *   buffer   list the legal moves, pick one, apply it: what any engine must do
 *   fused    pick without listing: what a loop can do that knows the game by heart
 *
 *   ra GAMES BATCHES [SEED]
 *
 * prints per way and number of players the median over the batches, and the means by which a test compares these games with the
 * engine's. Draws of nature are part of the move that causes them and are not counted.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { RA, GOD, GOLD, PHARAOH, NILE, FLOOD, CIVILIZATION, MONUMENT = 11, FUNERAL = 19, DROUGHT, UNREST, EARTHQUAKE, KINDS };
enum { TURN, AUCTION, MORE_GODS, LOSE, OVER };          /* what the acting seat decides */
enum { NO_AUCTION, DRAWN, FULL, INVOKED };
enum { DRAW = 1, INVOKE, PASS, STOP, TAKE = 32, BID = 64, GIVE_UP = 96 };   /* moves; the last three carry a kind or a sun */
enum { EPOCHS = 3, SPACES = 8, LOST_PER_DISASTER = 2, MOST_PLAYERS = 5, MOST_MOVES = 32 };

static const uint8_t BOX[KINDS] = {30, 8, 5, 25, 25, 12, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 2, 2, 4, 2};
static const uint8_t RA_LIMIT[] = {0, 0, 6, 8, 9, 10};
static const uint8_t SUNS[][MOST_PLAYERS][4] = {
    {{0}}, {{0}},
    {{9, 6, 5, 2}, {8, 7, 4, 3}},
    {{13, 8, 5, 2}, {12, 9, 6, 3}, {11, 10, 7, 4}},
    {{13, 6, 2}, {12, 7, 3}, {11, 8, 4}, {10, 9, 5}},
    {{16, 7, 2}, {15, 8, 3}, {14, 9, 4}, {13, 10, 5}, {12, 11, 6}},
};
static const int CIVILIZATION_KINDS[] = {-5, 0, 0, 5, 10, 15};
static const int MONUMENT_KINDS[] = {0, 1, 2, 3, 4, 5, 6, 10, 15};
static const int MONUMENT_COPIES[] = {0, 0, 0, 5, 10, 15};

typedef struct {
    uint8_t tiles[KINDS];
    uint32_t up, down;          /* suns, bit per number */
    int score;
} Player;

typedef struct {
    Player player[MOST_PLAYERS];
    uint8_t track[KINDS];
    uint8_t bag[180];           /* the tiles themselves: a draw swaps the last one into the gap */
    int bag_count, track_count;
    int players, epoch, ra_count, center;
    int phase, actor, turn;
    int auction, best_bid, best_bidder;
    int to_lose[2];             /* civilization tiles, monuments */
} Game;

static uint64_t random_next(uint64_t *rng) {           /* splitmix64 */
    uint64_t z = (*rng += 0x9E3779B97F4A7C15u);
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

static int random_below(uint64_t *rng, int bound) {
    return (int)((random_next(rng) >> 32) * (uint64_t)bound >> 32);
}

static int highest(uint32_t suns) { return suns ? 31 - __builtin_clz(suns) : -1; }
static int left_of(const Game *g, int seat) { return seat + 1 == g->players ? 0 : seat + 1; }

static void first_turn(Game *g) {
    int first = 0;
    for (int seat = 1; seat < g->players; seat++)
        if (highest(g->player[seat].up) > highest(g->player[first].up)) first = seat;
    g->turn = g->actor = first;
    g->phase = TURN;
}

static void set_up(Game *g, int players, uint64_t *rng) {
    int order[MOST_PLAYERS];
    memset(g, 0, sizeof *g);
    g->players = players;
    g->epoch = g->center = 1;
    for (int kind = 0; kind < KINDS; kind++)
        for (int copy = 0; copy < BOX[kind]; copy++) g->bag[g->bag_count++] = (uint8_t)kind;
    for (int seat = 0; seat < players; seat++) {        /* a random order of the sets of suns */
        int place = random_below(rng, seat + 1);
        order[seat] = order[place];
        order[place] = seat;
    }
    for (int seat = 0; seat < players; seat++) {
        g->player[seat].score = 10;
        for (int i = 0; i < 4; i++)
            if (SUNS[players][order[seat]][i]) g->player[seat].up |= 1u << SUNS[players][order[seat]][i];
    }
    first_turn(g);
}

static int held(const uint8_t *tiles, int first, int last) {
    int sum = 0;
    for (int kind = first; kind < last; kind++) sum += tiles[kind];
    return sum;
}

static int kinds_held(const uint8_t *tiles, int first, int last) {
    int sum = 0;
    for (int kind = first; kind < last; kind++) sum += tiles[kind] > 0;
    return sum;
}

static int suns_total(const Player *p) {
    int sum = 0;
    for (uint32_t suns = p->up | p->down; suns; suns &= suns - 1) sum += __builtin_ctz(suns);
    return sum;
}

static void score_epoch(Game *g) {
    int most = 0, fewest = 255, suns_most = 0, suns_fewest = 1000;
    for (int seat = 0; seat < g->players; seat++) {
        int pharaohs = g->player[seat].tiles[PHARAOH], suns = suns_total(&g->player[seat]);
        if (pharaohs > most) most = pharaohs;
        if (pharaohs < fewest) fewest = pharaohs;
        if (suns > suns_most) suns_most = suns;
        if (suns < suns_fewest) suns_fewest = suns;
    }
    for (int seat = 0; seat < g->players; seat++) {
        Player *p = &g->player[seat];
        const uint8_t *tiles = p->tiles;
        p->score += 2 * tiles[GOD] + 3 * tiles[GOLD];
        if (most != fewest) p->score += tiles[PHARAOH] == most ? 5 : tiles[PHARAOH] == fewest ? -2 : 0;
        if (tiles[FLOOD]) p->score += tiles[NILE] + tiles[FLOOD];
        p->score += CIVILIZATION_KINDS[kinds_held(tiles, CIVILIZATION, MONUMENT)];
        if (g->epoch == EPOCHS) {
            p->score += MONUMENT_KINDS[kinds_held(tiles, MONUMENT, FUNERAL)];
            for (int kind = MONUMENT; kind < FUNERAL; kind++) p->score += MONUMENT_COPIES[tiles[kind]];
            if (suns_most != suns_fewest)
                p->score += suns_total(p) == suns_most ? 5 : suns_total(p) == suns_fewest ? -5 : 0;
        }
        if (p->score < 0) p->score = 0;
    }
}

static void end_epoch(Game *g) {
    score_epoch(g);
    memset(g->track, 0, KINDS);
    g->track_count = g->ra_count = 0;
    if (g->epoch++ == EPOCHS) {
        g->phase = OVER;
        return;
    }
    for (int seat = 0; seat < g->players; seat++) {
        Player *p = &g->player[seat];
        p->tiles[GOD] = p->tiles[GOLD] = p->tiles[FLOOD] = 0;
        memset(p->tiles + CIVILIZATION, 0, MONUMENT - CIVILIZATION);
        p->up |= p->down;
        p->down = 0;
    }
    first_turn(g);
}

static void next_turn(Game *g) {
    int seat = left_of(g, g->turn);
    g->auction = NO_AUCTION;
    g->best_bid = 0;
    while (!g->player[seat].up && seat != g->turn) seat = left_of(g, seat);
    if (!g->player[seat].up) {
        end_epoch(g);
        return;
    }
    g->turn = g->actor = seat;
    g->phase = TURN;
}

static void start_auction(Game *g, int kind) {
    g->auction = kind;
    g->phase = AUCTION;
    do g->actor = left_of(g, g->actor); while (!g->player[g->actor].up);
}

static int takeable(const Game *g) { return g->track_count - g->track[GOD]; }

static void after_god(Game *g) {
    if (g->player[g->turn].tiles[GOD] && takeable(g)) {
        g->phase = MORE_GODS;
        g->actor = g->turn;
    } else {
        next_turn(g);
    }
}

/* Goes through what the disasters still cost; stops where the holder has a choice. */
static int settle_losses(Game *g) {
    static const int first[] = {CIVILIZATION, MONUMENT, FUNERAL};
    uint8_t *tiles = g->player[g->actor].tiles;
    for (int group = 0; group < 2; group++) {
        int lose = g->to_lose[group], kinds = kinds_held(tiles, first[group], first[group + 1]);
        if (!lose) continue;
        if (held(tiles, first[group], first[group + 1]) > lose && kinds > 1) {
            g->phase = LOSE;
            return 1;
        }
        for (int kind = first[group]; kind < first[group + 1]; kind++)
            if (tiles[kind]) tiles[kind] -= tiles[kind] < lose ? tiles[kind] : (uint8_t)lose;
        g->to_lose[group] = 0;
    }
    return 0;
}

static void lose_without_choice(uint8_t *tiles, int kind, int count) {
    tiles[kind] -= tiles[kind] < count ? tiles[kind] : (uint8_t)count;
}

/* The seat takes the disasters it holds; 1 if it has to choose what to lose. */
static int suffer(Game *g, int seat) {
    uint8_t *tiles = g->player[seat].tiles;
    int dry = LOST_PER_DISASTER * tiles[DROUGHT], floods = tiles[FLOOD] < dry ? tiles[FLOOD] : dry;
    lose_without_choice(tiles, PHARAOH, LOST_PER_DISASTER * tiles[FUNERAL]);
    lose_without_choice(tiles, FLOOD, floods);          /* floods go first, then Niles */
    lose_without_choice(tiles, NILE, dry - floods);
    g->to_lose[0] = LOST_PER_DISASTER * tiles[UNREST];
    g->to_lose[1] = LOST_PER_DISASTER * tiles[EARTHQUAKE];
    memset(tiles + FUNERAL, 0, KINDS - FUNERAL);
    g->actor = seat;
    return settle_losses(g);
}

static void award_lot(Game *g) {
    if (g->best_bid) {
        Player *winner = &g->player[g->best_bidder];
        winner->up &= ~(1u << g->best_bid);
        winner->down |= 1u << g->center;
        g->center = g->best_bid;
        for (int kind = 0; kind < KINDS; kind++) winner->tiles[kind] += g->track[kind];
        memset(g->track, 0, KINDS);
        g->track_count = 0;
        if (suffer(g, g->best_bidder)) return;
    } else if (g->auction == FULL) {
        memset(g->track, 0, KINDS);
        g->track_count = 0;
    }
    next_turn(g);
}

/* The next seat that can outbid, up to the one that called the auction. */
static void next_bidder(Game *g) {
    while (g->actor != g->turn) {
        g->actor = left_of(g, g->actor);
        if (highest(g->player[g->actor].up) > g->best_bid) return;
    }
    award_lot(g);
}

static void draw_tile(Game *g, uint64_t *rng) {
    int place = random_below(rng, g->bag_count), kind = g->bag[place];
    g->bag[place] = g->bag[--g->bag_count];
    if (kind != RA) {
        g->track[kind]++;
        g->track_count++;
        next_turn(g);
    } else if (++g->ra_count == RA_LIMIT[g->players]) {
        end_epoch(g);
    } else {
        start_auction(g, DRAWN);
    }
}

static void apply(Game *g, int move, uint64_t *rng) {
    int what = move & 31;
    if (move == DRAW) {
        draw_tile(g, rng);
    } else if (move == INVOKE) {
        start_auction(g, g->track_count == SPACES ? FULL : INVOKED);
    } else if (move == PASS) {
        next_bidder(g);
    } else if (move == STOP) {
        next_turn(g);
    } else if (move >= GIVE_UP) {
        g->player[g->actor].tiles[what]--;
        g->to_lose[what >= MONUMENT]--;
        if (settle_losses(g)) return;
        if (g->auction == NO_AUCTION) after_god(g);
        else next_turn(g);
    } else if (move >= BID) {
        g->best_bid = what;
        g->best_bidder = g->actor;
        next_bidder(g);
    } else {
        g->player[g->turn].tiles[GOD]--;
        g->track[what]--;
        g->track_count--;
        g->player[g->turn].tiles[what]++;
        if (what >= FUNERAL && suffer(g, g->turn)) return;
        after_god(g);
    }
}

static int list_takeable(const Game *g, int *moves) {
    int count = 0;
    if (g->player[g->actor].tiles[GOD])
        for (int kind = GOLD; kind < KINDS; kind++)
            if (g->track[kind]) moves[count++] = TAKE + kind;
    return count;
}

static int must_bid(const Game *g) { return g->auction == INVOKED && !g->best_bid && g->actor == g->turn; }

static int legal_moves(const Game *g, int *moves) {
    int count = 0;
    if (g->phase == TURN) {
        if (g->track_count < SPACES) moves[count++] = DRAW;
        moves[count++] = INVOKE;
        return count + list_takeable(g, moves + count);
    }
    if (g->phase == MORE_GODS) {
        moves[count++] = STOP;
        return count + list_takeable(g, moves + count);
    }
    if (g->phase == AUCTION) {
        if (!must_bid(g)) moves[count++] = PASS;
        for (uint32_t suns = g->player[g->actor].up >> (g->best_bid + 1) << (g->best_bid + 1); suns; suns &= suns - 1)
            moves[count++] = BID + __builtin_ctz(suns);
        return count;
    }
    for (int kind = g->to_lose[0] ? CIVILIZATION : MONUMENT; kind < (g->to_lose[0] ? MONUMENT : FUNERAL); kind++)
        if (g->player[g->actor].tiles[kind]) moves[count++] = GIVE_UP + kind;
    return count;
}

static int play_from_buffer(Game *g, uint64_t *rng) {
    int moves[MOST_MOVES], played = 0;
    for (; g->phase != OVER; played++) apply(g, moves[random_below(rng, legal_moves(g, moves))], rng);
    return played;
}

/* A bid or a pass, each equally likely, without a list. */
static int random_bid(const Game *g, uint64_t *rng) {
    uint32_t suns = g->player[g->actor].up >> (g->best_bid + 1) << (g->best_bid + 1);
    int pass = !must_bid(g), chosen = random_below(rng, __builtin_popcount(suns) + pass) - pass;
    if (chosen < 0) return PASS;
    while (chosen--) suns &= suns - 1;
    return BID + __builtin_ctz(suns);
}

static int play_fused(Game *g, uint64_t *rng) {
    int moves[MOST_MOVES], played = 0;
    for (; g->phase != OVER; played++) {
        if (g->phase == AUCTION)
            apply(g, random_bid(g, rng), rng);
        else if (g->phase == TURN && !(g->player[g->actor].tiles[GOD] && takeable(g)))
            apply(g, g->track_count < SPACES && random_below(rng, 2) ? DRAW : INVOKE, rng);
        else
            apply(g, moves[random_below(rng, legal_moves(g, moves))], rng);
    }
    return played;
}

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static int ascending(const void *one, const void *other) {
    double difference = *(const double *)one - *(const double *)other;
    return (difference > 0) - (difference < 0);
}

static void measure(const char *way, int (*play)(Game *, uint64_t *), int players, int games, int batches, uint64_t seed) {
    double *spent = malloc(sizeof *spent * (size_t)batches);
    uint64_t rng = seed;
    double moves = 0, points = 0;
    Game game;
    for (int batch = 0; batch < batches; batch++) {
        double began = seconds();
        for (int i = 0; i < games; i++) {
            set_up(&game, players, &rng);
            moves += play(&game, &rng);
            for (int seat = 0; seat < players; seat++) points += game.player[seat].score;
        }
        spent[batch] = seconds() - began;
    }
    qsort(spent, (size_t)batches, sizeof *spent, ascending);
    double each = spent[batches / 2] / games, length = moves / games / batches;
    printf("%-7s np=%d median: %.0f playouts/s %.2f ns/move; means: %.4f moves, %.4f points\n",
           way, players, 1 / each, 1e9 * each / length, length, points / games / batches / players);
    free(spent);
}

int main(int argc, char **argv) {
    int games = argc > 1 ? atoi(argv[1]) : 1000, batches = argc > 2 ? atoi(argv[2]) : 20;
    uint64_t seed = argc > 3 ? strtoull(argv[3], NULL, 10) : 1;
    if (games < 1 || batches < 1) {
        fprintf(stderr, "usage: ra GAMES BATCHES [SEED]\n");
        return 2;
    }
    for (int players = 2; players <= MOST_PLAYERS; players++) {
        measure("buffer", play_from_buffer, players, games, batches, seed);
        measure("fused", play_fused, players, games, batches, seed);
    }
    return 0;
}
