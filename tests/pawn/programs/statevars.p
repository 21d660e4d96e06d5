// options:
// says:
// prints: a 1\na 2\nb 50\na 51\n
native printf(const format[], {Float, _}: ...)
new count <a>, total[3] <a>
new other <b>
main() {
    state a
    step
    step
    state b
    step
    state a
    step
}
step() <a> {
    count++
    total[count % 3] = count
    printf("a %d\n", count)
}
step() <b> {
    other = 50
    printf("b %d\n", other)
}
