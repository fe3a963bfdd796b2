// Days before a key date, as they are typed.

/** "30, 7" as numbers, the longest first; undefined for anything else. Nothing typed is no reminder. */
export function readReminders(text: string): number[] | undefined {
  const parts = text
    .split(/[\s,;]+/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
  if (parts.some((part) => !/^\d{1,4}$/.test(part)) || parts.length > 10) return undefined
  return [...new Set(parts.map(Number))].toSorted((one, other) => other - one)
}
