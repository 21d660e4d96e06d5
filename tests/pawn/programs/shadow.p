// options:
// says: 029@7-8 219@9 219@12 203@6
// prints:
native printf(const format[], {Float, _}: ...)
new g = 1
main() {
    new a = 1
    {
        new a = 2
        printf("%d\n", a)
    }
    new g = 3
    printf("%d %d\n", a, g)
}
