// options:
// says: 216@4
// prints:
/* outer /* inner */
main() return 0
