// Writes answers to comments into a Word document: the comment, its marks in the text, and the part that says which
// comment answers which and what is resolved.
import { randomInt } from 'node:crypto'
import { type CommentParts, type RelatedPart, rootOf, type WordComment } from './comment-parts.ts'
import { addRelatedPart } from './related-parts.ts'
import { setPart, type WordPackage } from './word-package.ts'
import {
  allIn,
  attributeOf,
  insertAfter,
  newElement,
  prefixOf,
  readWordTree,
  setAttribute,
  type WordElement,
  writeWordTree,
} from './word-tree.ts'

const w14 = 'http://schemas.microsoft.com/office/word/2010/wordml'
const w15 = 'http://schemas.microsoft.com/office/word/2012/wordml'

/** A comment with its answers. */
export interface Thread {
  readonly first: WordComment
  /** Of the last paragraph of the first one. */
  readonly id: string
  /** The same of the answers. */
  readonly answers: string[]
  /** Its last comment, and the marks in the text of the last one that has some. */
  last: WordElement
  marks: readonly WordElement[]
  isResolved: boolean
  /** Whether it was resolved or reopened. */
  isDecided: boolean
}

interface Comments {
  readonly comments: RelatedPart
  /** The ids of paragraphs, and the numbers of comments, that are used. */
  readonly taken: Set<string>
  readonly numbers: Set<string>
}

/** What other parts name a paragraph by; empty if it has none. */
export const idOf = (element: WordElement): string => (attributeOf(element, 'paraId') ?? '').toUpperCase()

/** Gives the last paragraph of a comment an id of its own. */
export function giveId(comment: WordElement, { comments, taken }: Omit<Comments, 'numbers'>): string {
  const id = freeId(taken)
  const last = [...allIn(comment)].findLast(({ name }) => name === 'p') ?? addParagraph(comment)
  setAttribute(last, { name: 'paraId', prefix: declared(rootOf(comments), 'w14', w14), value: id })
  return id
}

function freeId(taken: Set<string>): string {
  for (;;) {
    const id = randomInt(1, 0x7fff_ffff).toString(16).toUpperCase().padStart(8, '0')
    if (taken.has(id)) continue
    taken.add(id)
    return id
  }
}

function addParagraph(comment: WordElement): WordElement {
  const paragraph = { ...newElement('p', `<${prefixOf(comment)}p`), parent: comment }
  comment.children.push(paragraph)
  return paragraph
}

interface Written {
  readonly author: string
  readonly date: string
  readonly text: string
}

/** Adds an answer to a thread; its marks stand beside those of the comment before. */
export function addAnswer(
  thread: Thread,
  { comments, taken, numbers }: Comments,
  { author, date, text }: Written,
): void {
  const p = prefixOf(thread.first.element)
  const a = attributePrefixOf(thread.first.element)
  const own = declared(rootOf(comments), 'w14', w14)
  const wordId = freeNumber(numbers)
  const id = freeId(taken)
  const lines = text.replaceAll(/\r\n?/g, '\n').split('\n')
  const paragraphs = lines.map((line, at) => {
    const named = at === lines.length - 1 ? ` ${own}paraId="${id}"` : ''
    return `<${p}p${named}><${p}r><${p}t xml:space="preserve">${escaped(line)}</${p}t></${p}r></${p}p>`
  })
  const initials = author.replaceAll(/(\p{L})\S*\s*/gu, '$1').slice(0, 9)
  const head = `<${p}comment ${a}id="${wordId}" ${a}author="${escaped(author)}" ${a}date="${date}" ${a}initials="${escaped(initials)}"`
  const answer = newElement('comment', head, [paragraphs.join('')])
  insertAfter(thread.last, answer)
  thread.last = answer
  thread.answers.push(id)
  thread.marks = addMarks(thread.marks, wordId)
}

/** Of the id of an element: attributes have a prefix also where elements have none. */
const attributePrefixOf = (element: WordElement): string =>
  /\s([\w.-]{1,40}:)?id\s*=/.exec(element.head)?.[1] ?? prefixOf(element)

