// What stands for a number that cannot be read. In a file of its own, because every page needs it, and few the reader
// of numbers.

/** Kept in place of a number while what is written is none: no filter has it, no call sends it, nobody can type it. */
export const UNREAD = '\u0000'
