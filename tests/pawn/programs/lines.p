// options:
// says: 203@9 203@8
// prints:
#file "other.p"
#line 100
main() {
    new unused
#line 7
    new other
}
