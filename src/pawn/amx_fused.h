// Frequent sequences as one handler.
