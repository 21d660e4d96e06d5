// options:
// says: 002@9 215@9-10 054@11
// prints:
native printf(const format[], {Float, _}: ...)
main() {
    switch (1) {
        case 1:
            printf("a")
            printf("b")
    }
}
