// Reads the tracked changes and the comments of a Word document, and decides changes, in a document worker.
import { AppError } from '../../errors.ts'
import { documentTask } from '../../workers/document-task.ts'
import { type PackedList, packList } from '../../workers/packed-list.ts'
import { type Clause, clauseFinder } from '../redline/clauses.ts'
import { readStory } from '../redline/story-reader.ts'
import type { StoryPart } from '../redline/story.ts'
import { commentPartsOf, commentsIn, removeComments } from './comment-parts.ts'
import { type Decision, decideChanges } from './decide-changes.ts'
import { findChanges } from './find-changes.ts'
import type { CommentPlace } from './finding.ts'
import type { Place, TrackedChange } from './tracked-change.ts'
import { openWordPackage, partsOf, setPart, writeWordPackage } from './word-package.ts'
import { writeWordTree } from './word-tree.ts'

/** Where something stands, for a reader. */
export interface MarkupPlace {
  readonly part: StoryPart
  /** The paragraph of the body, from 0; null in other parts. */
  readonly paragraph: number | null
  readonly clause: Clause
}

export interface ListedChange {
  /** From 1, in the order of the document. */
  readonly id: number
  readonly kind: TrackedChange['kind']
  readonly of: TrackedChange['of']
  readonly author: string | null
  /** As ISO 8601; null if the document does not say. */
  readonly date: string | null
  readonly place: MarkupPlace
  /** Of a move: where it was, and after which clause. */
  readonly from: MarkupPlace | null
  readonly text: string
  readonly formatting: readonly string[]
}

export interface ListedComment {
  /** From 1. */
  readonly id: number
  readonly author: string | null
  readonly date: string | null
  readonly text: string
  readonly isResolved: boolean
  /** Null for an answer, and for one that stands nowhere. */
  readonly place: MarkupPlace | null
  /** The words that it is about. */
  readonly quote: string
  readonly answers: number | null
}

// more are none that somebody decides one by one
const mostListed = 2_000

/**
 * The changes and the comments of a document, threads together. Of more than 2,000 changes the first are listed.
 * Throws bad_request for what is not read.
 */
export async function readMarkup(document: Uint8Array): Promise<{
  readonly changes: PackedList<ListedChange>
  readonly total: number
  readonly comments: PackedList<ListedComment>
}> {
  const word = await openWordPackage(document)
  const { changes, comments } = findChanges(partsOf(word))
  const placeOf = await placesIn(document)
  const listed = changes.slice(0, mostListed).map((change, at): ListedChange => {
    const { kind, of, author, place, from, text, textBefore, formatting } = change
    return {
      id: at + 1,
      kind,
      of,
      author: author || null,
      date: momentOf(change.date),
      place: placeOf(place),
      from: kind === 'Moved' && from ? placeOf(from, true) : null,
      text: text || textBefore,
      formatting: [...formatting],
    }
  })
  return {
    changes: packList(listed),
    total: changes.length,
    comments: packList(listComments(commentsIn(await commentPartsOf(word)), comments, placeOf)),
  }
}

/** `isFormer`: where something was that moved away, which is after which clause. */
async function placesIn(document: Uint8Array): Promise<(place: Place, isFormer?: boolean) => MarkupPlace> {
  const finder = clauseFinder()
  const clauses = (await readStory(document)).map((paragraph) => {
    const own = finder.of(paragraph)
    return { own, previous: finder.last() }
  })
  const none: Clause = { number: null, heading: null }
  return ({ part, story, paragraph }, isFormer = false) => ({
    part,
    paragraph: part === 'Body' ? paragraph : null,
    clause: clauses[story]?.[isFormer ? 'previous' : 'own'] ?? none,
  })
}

/** What programs write as local time has no zone: it is read as UTC, as Word shows it. */
function momentOf(date: string): string | null {
  const time = Date.parse(/(Z|[+-]\d\d:?\d\d)$/i.test(date) ? date : `${date}Z`)
  return Number.isNaN(time) ? null : new Date(time).toISOString()
}

function listComments(
  comments: ReturnType<typeof commentsIn>,
  places: ReadonlyMap<string, CommentPlace>,
  placeOf: (place: Place) => MarkupPlace,
): ListedComment[] {
  const order = new Map([...places.keys()].map((wordId, at) => [wordId, at]))
  const all = comments.map(({ wordId, author, date, text, answers, isResolved }, at) => {
    const place = places.get(wordId)
    const answered = comments.findIndex(({ element }) => element === answers)
    return {
      id: at + 1,
      author: author || null,
      date: momentOf(date),
      text,
      isResolved,
      place: place && !answers ? placeOf(place.place) : null,
      quote: answers ? '' : (place?.text.trim() ?? ''),
      answers: answered < 0 ? null : answered + 1,
      order: order.get(comments[answered]?.wordId ?? wordId) ?? order.size,
    }
  })
  // threads in the order of the document, what begins one first
  const key = ({ answers, id }: (typeof all)[number]) => answers ?? id
  return all
    .toSorted(
      (a, b) =>
        a.order - b.order ||
        key(a) - key(b) ||
        Number(a.answers !== null) - Number(b.answers !== null) ||
        a.id - b.id,
    )
    .map(({ order: _order, ...comment }) => comment)
}

/** What is decided: changes by their ids, and what is done with those that are not named. */
export interface Decisions {
  readonly accept: readonly number[]
  readonly reject: readonly number[]
  readonly rest: Decision | null
}

/**
 * The document with the changes accepted and rejected. Throws bad_request for ids of no change.
 */
export async function decideMarkup({
  document,
  accept,
  reject,
  rest,
}: Decisions & { readonly document: Uint8Array }): Promise<{
  readonly document: Uint8Array
  readonly accepted: number
  readonly rejected: number
  readonly total: number
}> {
  const word = await openWordPackage(document)
  const { changes, others } = findChanges(partsOf(word))
  const named = new Map<number, Decision>()
  for (const id of accept) named.set(id, 'Accept')
  for (const id of reject) named.set(id, 'Reject')
  for (const id of named.keys())
    if (id > changes.length)
      throw new AppError('bad_request', `The document has no change ${id}: it has ${changes.length}.`)
  const decisionOf = (place: number) => named.get(place + 1) ?? rest ?? undefined
  const lost = decideChanges(
    word.story.map(({ tree }) => tree.root),
    { changes, decisionOf, others: rest ? others.map((mark) => ({ ...mark, decision: rest })) : [] },
  )
  if (lost.size > 0) {
    const parts = await commentPartsOf(word)
    removeComments(parts, lost)
    for (const part of [parts.comments, parts.extended])
      if (part) setPart(word, part.name, writeWordTree(part.tree))
  }
  const decisions = changes.map((_, place) => decisionOf(place))
  return {
    document: writeWordPackage(word),
    accepted: decisions.filter((each) => each === 'Accept').length,
    rejected: decisions.filter((each) => each === 'Reject').length,
    total: changes.length,
  }
}

const module = new URL('./read-markup.ts', import.meta.url)
const limits = { seconds: 60, megabytes: 1_024 }

/** `readMarkup`, in a worker. */
export const markupRead = documentTask<typeof readMarkup>(module, {
  name: 'readMarkup',
  called: 'The document',
  limits,
})
/** `decideMarkup`, in a worker. */
export const markupDecided = documentTask<typeof decideMarkup>(module, {
  name: 'decideMarkup',
  called: 'The document',
  limits,
})
