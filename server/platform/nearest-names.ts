// The names that somebody may have meant who wrote another one.

const longest = 60

/**
 * Those of the names that are most like what was written, the most alike first: parts of one another, or a few letters
 * different.
 */
export function nearestNames(written: string, names: readonly string[], most: number): readonly string[] {
  const wanted = written.slice(0, longest).toLowerCase()
  const rated = names.map((name) => ({ name, distance: distanceOf(wanted, name.toLowerCase()) }))
  return rated
    .filter(({ distance }) => distance <= Math.max(2, wanted.length / 3))
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, most)
    .map(({ name }) => name)
}

function distanceOf(wanted: string, name: string): number {
  const [shorter, longer] = wanted.length < name.length ? [wanted, name] : [name, wanted]
  // `lastName` for `userLastname`, `Owner` for `Owner/Id`
  if (shorter.length >= 3 && longer.includes(shorter)) return 1 + (longer.length - shorter.length) / longest
  return editsBetween(wanted, name)
}

function editsBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, column) => column)
  for (let i = 1; i <= one.length; i++) {
    const next = [i]
    for (let j = 1; j <= other.length; j++) {
      const [above = 0, left = 0, diagonal = 0] = [row[j], next[j - 1], row[j - 1]]
      next.push(Math.min(above + 1, left + 1, diagonal + (one[i - 1] === other[j - 1] ? 0 : 1)))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
