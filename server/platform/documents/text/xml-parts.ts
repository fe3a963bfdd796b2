// Reading the XML of an archive as it is unpacked, within limits for all parts of a document together.
import { SaxesParser } from 'saxes'
import { AppError } from '../../errors.ts'
import type { ZipPart } from '../zip-archive.ts'

const limits = {
  depth: 500,
  /** Of all parts: what follows is left out. */
  elements: 2_000_000,
  /** Of one element. */
  attributes: 1_000,
  /** Characters without an end of a text or a tag, which the parser keeps until it comes. */
  unbroken: 8_000_000,
}

/** Of all parts: as many as a contract of 2,000 pages has. */
export const mostParagraphs = 60_000

/** What is left for the parts of one document. */
export interface XmlBudget {
  /** Counts an element by its name without a prefix; false if there are too many. */
  take(name: string): boolean
  /** What there is too much of, after which everything was left out: `more than 60,000 paragraphs`. */
  excess(): string | undefined
}

/** The budget of a document. */
export function xmlBudget(most = mostParagraphs): XmlBudget {
  let [elements, paragraphs] = [0, 0]
  const excess = () => {
    if (paragraphs > most) return `more than ${most.toLocaleString('en')} paragraphs`
    return elements > limits.elements
      ? `more than ${limits.elements.toLocaleString('en')} elements`
      : undefined
  }
  return {
    take(name) {
      elements++
      if (name === 'p') paragraphs++
      return excess() === undefined
    },
    excess,
  }
}

/** Throws bad_request for a document of which something was left out. */
export function checkBudget(budget: XmlBudget): void {
  const excess = budget.excess()
  if (excess !== undefined)
    throw new AppError('bad_request', `The document has ${excess}. Send a shorter one.`)
}

/** What is done with an element or a text; names come without their prefix. */
export interface Handlers {
  readonly open?: (name: string, attributes: Readonly<Record<string, string>>) => void
  readonly close?: (name: string) => void
  readonly text?: (text: string) => void
}

interface Until {
  readonly budget: XmlBudget
  readonly isFull: () => boolean
}

/**
 * Reads a part until its end, until `isFull` says so, or until the budget is spent. Throws bad_request for what is no
 * XML, ends before its elements do, declares a document type, or is beyond the limits.
 */
export async function readXml(part: ZipPart, handlers: Handlers, { budget, isFull }: Until): Promise<void> {
  let unbroken = 0
  const { parser, spent } = parserOf(handlers, budget, () => (unbroken = 0))
  let decoder: InstanceType<typeof TextDecoder> | undefined
  for await (const piece of part.read()) {
    decoder ??= new TextDecoder(piece[0] === 0xff && piece[1] === 0xfe ? 'utf-16le' : 'utf-8')
    const text = decoder.decode(piece, { stream: true })
    unbroken += text.length
    parser.write(text)
    if (unbroken > limits.unbroken) throw damaged('it has a text or a tag without an end')
    if (spent() || isFull()) return
  }
  // one that is cut off is not taken for a whole one
  if (decoder) parser.write(decoder.decode()).close()
}

function parserOf({ open, close, text }: Handlers, budget: XmlBudget, onBreak: () => void) {
  const parser = new SaxesParser()
  let [depth, attributesNow, spent] = [0, 0, false]
  parser.on('attribute', () => {
    onBreak()
    if (++attributesNow > limits.attributes)
      throw damaged(`an element has more than ${limits.attributes} attributes`)
  })
  parser.on('opentag', ({ name, attributes }) => {
    onBreak()
    attributesNow = 0
    if (++depth > limits.depth) throw damaged(`it has elements nested more than ${limits.depth} deep`)
    // the rest of a piece is read without being kept
    const own = local(name)
    spent ||= !budget.take(own)
    if (!spent) open?.(own, attributes)
  })
  parser.on('closetag', ({ name }) => {
    onBreak()
    depth--
    if (!spent) close?.(local(name))
  })
  const onText = (found: string) => {
    onBreak()
    if (!spent) text?.(found)
  }
  parser.on('text', onText)
  parser.on('cdata', onText)
  parser.on('doctype', () => {
    throw damaged('it declares a document type')
  })
  parser.on('error', (error) => {
    throw damaged(error.message)
  })
  return { parser, spent: () => spent }
}

/** The name of an element or attribute without its prefix. */
export const local = (name: string) => name.slice(name.indexOf(':') + 1)
const damaged = (why: string) => new AppError('bad_request', `The document is damaged: ${why}.`)
