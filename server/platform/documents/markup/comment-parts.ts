// The comments of a Word document in its parts: the comments themselves, and beside them which answer which, and which
// are resolved.
import { AppError } from '../../errors.ts'
import {
  attributeOf,
  allIn,
  elementIn,
  elementsIn,
  isElement,
  type WordElement,
  type WordTree,
} from './word-tree.ts'
import { relatedNames } from './relationships.ts'
import { runText } from './run-text.ts'
import { treeOf, type WordPackage } from './word-package.ts'

export interface WordComment {
  /** As the marks in the text name it. */
  readonly wordId: string
  readonly element: WordElement
  readonly author: string
  readonly date: string
  readonly text: string
  /** Of its last paragraph: what the other parts name it by. */
  readonly paragraphId: string
  /** The element of the one that begins its thread; undefined for that itself. */
  readonly answers: WordElement | undefined
  readonly isResolved: boolean
}

/** A part that the body's relationships name. */
export interface RelatedPart {
  readonly name: string
  readonly tree: WordTree
}

export interface CommentParts {
  readonly comments: RelatedPart | undefined
  readonly extended: RelatedPart | undefined
}

// a document with more is none that somebody reads
const mostComments = 1_000

/** The parts of the comments, as far as the document has them. */
export async function commentPartsOf(word: WordPackage): Promise<CommentParts> {
  const part = async (type: string): Promise<RelatedPart | undefined> => {
    const [name] = relatedNames(word, type, word.body)
    return name === undefined ? undefined : { name, tree: await treeOf(word, name) }
  }
  return { comments: await part('comments'), extended: await part('commentsExtended') }
}

/** Up to and with the last slash of a name of a part. */
export const folderOf = (name: string): string => name.slice(0, name.lastIndexOf('/') + 1)

/** The name of the part with the body's relationships. */
export function relationshipsName({ body }: WordPackage): string {
  const folder = folderOf(body)
  return `${folder}_rels/${body.slice(folder.length)}.rels`
}

/** The comments in the order of their part. */
export function commentsIn({ comments, extended }: CommentParts): readonly WordComment[] {
  if (!comments) return []
  const states = statesIn(extended)
  const found = [...allIn(comments.tree.root)]
    .filter(({ name }) => name === 'comment')
    .slice(0, mostComments)
    .map(commentOf)
  // of several with one id the first is the one that is meant
  const byParagraph = new Map(found.toReversed().map((each) => [each.paragraphId, each]))
  byParagraph.delete('')
  return found.map((comment) => {
    const first = firstOf(comment.paragraphId, states, byParagraph)
    const begins = first === comment.paragraphId ? undefined : byParagraph.get(first)
    const state = states.get(begins?.paragraphId ?? comment.paragraphId)
    return { ...comment, answers: begins?.element, isResolved: state?.isDone ?? false }
  })
}

interface State {
  readonly parent: string | undefined
  readonly isDone: boolean
}

/** By the ids of paragraphs. */
function statesIn(extended: RelatedPart | undefined): ReadonlyMap<string, State> {
  const states = new Map<string, State>()
  for (const element of extended ? allIn(extended.tree.root) : []) {
    if (!element.name.endsWith('commentEx')) continue
    const id = attributeOf(element, 'paraId')?.toUpperCase()
    if (id === undefined) continue
    const isDone = ['1', 'true', 'on'].includes(attributeOf(element, 'done') ?? '')
    states.set(id, { parent: attributeOf(element, 'paraIdParent')?.toUpperCase(), isDone })
  }
  return states
}

const deepest = 20

function firstOf(
  paragraphId: string,
  states: ReadonlyMap<string, State>,
  known: ReadonlyMap<string, unknown>,
): string {
  let id = paragraphId
  for (let depth = 0; depth < deepest; depth++) {
    const parent = states.get(id)?.parent
    // an answer to what is not there begins a thread
    if (parent === undefined || !known.has(parent)) return id
    id = parent
  }
  return paragraphId
}

const longest = 4_000

function commentOf(element: WordElement): Omit<WordComment, 'answers' | 'isResolved'> {
  const paragraphs = [...allIn(element)].filter(({ name }) => name === 'p')
  const last = paragraphs.at(-1)
  return {
    wordId: attributeOf(element, 'id') ?? '',
    element,
    author: (attributeOf(element, 'author') || attributeOf(element, 'initials') || '').slice(0, 255),
    date: (attributeOf(element, 'date') ?? '').slice(0, 40),
    text: paragraphs.map(textOf).join('\n').trim().slice(0, longest),
    paragraphId: (last ? (attributeOf(last, 'paraId') ?? '') : '').toUpperCase(),
  }
}

const textOf = (paragraph: WordElement): string =>
  [...allIn(paragraph)]
    .filter(({ name, parent }) => name === 'r' && parent?.name !== 'del')
    .map((run) => linesOf(run))
    .join('')

// a line break in a comment is one, and no space
const linesOf = (run: WordElement): string =>
  elementIn(run, 'br') === undefined
    ? runText(run).text
    : elementsIn(run)
        .map((child) => (child.name === 'br' ? '\n' : runText({ ...run, children: [child] }).text))
        .join('')

/** Takes comments out of their parts: their words are gone. */
export function removeComments(parts: CommentParts, wordIds: ReadonlySet<string>): void {
  const lost = commentsIn(parts).filter(({ wordId }) => wordIds.has(wordId))
  const paragraphs = new Set(lost.map(({ paragraphId }) => paragraphId).filter((id) => id !== ''))
  for (const { element } of lost) element.gone = 'whole'
  for (const root of parts.extended ? [parts.extended.tree.root] : [])
    for (const element of allIn(root)) {
      const id = attributeOf(element, 'paraId')?.toUpperCase()
      if (id !== undefined && paragraphs.has(id)) element.gone = 'whole'
    }
}

/** The root element of a part. */
export function rootOf({ tree }: RelatedPart): WordElement {
  const root = tree.root.children.find(isElement)
  if (!root) throw new AppError('bad_request', 'The document is damaged: a part of it is empty.')
  return root
}
