// options:
// says:
// prints: lamp on\ndoor open\nlamp off\ndoor open\n
native printf(const format[], {Float, _}: ...)
main() {
    state lamp:on
    state door:open
    lamp
    door
    state lamp:off
    lamp
    door
}
lamp() <lamp:on> printf("lamp on\n")
lamp() <lamp:off> printf("lamp off\n")
door() <door:open, door:ajar> printf("door open\n")
door() <door:closed> printf("door closed\n")
