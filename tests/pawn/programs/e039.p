// options:
// says: 039@5
// prints:
const c = 5
main() return sizeof c
