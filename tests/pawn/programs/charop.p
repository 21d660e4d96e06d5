// options:
// says:
// prints: 3 2 2\n3\nz\n
native printf(const format[], {Float, _}: ...)
new text[10 char]
main() {
    printf("%d %d %d\n", sizeof text, 5 char, 8 char)
    new n = 9
    printf("%d\n", n char)
    text{9} = 'z'
    printf("%c\n", text{9})
}
