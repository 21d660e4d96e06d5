// options:
// says: 057@6-7
// prints:
#pragma semicolon 1
main() {
    new a = 5 +
#if 1
        6;
#endif
    return a;
}
