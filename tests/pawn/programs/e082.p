// options:
// says: 082@4 082@5 082@6 203@4
// prints:
operator+(A: a, A: b) <x> return 1
main() <x> return 0
native n() <x>
