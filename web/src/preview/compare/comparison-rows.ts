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
  const rows: Row[] = []
  const changes: OpenChange[] = []
  let open: OpenRow | undefined

  const close = () => {
    if (open) rows.push({ ...open, changes: [...open.changes] })
    open = undefined
  }

  const put = (side: 'left' | 'right', word: Word, change: number | null) => {
    open ??= { left: null, right: null, both: [], changes: new Set() }
    const about = (side === 'left' ? left : right)[word.paragraph]
    const into = (open[side] ??= { pieces: [], page: about?.page ?? null, level: about?.level ?? null })
    append(into.pieces, word, { change })
    if (change !== null) open.changes.add(change)
  }

  const putBoth = (kind: Kind, word: Word, change: number | null) => {
    if (open) append(open.both, word, { change, kind })
  }

  const newChange = (kind: Change['kind'], word: Word | undefined): OpenChange => {
    const about = (kind === 'inserted' ? right : left)[word?.paragraph ?? 0]
    const row = rows.length
    const change = { id: changes.length, kind, before: '', after: '', row, page: about?.page ?? null }
    changes.push(change)
    return change
  }

  /** Words of one side only; `between` says that the other side stands between two paragraphs. */
  const addChanged = (run: Run, change: OpenChange, between: boolean) => {
    const [side, kind] =
      run.kind === 'deleted' ? (['left', 'deleted'] as const) : (['right', 'inserted'] as const)
    run[side].forEach((word, at) => {
      if (between && word.begins && at > 0) close()
      put(side, word, change.id)
      putBoth(kind, word, change.id)
    })
    change[run.kind === 'deleted' ? 'before' : 'after'] = textOf(run[side])
  }

  const addSame = (run: Run) =>
    run.left.forEach((word, at) => {
      const other = run.right[at]
      if (!other) return
      if (word.begins && other.begins) close()
      put('left', word, null)
      put('right', other, null)
      putBoth('same', other, null)
    })

  /** Paragraphs that took the place of others, beside each other. */
  const addReplaced = (removed: Run, added: Run, change: OpenChange) => {
    const [before, after] = [paragraphsOf(removed.left), paragraphsOf(added.right)]
    for (let at = 0; at < Math.max(before.length, after.length); at += 1) {
      close()
      for (const word of before[at] ?? []) {
        put('left', word, change.id)
        putBoth('deleted', word, change.id)
      }
      for (const word of after[at] ?? []) {
        put('right', word, change.id)
        putBoth('inserted', word, change.id)
      }
    }
    change.before = textOf(removed.left)
    change.after = textOf(added.right)
  }

  const add = (runs: readonly Run[]) => {
    close()
    for (let at = 0; at < runs.length; at += 1) {
      const [run, next, afterNext] = [runs[at], runs[at + 1], runs[at + 2]]
      if (!run) continue
      if (run.kind === 'same') {
        addSame(run)
        continue
      }
      const isReplaced = run.kind === 'deleted' && next?.kind === 'inserted'
      const following = isReplaced ? afterNext : next
      // whether the changed words of a side begin, and what follows them begins, a paragraph
      const stands = {
        left: (following?.left[0]?.begins ?? true) && (run.left[0]?.begins ?? true),
        right: (following?.right[0]?.begins ?? true) && ((isReplaced ? next : run).right[0]?.begins ?? true),
      }
      const isWhole = stands.left && stands.right
      if (isWhole || bothBegin(run, isReplaced ? next : undefined, following)) close()
      const change = newChange(isReplaced ? 'replaced' : run.kind, run.left[0] ?? run.right[0])
      if (!isReplaced) addChanged(run, change, run.kind === 'deleted' ? stands.right : stands.left)
      else if (isWhole) addReplaced(run, next, change)
      else {
        addChanged(run, change, false)
        addChanged(next, change, false)
      }
      if (isReplaced) at += 1
    }
    close()
  }

  return { add, result: () => ({ rows, changes: changes as readonly Change[] }) }
}

/** Whether a changed part begins where both sides begin a paragraph. */
function bothBegin(run: Run, added: Run | undefined, following: Run | undefined): boolean {
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
