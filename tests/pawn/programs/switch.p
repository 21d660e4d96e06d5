// options:
// says:
// prints: zero few few some some some ? ? many ? many many \n
native printf(const format[], {Float, _}: ...)
main() {
    for (new i = 0; i < 12; i++) {
        switch (i) {
            case 0: printf("zero ")
            case 1, 2: printf("few ")
            case 3 .. 5: {
                printf("some")
                printf(" ")
            }
            case 8, 10 .. 11: printf("many ")
            default: printf("? ")
        }
    }
    switch (7) {
        case 1: printf("one\n")
    }
    printf("\n")
}
