// options:
// says: 201@5 201@8
// prints:
#define X 1
#define X 2
const k = 1
const k = 2
main() return X + k
