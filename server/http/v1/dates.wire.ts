// Times as v1 writes them.

/** A moment in UTC without zone suffix: `2022-10-11T23:54:04.017`. */
export const utcText = (moment: Date): string => moment.toISOString().slice(0, -1)

/** The same for a moment that may not have come. */
export const utcTextOrNull = (moment: Date | null): string | null => (moment ? utcText(moment) : null)
