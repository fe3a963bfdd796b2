// Answers, resolves and reopens comments of a Word document. An answer stands where the comment stands.
import { AppError } from '../../errors.ts'
import { documentTask } from '../../workers/document-task.ts'
import { type PackedList, packList } from '../../workers/packed-list.ts'
import { commentPartsOf, type CommentParts, commentsIn, type WordComment } from './comment-parts.ts'
import { addAnswer, giveId, idOf, type Thread, writeThreads } from './comment-writing.ts'
import { findChanges } from './find-changes.ts'
import type { CommentPlace } from './finding.ts'
import { openWordPackage, writeWordPackage } from './word-package.ts'
import { allIn, attributeOf, type WordElement } from './word-tree.ts'

/** What is done with a comment, or with the thread of an answer. */
export interface CommentAnswer {
  /** In the list of comments, from 1. */
  readonly comment: number
  /** Null if it is only resolved or reopened. */
  readonly text: string | null
  /** Null leaves it as it is. */
  readonly resolved: boolean | null
}

/** What was done with a comment. */
export interface AnsweredComment {
  /** Who wrote it, what, and on which words. */
  readonly author: string
  readonly text: string
  readonly quote: string
  readonly answer: string | null
  /** Null if it was so before. */
  readonly resolved: boolean | null
}

interface Answers {
  readonly document: Uint8Array
  readonly answers: readonly CommentAnswer[]
  readonly author: string
  /** As ISO 8601. */
  readonly date: string
}

/** The document with the answers, and what was done. Throws bad_request for ids of no comment. */
export async function answerComments({ document, answers, author, date }: Answers): Promise<{
  readonly document: Uint8Array
  readonly done: PackedList<AnsweredComment>
}> {
  const word = await openWordPackage(document)
  const parts = await commentPartsOf(word)
  const comments = commentsIn(parts)
  const places = findChanges(word.story.map(({ part, tree }) => ({ part, root: tree.root }))).comments
  const threads = threadsOf(parts, comments, places)
  const done = answers.map(({ comment, text, resolved }): AnsweredComment => {
    const named = comments[comment - 1]
    if (!parts.comments || !named)
      throw new AppError('bad_request', `The document has no comment ${comment}: it has ${comments.length}.`)
    const thread = threads.of(named)
    const place = places.get(thread.first.wordId)
    if (text !== null)
      addAnswer(thread, { comments: parts.comments, ...threads.used }, { author, date, text })
    const isOther = resolved !== null && resolved !== thread.isResolved
    if (isOther) Object.assign(thread, { isResolved: resolved, isDecided: true })
    return {
      author: named.author,
      text: named.text,
      quote: place?.text.trim() ?? '',
      answer: text,
      resolved: isOther ? resolved : null,
    }
  })
  await writeThreads(word, parts, threads.all())
  return { document: writeWordPackage(word), done: packList(done) }
}

/** The threads of comments, as they are asked for. */
function threadsOf(
  parts: CommentParts,
  comments: readonly WordComment[],
  places: ReadonlyMap<string, CommentPlace>,
) {
  const threads = new Map<WordElement, Thread>()
  const owners = new Map(comments.toReversed().map(({ paragraphId, element }) => [paragraphId, element]))
  const byElement = new Map(comments.map((each) => [each.element, each]))
  const taken = new Set<string>()
  const numbers = new Set<string>()
  for (const part of [parts.comments, parts.extended])
    for (const element of part ? allIn(part.tree.root) : []) {
      taken.add(idOf(element))
      if (element.name === 'comment') numbers.add(attributeOf(element, 'id') ?? '')
    }
  const idFor = ({ element, paragraphId }: WordComment): string => {
    const isOwn = paragraphId !== '' && owners.get(paragraphId) === element
    return isOwn || !parts.comments ? paragraphId : giveId(element, { comments: parts.comments, taken })
  }
  const of = (named: WordComment): Thread => {
    const first = (named.answers && byElement.get(named.answers)) ?? named
    const known = threads.get(first.element)
    if (known) return known
    const answers = comments.filter((each) => each.answers === first.element)
    const marked = [first, ...answers].findLast(({ wordId }) => places.has(wordId))
    const thread = {
      first,
      marks: places.get(marked?.wordId ?? '')?.marks ?? [],
      id: idFor(first),
      answers: answers.map(idFor),
      last: answers.at(-1)?.element ?? first.element,
      isResolved: first.isResolved,
      isDecided: false,
    }
    threads.set(first.element, thread)
    return thread
  }
  return { of, used: { taken, numbers }, all: () => [...threads.values()] }
}

/** `answerComments`, in a worker. */
export const commentsAnswered = documentTask<typeof answerComments>(
  new URL('./answer-comments.ts', import.meta.url),
  { name: 'answerComments', called: 'The document', limits: { seconds: 60, megabytes: 1_024 } },
)
