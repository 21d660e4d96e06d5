// options:
// says: 014@5 215@5 001@5 029@5 107@5
// prints:
main() {
    case 1: return
    default: return
}
