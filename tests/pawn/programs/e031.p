// options:
// says: 031@4 031@5
// prints:
#emit push.c 5
#nonsense
main() return 0
