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

/** What is left for the parts of one document. */
export interface XmlBudget {
  /** Counts an element; false if there are too many. */
  take(): boolean
  /** Whether something was left out. */
  spent(): boolean
}

/** The budget of a document. */
export function xmlBudget(): XmlBudget {
  let left = limits.elements
  return {
    take: () => left-- > 0,
    spent: () => left < 0,
  }
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
    spent ||= !budget.take()
    if (!spent) open?.(local(name), attributes)
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
