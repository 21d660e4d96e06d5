// options: K=5 EMPTY=
// says:
// prints:
main() return K + EMPTY
