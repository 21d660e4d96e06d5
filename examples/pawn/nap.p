// States, Pawn's own way to say what a robot does when: critter pawn run nap.p
#include <console>

main()
{
    state awake
    for (new hour = 1; hour <= 3; hour++)
        touch()
}

entry() <awake>
    print "eyes open\n"

entry() <asleep>
    print "eyes shut\n"

touch() <awake>
    state asleep

touch() <asleep>
    state awake

touch() <>
    print "there is no such state\n"