function freeNumber(numbers: Set<string>): number {
  let number = numbers.size
  while (numbers.has(String(number))) number++
  numbers.add(String(number))
  return number
}

/** As Word has them: where the words begin, and behind the former reference where they end and what refers to them. */
function addMarks(marks: readonly WordElement[], wordId: number): readonly WordElement[] {
  const markLike = (mark: WordElement, name: string) =>
    newElement(name, `<${prefixOf(mark)}${name} ${attributePrefixOf(mark)}id="${wordId}"`)
  const [start, end, reference] = ['commentRangeStart', 'commentRangeEnd', 'commentReference'].map((name) =>
    marks.find((each) => each.name === name),
  )
  const known = reference ?? end
  if (!known) return []
  const behind = known.parent?.name === 'r' ? known.parent : known
  const referring = markLike(known, 'commentReference')
  const run = newElement('r', `<${prefixOf(known)}r`, [referring])
  referring.parent = run
  insertAfter(behind, run)
  if (!start || !end) return [referring]
  const [begins, ends] = [markLike(start, start.name), markLike(end, end.name)]
  insertAfter(start, begins)
  insertAfter(behind, ends)
  return [begins, ends, referring]
}

/** Writes which comment answers which, and what is resolved, into the part that says so, or makes it. */
export async function writeThreads(
  word: WordPackage,
  { comments, extended }: CommentParts,
  threads: readonly Thread[],
): Promise<void> {
  if (comments) setPart(word, comments.name, writeWordTree(comments.tree))
  const empty = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><w15:commentsEx xmlns:w15="${w15}"></w15:commentsEx>`
  const tree = extended?.tree ?? readWordTree(empty)
  const root = rootOf({ name: '', tree })
  const prefix = declared(root, 'w15', w15)
  const known = new Map<string, WordElement>()
  for (const element of allIn(root)) if (element.name.endsWith('commentEx')) known.set(idOf(element), element)
  for (const { id, answers, isResolved, isDecided } of threads)
    for (const each of [id, ...answers]) {
      const done = isResolved ? '1' : '0'
      const element = known.get(each)
      if (element && isDecided) setAttribute(element, { name: 'done', prefix, value: done })
      if (element) continue
      const parent = each === id ? '' : ` ${prefix}paraIdParent="${id}"`
      root.children.push(`<${prefix}commentEx ${prefix}paraId="${each}"${parent} ${prefix}done="${done}"/>`)
    }
  const content = writeWordTree(tree)
  if (extended) return setPart(word, extended.name, content)
  const kind = 'commentsExtended'
  await addRelatedPart(word, {
    file: `${kind}.xml`,
    type: `http://schemas.microsoft.com/office/2011/relationships/${kind}`,
    contentType: `application/vnd.openxmlformats-officedocument.wordprocessingml.${kind}+xml`,
    content,
  })
}

/** The prefix of a namespace with its colon, declared at the root where it is not. */
function declared(root: WordElement, wanted: string, namespace: string): string {
  const prefixes = new Map<string, string>()
  for (const [, prefix = '', , value = ''] of root.head.matchAll(
    /\sxmlns:([\w.-]{1,40})\s*=\s*(["'])([^"']{0,200})\2/g,
  ))
    prefixes.set(prefix, value)
  const known = [...prefixes].find(([, value]) => value === namespace)?.[0]
  if (known !== undefined) return `${known}:`
  let free = wanted
  for (let number = 2; prefixes.has(free); number++) free = `${wanted}x${number}`
  setAttribute(root, { name: free, prefix: 'xmlns:', value: namespace })
  return `${free}:`
}

const entities = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
])

/** As it stands in XML, without what that cannot have. */
const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\uFFFE\uFFFF]/gu, ' ')
    .replaceAll(/[&<>"]/g, (character) => entities.get(character) ?? character)
