// A web page, read as it streams through a parser that stops at its limits. No tree is made of it: the work of those
// that do grows with the square of its depth. Runs in a document worker.
import { Parser } from 'htmlparser2'
import { AppError } from '../errors.ts'

const limits = { depth: 500, elements: 500_000 }

/** What of the page is read before the end, if that is not all of it. */
type Stop = 'too deep' | 'too many elements'

interface Handlers {
  readonly open?: (name: string, attributes: Readonly<Record<string, string>>) => void
  readonly close?: (name: string) => void
  readonly text?: (text: string) => void
}

/** Reads up to the first limit, and returns which one that was. */
function readPage(html: string, { open, close, text }: Handlers): Stop | undefined {
  let [depth, elements] = [0, 0]
  let stop: Stop | undefined
  const stopAt = (limit: Stop) => {
    stop = limit
    throw new Stopped()
  }
  const parser = new Parser({
    onopentag(name, attributes) {
      if (++depth > limits.depth) stopAt('too deep')
      if (++elements > limits.elements) stopAt('too many elements')
      open?.(name, attributes)
    },
    onclosetag(name) {
      depth--
      close?.(name)
    },
    ontext: (found) => text?.(found),
  })
  try {
    parser.end(html)
  } catch (error) {
    if (!(error instanceof Stopped)) throw error
  }
  return stop
}

class Stopped extends Error {}

/** The error for a page that nests its elements beyond the limit. */
export const tooDeep = () =>
  new AppError('bad_request', `The page has elements nested more than ${limits.depth} deep.`)

/** Throws bad_request for a page that is nested too deep for those that make a tree of it. */
export function checkDepth(html: string): void {
  if (readPage(html, {}) === 'too deep') throw tooDeep()
}

/** The text of a page: blocks are divided by empty lines. */
export interface PageText {
  readonly text: string
  /** Why it ends before the page does. */
  readonly stop: Stop | undefined
}

interface Options {
  /** Stands before the level at the beginning of a heading. */
  readonly headingMark?: string
  /** As in a mail without a page: the address of a link follows its text, and what is quoted stands behind marks. */
  readonly asMail?: boolean
}

const paragraphs = new Set(
  'address article aside blockquote dl fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr main nav ol p pre section table ul'.split(
    ' ',
  ),
)
const lines = new Set('caption dd details div dt figcaption legend li option summary tr'.split(' '))
const unseen = new Set(['script', 'style', 'noscript', 'template', 'title'])

/** What a reader of the page sees of its words, without what is not shown. */
export function textOfPage(html: string, { headingMark, asMail = false }: Options = {}): PageText {
  const text = createText()
  const lists: number[] = []
  const addresses: string[] = []
  let [depth, unseenFrom, preformatted, quotes] = [0, 0, 0, 0]
  const divide = (name: string) => {
    if (asMail && name === 'blockquote') text.quote(quotes)
    if (paragraphs.has(name)) text.divide(2)
    else if (lines.has(name)) text.divide(1)
    else if (name === 'td' || name === 'th') text.add(' ')
  }
  const stop = readPage(html, {
    open(name, { href = '' }) {
      depth++
      if (unseenFrom === 0 && unseen.has(name)) unseenFrom = depth
      if (unseenFrom > 0) return
      if (name === 'blockquote') quotes++
      divide(name)
      if (name === 'br') text.divide('one more')
      else if (name === 'pre') preformatted++
      else if (name === 'ol' || name === 'ul') lists.push(name === 'ol' ? 1 : 0)
      else if (name === 'li') text.add(`${markOf(lists)} `)
      else if (name === 'a') addresses.push(href)
      else if (headingMark !== undefined && /^h[1-6]$/.test(name)) text.add(`${headingMark}${name[1]} `)
    },
    close(name) {
      const seen = unseenFrom === 0
      if (depth === unseenFrom) unseenFrom = 0
      depth--
      if (!seen) return
      if (name === 'blockquote') quotes--
      if (name === 'pre') preformatted--
      else if (name === 'ol' || name === 'ul') lists.pop()
      else if (name === 'a') {
        const address = addresses.pop() ?? ''
        if (asMail && /^(?:https?|mailto):/i.test(address)) text.add(` [${address}]`)
      }
      divide(name)
    },
    text(found) {
      if (unseenFrom > 0) return
      if (preformatted > 0) text.addLines(found)
      else text.add(found)
    },
  })
  return { text: text.end(), stop }
}

/** The mark of the next item of the innermost list; its number is counted on. */
function markOf(lists: number[]): string {
  const number = lists.at(-1) ?? 0
  if (number === 0) return '*'
  lists[lists.length - 1] = number + 1
  return `${number}.`
}

// more are not counted by a reader
const mostMarks = 10

/** Text with white space as a browser shows it. */
function createText() {
  let text = ''
  let newLines = 0
  let space = false
  let marks = ''
  const put = (words: string) => {
    if (text === '' || newLines > 0) text += text === '' ? marks : `${'\n'.repeat(newLines)}${marks}`
    else if (space) text += ' '
    text += words
    newLines = 0
    space = false
  }
  const add = (found: string) => {
    const words = found.replace(/\s+/g, ' ')
    if (words.startsWith(' ')) space = true
    const trimmed = words.trim()
    if (trimmed === '') return
    put(trimmed)
    space = words.endsWith(' ')
  }
  return {
    add,
    /** Keeps the ends of lines. */
    addLines(found: string) {
      for (const [index, line] of found.split('\n').entries()) {
        if (index > 0) newLines = Math.min(newLines + 1, 2)
        add(line)
      }
    },
    /** What follows begins so many lines further down. */
    divide(by: 1 | 2 | 'one more') {
      newLines = by === 'one more' ? Math.min(newLines + 1, 2) : Math.max(newLines, by)
      space = false
    },
    /** What follows is quoted so many times. */
    quote(times: number) {
      marks = '> '.repeat(Math.min(times, mostMarks))
    },
    end: () => text,
  }
}
