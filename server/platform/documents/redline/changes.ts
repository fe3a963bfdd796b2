// The changes in a story: each with the clause it stands in and what it touches (numbers, money, parties, the look).
import { classesOf, type ChangeClass } from './change-classes.ts'
import { type Clause, clauseFinder } from './clauses.ts'
import { isAfter, isBefore, type Mark, type Piece, type StoryParagraph, type StoryPart } from './story.ts'

export const changeKinds = ['Inserted', 'Deleted', 'Replaced', 'Moved', 'Format'] as const
export type ChangeKind = (typeof changeKinds)[number]

export interface Change {
  /** From 1, in the order of the document. */
  readonly number: number
  readonly kind: ChangeKind
  readonly part: StoryPart
  readonly clause: Clause
  /** Of a move: after which clause it stood, and after which it stands now. */
  readonly movedFrom: Clause | null
  readonly movedTo: Clause | null
  readonly before: string
  readonly after: string
  readonly classes: readonly ChangeClass[]
  readonly author: string
  readonly date: string
}

/** A piece of a paragraph as it is shown: what happened to it, and in which change. */
export interface ShownPiece {
  readonly kind: Mark['kind'] | 'Same'
  readonly text: string
  readonly change: number | null
}

/** A paragraph as it is shown. */
export interface Block {
  readonly part: StoryPart
  readonly number: string | null
  readonly level: number | null
  readonly cell: {
    readonly table: number
    readonly row: number
    readonly column: number
    readonly span: number
    readonly kind: 'Same' | 'Inserted' | 'Deleted'
  } | null
  readonly pieces: readonly ShownPiece[]
}

type Draft = { -readonly [Name in keyof Change]: Change[Name] } & { widened: string }

// what a list of changes is for; the document has all of it
const longest = 4_000

/** The changes, and the paragraphs with the number of the change of each piece. */
export function listChanges(story: readonly StoryParagraph[]): {
  readonly changes: readonly Change[]
  readonly blocks: readonly Block[]
} {
  const drafts: Draft[] = []
  const moves = new Map<string, Draft>()
  const rows = new Map<string, Draft>()
  const clauses = clauseFinder()
  const blocks: Block[] = []
  for (const paragraph of story) {
    const clause = clauses.of(paragraph)
    const begin = (kind: ChangeKind, mark: Mark): Draft => {
      const { part } = paragraph
      const { author, date } = mark
      const draft = {
        number: drafts.length + 1,
        kind,
        part,
        clause,
        movedFrom: null,
        movedTo: null,
        before: '',
        after: '',
        classes: [],
        author,
        date,
        widened: '',
      }
      drafts.push(draft)
      return draft
    }
    const pieces = shownPieces(paragraph, { begin, moves, rows, previous: clauses.last() })
    if (pieces.length === 0 && !paragraph.cell) continue
    blocks.push({
      part: paragraph.part,
      number: paragraph.number,
      level: paragraph.level,
      cell: cellOf(paragraph),
      pieces,
    })
  }
  return { changes: drafts.map(finished), blocks }
}

interface Building {
  readonly begin: (kind: ChangeKind, mark: Mark) => Draft
  readonly moves: Map<string, Draft>
  readonly rows: Map<string, Draft>
  readonly previous: Clause
}

/** The pieces of a paragraph, with their changes: what was removed and what came right beside it is one change. */
function shownPieces(paragraph: StoryParagraph, building: Building): ShownPiece[] {
  const { pieces, cell, endMark, look } = paragraph
  const shown: ShownPiece[] = []
  let last: Draft | undefined
  pieces.forEach((piece, at) => {
    // in a row or a cell that came or went, everything did
    const mark = cell?.mark ?? piece.mark
    if (mark === undefined) {
      last = undefined
      return void shown.push({ kind: 'Same', text: piece.text, change: null })
    }
    const draft = draftOf(mark, paragraph, { ...building, last })
    last = draft.kind === 'Moved' || draft.kind === 'Format' ? undefined : draft
    note(draft, mark, { pieces, at })
    shown.push({ kind: mark.kind, text: piece.text, change: draft.number })
  })
  const isMarked = pieces.some(({ mark }) => mark !== undefined)
  const hasText = pieces.some(({ text }) => text.trim() !== '')
  if (!cell?.mark && endMark && hasText && !isMarked) {
    const draft = building.begin(endMark.kind === 'Deleted' ? 'Deleted' : 'Inserted', endMark)
    draft[endMark.kind === 'Deleted' ? 'before' : 'after'] = '¶'
    shown.push({ kind: endMark.kind, text: '¶', change: draft.number })
  } else if (look && hasText && !isMarked && !endMark) {
    const draft = building.begin('Format', look)
    const text = pieces.map((piece) => piece.text).join('')
    draft.before = draft.after = text.slice(0, longest)
    return shown.map((piece) => ({ ...piece, kind: 'Formatted', change: draft.number }))
  }
  return deletedFirst(shown)
}

