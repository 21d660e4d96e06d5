// options:
// says:
// prints: 4 E4 E9 4E16\n
native printf(const format[], {Float, _}: ...)
main() {
    new s[] = "hé世"
    s[0] = 'ä'
    printf("%d %x %x %x\n", sizeof s, s[0], s[1], s[2])
}
