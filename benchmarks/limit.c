/* Random games of School in C: the limit beside which the engine's figures are printed.
 *
 * limit GAMES SEED  prints one line: wins of the opener and of the seats after it, turns, passes.
 * Each seat keeps the list of its cards that fit; a card laid adds those it frees to their holders' lists.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { CARDS = 52, SEATS = 4, RANKS = 13, START = 6, OPENS = RANKS + START };

static uint64_t state;

static uint64_t mixed(uint64_t bits) { /* splitmix64 */
    bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9u;
    bits = (bits ^ (bits >> 27)) * 0x94d049bb133111ebu;
    return bits ^ (bits >> 31);
}

static uint32_t below(uint32_t many) { /* each number below `many` is equally likely, to one part in 100 million */
    state += 0x9e3779b97f4a7c15u;
    return (uint32_t)(((mixed(state) >> 32) * many) >> 32);
}

typedef struct {
    int owner[CARDS], left[SEATS], many[SEATS], ready[SEATS][CARDS];
} Game;

static void deal(Game *game) {
    int pack[CARDS];
    for (int at = 0; at < CARDS; at++) {
        uint32_t other = below((uint32_t)at + 1);
        pack[at] = pack[other];
        pack[other] = at;
    }
    for (int at = 0; at < CARDS; at++) game->owner[pack[at]] = at % SEATS;
    for (int seat = 0; seat < SEATS; seat++) {
        game->left[seat] = CARDS / SEATS;
        game->many[seat] = 0;
    }
}

static void fits(Game *game, int card) {
    int seat = game->owner[card];
    game->ready[seat][game->many[seat]++] = card;
}

static void lay(Game *game, int seat, int card) {
    int rank = card % RANKS;
    game->left[seat]--;
    if (rank <= START && rank > 0) fits(game, card - 1);
    if (rank >= START && rank < RANKS - 1) fits(game, card + 1);
}

int main(int argc, char **argv) {
    long games = argc > 1 ? atol(argv[1]) : 100000;
    state = argc > 2 ? strtoull(argv[2], 0, 10) : 1;
    long wins[SEATS] = {0}, turns = 0, passes = 0;
    for (long played = 0; played < games; played++) {
        Game game;
        deal(&game);
        int opener = game.owner[OPENS], seat = opener;
        lay(&game, seat, OPENS);
        for (int suit = 0; suit < SEATS; suit++)
            if (suit * RANKS + START != OPENS) fits(&game, suit * RANKS + START);
        turns++;
        while (game.left[seat]) {
            seat = (seat + 1) % SEATS;
            turns++;
            int many = game.many[seat];
            if (!many) {
                passes++;
                continue;
            }
            int at = many > 1 ? (int)below((uint32_t)many) : 0, card = game.ready[seat][at];
            game.ready[seat][at] = game.ready[seat][many - 1];
            game.many[seat]--;
            lay(&game, seat, card);
        }
        wins[(seat - opener + SEATS) % SEATS]++;
    }
    for (int seat = 0; seat < SEATS; seat++) printf("%ld ", wins[seat]);
    printf("%ld %ld\n", turns, passes);
    return 0;
}
