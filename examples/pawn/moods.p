// An array, a loop and a switch: critter pawn run moods.p
#include <console>

main()
{
    new strokes[] = { 0, 2, 7 }
    for (new i = 0; i < sizeof strokes; i++)
        printf "%d strokes: %s\n", strokes[i], mood(strokes[i])
}

mood(strokes)
{
    new word[16]
    switch (strokes)
    {
        case 0:         word = "lonely"
        case 1 .. 5:    word = "content"
        default:        word = "delighted"
    }
    return word
}
