// options:
// says: 010@4 010@6 010@7
// prints:
5
main() return 0
something wrong
forward 7
