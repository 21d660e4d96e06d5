// options:
// says:
// prints: -3\nletter\n
native printf(const format[], {Float, _}: ...)
main() {
    new i = -3
    switch (i) {
        case 5: printf("5\n")
        case -3: printf("-3\n")
        case cellmin: printf("min\n")
    }
    switch (f()) {
        case 'a' .. 'z': printf("letter\n")
        default: printf("other\n")
    }
}
f() return 'q'
