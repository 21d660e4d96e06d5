// options:
// says: 204@8 204@9
// prints:
new written_global
main() {
    new local = 5
    local = 6
    written_global = 1
}
