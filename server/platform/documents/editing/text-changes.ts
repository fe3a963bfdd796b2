// What changed from one text to another, by words.

/** At a place of the former text, characters that go and characters that come. */
export interface TextChange {
  readonly at: number
  readonly remove: number
  readonly insert: string
}

interface Token {
  readonly text: string
  readonly at: number
}

const wordPattern = /[\p{L}\p{N}\p{M}]+|\s|[^\p{L}\p{N}\p{M}\s]/gu
// beyond it the texts have little in common, and what is between their equal ends is replaced as a whole
const mostSteps = 600

/** The changes in order, of whole words; those with nothing but a space between them are one. */
export function textChanges(before: string, after: string): readonly TextChange[] {
  if (before === after) return []
  const [old, now] = [tokensOf(before), tokensOf(after)]
  let start = 0
  while (start < Math.min(old.length, now.length) && old[start]?.text === now[start]?.text) start++
  let end = 0
  const most = Math.min(old.length, now.length) - start
  while (end < most && old.at(-1 - end)?.text === now.at(-1 - end)?.text) end++
  const [oldMiddle, nowMiddle] = [old.slice(start, old.length - end), now.slice(start, now.length - end)]
  const at = oldMiddle[0]?.at ?? old[start]?.at ?? before.length
  return joined(before, changesBetween(oldMiddle, nowMiddle, at))
}

const tokensOf = (text: string): Token[] =>
  [...text.matchAll(wordPattern)].map((match) => ({ text: match[0], at: match.index }))

const textOf = (tokens: readonly Token[]) => tokens.map(({ text }) => text).join('')

function changesBetween(old: readonly Token[], now: readonly Token[], at: number): TextChange[] {
  const kept = commonPairs(old, now)
  const changes: TextChange[] = []
  let [oldFrom, nowFrom] = [0, 0]
  const endOfText = at + textOf(old).length
  for (const [oldTo, nowTo] of [...kept, [old.length, now.length] as const]) {
    const removed = textOf(old.slice(oldFrom, oldTo))
    const insert = textOf(now.slice(nowFrom, nowTo))
    if (removed !== '' || insert !== '')
      changes.push({ at: old[oldFrom]?.at ?? endOfText, remove: removed.length, insert })
    oldFrom = oldTo + 1
    nowFrom = nowTo + 1
  }
  return changes
}

/** The places of a longest common subsequence (Myers); none if the texts differ too much. */
function commonPairs(old: readonly Token[], now: readonly Token[]): readonly (readonly [number, number])[] {
  const offset = mostSteps + 1
  let furthest = new Int32Array(2 * offset + 1)
  const trail: Int32Array[] = []
  for (let steps = 0; steps <= mostSteps; steps++) {
    trail.push(furthest)
    furthest = furthest.slice()
    for (let line = -steps; line <= steps; line += 2) {
      const isDown = comesFromAbove(furthest, { line, steps, offset })
      let x = isDown ? (furthest[offset + line + 1] ?? 0) : (furthest[offset + line - 1] ?? 0) + 1
      while (x < old.length && x - line < now.length && old[x]?.text === now[x - line]?.text) x++
      furthest[offset + line] = x
      if (x >= old.length && x - line >= now.length) return pairsOf(trail, { old, now, offset })
    }
  }
  return []
}

interface Line {
  readonly line: number
  readonly steps: number
  readonly offset: number
}

const comesFromAbove = (furthest: Int32Array, { line, steps, offset }: Line): boolean =>
  line === -steps ||
  (line !== steps && (furthest[offset + line - 1] ?? 0) < (furthest[offset + line + 1] ?? 0))

function pairsOf(
  trail: readonly Int32Array[],
  {
    old,
    now,
    offset,
  }: { readonly old: readonly Token[]; readonly now: readonly Token[]; readonly offset: number },
): (readonly [number, number])[] {
  const pairs: (readonly [number, number])[] = []
  let [x, y] = [old.length, now.length]
  for (let steps = trail.length - 1; steps >= 0; steps--) {
    const furthest = trail[steps] ?? new Int32Array()
    const line = x - y
    const isDown = steps > 0 && comesFromAbove(furthest, { line, steps, offset })
    const before = isDown ? line + 1 : line - 1
    const startX = steps === 0 ? 0 : (furthest[offset + before] ?? 0)
    const startY = steps === 0 ? 0 : startX - before
    while (x > startX && y > startY && x > 0 && y > 0 && old[x - 1]?.text === now[y - 1]?.text)
      pairs.push([--x, --y])
    ;[x, y] = [startX, startY]
  }
  return pairs.toReversed()
}

/** Two changes with only one space between them read as one. */
function joined(before: string, changes: readonly TextChange[]): TextChange[] {
  const all: TextChange[] = []
  for (const change of changes) {
    const last = all.at(-1)
    const between = last && before.slice(last.at + last.remove, change.at)
    if (last && between !== undefined && (between === '' || between === ' ') && isReplacing(last, change))
      all[all.length - 1] = {
        at: last.at,
        remove: change.at + change.remove - last.at,
        insert: `${last.insert}${between}${change.insert}`,
      }
    else all.push(change)
  }
  return all
}

const isReplacing = (one: TextChange, other: TextChange): boolean =>
  one.remove + other.remove > 0 && one.insert.length + other.insert.length > 0
