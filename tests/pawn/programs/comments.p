// options:
// says: 217@9
// prints: x// not a comment /* nor this\n
native printf(const format[], {Float, _}: ...)
/* a comment
   over lines */
main() { // to the end
    /* in */ printf("x"/* between */)
    printf("// not a comment /* nor this\n")
}
