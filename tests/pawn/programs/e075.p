// options:
// says: 075@7 017@7 010@7 107@7
// prints:
#define A B B B B B B B B B B B B B B B B B B B B
#define B C C C C C C C C C C C C C C C C C C C C C C
#define C ddddddddddddddddddddddd
main() return A
