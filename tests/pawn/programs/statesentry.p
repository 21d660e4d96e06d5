// options:
// says:
// prints: enter idle\nenter busy\nenter busy\nbusy\n
native printf(const format[], {Float, _}: ...)
main() {
    state idle
    state busy
    state busy
    work
}
entry() <idle> printf("enter idle\n")
entry() <busy> printf("enter busy\n")
work() <idle> printf("idle\n")
work() <busy> printf("busy\n")
