// Names of prepared statements that are kept for a while: every connection keeps the plan of each, a megabyte or more.
// What has been dropped, a connection closes before it prepares the next (batch.ts).

interface Kept {
  readonly name: string
  /** How many keep it. */
  uses: number
}

// by text: several may keep the same
const kept = new Map<string, Kept>()
const names = new Set<string>()
const beginning = 'kept_'
let given = 0

/** The name of the text from now on, which no other text has had. */
export function keepText(text: string): string {
  const known = kept.get(text)
  if (known) {
    known.uses++
    return known.name
  }
  given++
  const name = `${beginning}${given}`
  kept.set(text, { name, uses: 1 })
  names.add(name)
  return name
}

/**
 * Lets the connections forget the text, once for each time it was kept. Its name can be used even so, by who still has
 * it.
 */
export function dropText(text: string): void {
  const known = kept.get(text)
  if (!known) return
  known.uses--
  if (known.uses > 0) return
  kept.delete(text)
  names.delete(known.name)
}

/** Whether it is the name of a text that has been dropped. */
export const isDropped = (name: string): boolean => name.startsWith(beginning) && !names.has(name)
