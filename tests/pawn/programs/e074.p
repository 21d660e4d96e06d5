// options:
// says: 074@4 074@5
// prints:
#define 5x 6
#define +y 7
main() return 0
