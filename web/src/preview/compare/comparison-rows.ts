// Puts runs of words into rows of paragraphs that stand beside each other, and numbers the changes.
import type { BothPiece, Change, ComparedParagraph, Piece, Row } from './comparison.ts'
import type { Word } from './words.ts'

type Kind = 'same' | 'deleted' | 'inserted'

/** A run of words of one kind; of words that both have, each side's own. */
export interface Run {
  readonly kind: Kind
  readonly left: readonly Word[]
  readonly right: readonly Word[]
}

interface OpenSide {
  readonly pieces: Piece[]
  readonly page: number | null
  readonly level: number | null
}

interface OpenRow {
  left: OpenSide | null
  right: OpenSide | null
  readonly both: BothPiece[]
  readonly changes: Set<number>
}

interface OpenChange {
  readonly id: number
  kind: Change['kind']
  before: string
  after: string
  readonly row: number
  readonly page: number | null
}

/** Rows and changes so far. Each `add` begins and ends between two paragraphs of both sides. */
export function startBuilding(left: readonly ComparedParagraph[], right: readonly ComparedParagraph[]) {
  const paper = startRows(left, right)
  const add = (runs: readonly Run[]) => {
    paper.close()
    for (let at = 0; at < runs.length; at += 1) {
      const [run, next, afterNext] = [runs[at], runs[at + 1], runs[at + 2]]
      if (!run) continue
      if (run.kind === 'same') {
        addSame(paper, run)
        continue
      }
      const added = run.kind === 'deleted' && next?.kind === 'inserted' ? next : undefined
      addChange(paper, { run, added, following: added ? afterNext : next })
      if (added) at += 1
    }
    paper.close()
  }
  return { add, result: paper.result }
}

type Rows = ReturnType<typeof startRows>

/** Words are put into the open row, on a side and into the text of both. */
function startRows(left: readonly ComparedParagraph[], right: readonly ComparedParagraph[]) {
  const rows: Row[] = []
  const changes: OpenChange[] = []
  let open: OpenRow | undefined
  return {
    close() {
      if (open) rows.push({ ...open, changes: [...open.changes] })
      open = undefined
    },
    put(side: 'left' | 'right', word: Word, change: number | null) {
      open ??= { left: null, right: null, both: [], changes: new Set() }
      const about = (side === 'left' ? left : right)[word.paragraph]
      const into = (open[side] ??= { pieces: [], page: about?.page ?? null, level: about?.level ?? null })
      append(into.pieces, word, { change })
      if (change !== null) open.changes.add(change)
    },
    putBoth(kind: Kind, word: Word, change: number | null) {
      if (open) append(open.both, word, { change, kind })
    },
    newChange(kind: Change['kind'], word: Word | undefined): OpenChange {
      const about = (kind === 'inserted' ? right : left)[word?.paragraph ?? 0]
      const row = rows.length
      const change = { id: changes.length, kind, before: '', after: '', row, page: about?.page ?? null }
      changes.push(change)
      return change
    },
    result: () => ({ rows, changes: changes as readonly Change[] }),
  }
}

function addSame(rows: Rows, run: Run): void {
  run.left.forEach((word, at) => {
    const other = run.right[at]
    if (!other) return
    if (word.begins && other.begins) rows.close()
    rows.put('left', word, null)
    rows.put('right', other, null)
    rows.putBoth('same', other, null)
  })
}

/** A run that only one side has, the one that took its place, and what follows both. */
interface Changed {
  readonly run: Run
  readonly added: Run | undefined
  readonly following: Run | undefined
}

function addChange(rows: Rows, changed: Changed): void {
  const { run, added, following } = changed
  // whether the changed words of a side begin, and what follows them begins, a paragraph
  const stands = {
    left: (following?.left[0]?.begins ?? true) && (run.left[0]?.begins ?? true),
    right: (following?.right[0]?.begins ?? true) && ((added ?? run).right[0]?.begins ?? true),
  }
  const isWhole = stands.left && stands.right
  if (isWhole || bothBegin(changed)) rows.close()
  const change = rows.newChange(
    added ? 'replaced' : run.kind === 'deleted' ? 'deleted' : 'inserted',
    run.left[0] ?? run.right[0],
  )
  if (!added)
    return addOneSided(rows, run, { change, between: run.kind === 'deleted' ? stands.right : stands.left })
  if (isWhole) return addReplaced(rows, { removed: run, added }, change)
  addOneSided(rows, run, { change, between: false })
  addOneSided(rows, added, { change, between: false })
}

/** `between` says that the other side stands between two paragraphs. */
function addOneSided(
  rows: Rows,
  run: Run,
  { change, between }: { readonly change: OpenChange; readonly between: boolean },
): void {
  const [side, kind] =
    run.kind === 'deleted' ? (['left', 'deleted'] as const) : (['right', 'inserted'] as const)
  run[side].forEach((word, at) => {
    if (between && word.begins && at > 0) rows.close()
    rows.put(side, word, change.id)
    rows.putBoth(kind, word, change.id)
  })
  change[kind === 'deleted' ? 'before' : 'after'] = textOf(run[side])
}

/** Paragraphs that took the place of others, beside each other. */
function addReplaced(
  rows: Rows,
  { removed, added }: { readonly removed: Run; readonly added: Run },
  change: OpenChange,
): void {
  const [before, after] = [paragraphsOf(removed.left), paragraphsOf(added.right)]
  for (let at = 0; at < Math.max(before.length, after.length); at += 1) {
    rows.close()
    for (const word of before[at] ?? []) {
      rows.put('left', word, change.id)
      rows.putBoth('deleted', word, change.id)
    }
    for (const word of after[at] ?? []) {
      rows.put('right', word, change.id)
      rows.putBoth('inserted', word, change.id)
    }
  }
  change.before = textOf(removed.left)
  change.after = textOf(added.right)
}

/** Whether a changed part begins where both sides begin a paragraph. */
function bothBegin({ run, added, following }: Changed): boolean {
  const left = run.left[0] ?? following?.left[0]
  const right = (added ?? run).right[0] ?? following?.right[0]
  return (left?.begins ?? true) && (right?.begins ?? true)
}

function paragraphsOf(words: readonly Word[]): Word[][] {
  const paragraphs: Word[][] = []
  for (const word of words) {
    if (word.begins || paragraphs.length === 0) paragraphs.push([])
    paragraphs.at(-1)?.push(word)
  }
  return paragraphs
}

const textOf = (words: readonly Word[]): string =>
  words.reduce((text, word) => text + spaced(text === '' ? undefined : text, word), '').trim()

function append<Kinds extends object>(
  pieces: (Piece & Kinds)[],
  word: Word,
  about: Omit<Piece & Kinds, 'text'>,
): void {
  const last = pieces.at(-1)
  const text = spaced(last?.text, word)
  const isMore =
    last && Object.entries(about).every(([key, value]) => last[key as keyof typeof last] === value)
  if (isMore) pieces[pieces.length - 1] = { ...last, text: last.text + text }
  else pieces.push({ ...about, text } as Piece & Kinds)
}

// a paragraph that goes on in another one of the other side: a PDF has one for each line, for instance
const spaced = (before: string | undefined, { text, begins }: Pick<Word, 'text' | 'begins'>): string =>
  before !== undefined && begins && !/\s$/.test(before) ? ` ${text}` : text