/** What was removed stands before what came in its place, in whichever order the document has them. */
function deletedFirst(pieces: readonly ShownPiece[]): ShownPiece[] {
  const ordered: ShownPiece[] = []
  for (let at = 0; at < pieces.length; ) {
    const change = pieces[at]?.change
    let end = at + 1
    if (change !== null) while (end < pieces.length && pieces[end]?.change === change) end++
    const own = pieces.slice(at, end)
    const isRemoved = ({ kind }: ShownPiece) => kind === 'Deleted'
    ordered.push(...own.filter(isRemoved), ...own.filter((piece) => !isRemoved(piece)))
    at = end
  }
  return ordered
}

function draftOf(
  mark: Mark,
  { cell }: StoryParagraph,
  { begin, moves, rows, previous, last }: Building & { readonly last: Draft | undefined },
): Draft {
  if (mark.kind === 'MovedFrom' || mark.kind === 'MovedTo') {
    const known = moves.get(mark.move)
    const draft = known ?? begin('Moved', mark)
    moves.set(mark.move, draft)
    if (mark.kind === 'MovedFrom') draft.movedFrom ??= previous
    else draft.movedTo ??= previous
    return draft
  }
  if (mark.kind === 'Formatted') return begin('Format', mark)
  const kind = mark.kind === 'Deleted' ? 'Deleted' : 'Inserted'
  if (cell?.mark) {
    const key = `${cell.table} ${cell.row} ${mark.kind}`
    const draft = rows.get(key) ?? begin(kind, mark)
    rows.set(key, draft)
    return draft
  }
  if (!last) return begin(kind, mark)
  if (last.kind !== kind) last.kind = 'Replaced'
  return last
}

interface At {
  readonly pieces: readonly Piece[]
  readonly at: number
}

const wordsBefore = /\S{0,30}\s?\S{0,30}$/
const wordsAfter = /^\S{0,30}\s?\S{0,30}/

function note(draft: Draft, mark: Mark, { pieces, at }: At): void {
  const text = pieces[at]?.text ?? ''
  const add = (name: 'before' | 'after') => {
    const divided = draft[name] !== '' && at === 0 ? ' · ' : ''
    draft[name] = `${draft[name]}${divided}${text}`.slice(0, longest)
  }
  if (isBefore(mark)) add('before')
  if (isAfter(mark)) add('after')
  // "10,000" alone does not say that it is money: the words beside it do
  const beside = (place: number) => (pieces[place]?.mark === undefined ? (pieces[place]?.text ?? '') : '')
  const left = wordsBefore.exec(beside(at - 1).slice(-40))?.[0] ?? ''
  const right = wordsAfter.exec(beside(at + 1).slice(0, 40))?.[0] ?? ''
  draft.widened = `${draft.widened} ${left}${text}${right}`.slice(0, longest)
}

function finished({ widened, ...change }: Draft): Change {
  const { kind, before, after } = change
  // a clause that only moved says what it said
  if (kind === 'Moved' && before === after) return change
  return {
    ...change,
    classes: classesOf({ isFormat: kind === 'Format', text: `${before} ${after}`, widened }),
  }
}

function cellOf({ cell }: StoryParagraph): Block['cell'] {
  if (!cell) return null
  const { table, row, column, span, mark } = cell
  const kind = mark === undefined ? 'Same' : isAfter(mark) ? 'Inserted' : 'Deleted'
  return { table, row, column, span, kind }
}
