// options:
// says: 017@7 017@8 017@9 017@10 215@10-11 017@11
// prints:
native printf(const format[], {Float, _}: ...)
main() {
    new value = 5
    valeu = value
    printf("%d", vlue)
    unknown(1)
    whatever 5
    return sizeof nothing
}
