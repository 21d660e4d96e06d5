// options:
// says:
// prints: caret\nbackslash\\n\nback\n
native printf(const format[], {Float, _}: ...)
#pragma ctrlchar '^'
main() {
    printf("caret^nbackslash\n^n")
#pragma ctrlchar
    printf("back\n")
}
