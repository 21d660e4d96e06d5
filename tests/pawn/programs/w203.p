// options:
// says: 203@9 203@8 203@9 203@5 203@5
// prints:
new unused_global
unused_function(a) return 1
main() {
    new local
    const c = 5
label:
    return 0
}
