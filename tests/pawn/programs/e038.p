// options:
// says: 038@4 038@5 038@6 013@6
// prints:
#if 1 + 1 2
#endif extra
#endinput more
main() return 0
