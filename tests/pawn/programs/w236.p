// options:
// says: 236@5 029@5 010@5
// prints:
#define bad(%0) (%0 + %1)
main() return bad(1)
