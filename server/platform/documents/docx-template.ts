// Word documents with placeholders, and filling them. Independent of fields and contracts: the caller provides the
// values of the names.
//
// placeholder   {Name}: a text
// section       {#Name}…{/Name}: once for each part of an answer, omitted without one; {^Name}…{/Name} only without one
// condition     {#Name=text}…{/}: if the answer is this text, in any case
// clause        {{clause:liability}}: where a clause goes (clause-anchors.ts)
// anchor        {{sign:1}}: where the first signer signs; it is no placeholder, and stays as it is
//
// Names are only looked up: there are no expressions, and nothing in a document or an answer is executed or becomes
// markup.
import { isUtf8 } from 'node:buffer'
import Docxtemplater, { type DXT } from 'docxtemplater'
import PizZip from 'pizzip'
import { docxCounter } from './docx-limits.ts'
import { keyOfName } from './docx-names.ts'
import { AppError, badInput, badInputs, sentence } from '../errors.ts'
import { type AnswerPlace, filledText, readAnswerPlaces, withoutMarks } from './answer-places.ts'
import { type ClausePlace, readClausePlaces, withClausesHidden } from './clause-anchors.ts'
import { type ClauseToFill, fillClauses, type FilledClause } from './fill-clauses.ts'
import { withAnchorsHidden, withAnchorsShown } from './signing-anchors.ts'
import { readZip } from './zip-archive.ts'

/** The value of a name. */
export interface Answer {
  /** Null if there is none. */
  readonly text: string | null
  /** What a section with this name iterates over: `.` is the text of one part. */
  readonly parts: readonly Scope[]
  /** The field that was answered, if its place in the document is to be known. */
  readonly field?: number
}
/** Answers by `keyOfName`. */
export type Scope = ReadonlyMap<string, Answer>

/** An uploaded document with placeholders. */
export interface DocxTemplate {
  readonly bytes: Uint8Array
  /** The name of the input, for errors. */
  readonly input: string
}

export interface DocxNames {
  /** Every name used in the document, without duplicates, as written there. */
  readonly names: readonly string[]
}

/** What a document refers to. */
export interface ReadDocxNames extends DocxNames {
  readonly clauses: readonly ClausePlace[]
  /** Words in square brackets, as written there, each once: places that people fill in by hand. */
  readonly blanks: readonly string[]
}

/** The filled document; or the required names that have no text. */
export type FilledDocx = DocxNames &
  (
    | {
        readonly document: Uint8Array
        readonly clauses: readonly FilledClause[]
        readonly places: readonly AnswerPlace[]
      }
    | { readonly missing: readonly string[] }
    | { readonly unknownClauses: readonly string[] }
  )

const limits = { entries: 1_000, bytes: 64 * 1_048_576 }
const markupLimit = 16 * 1_048_576
const lookUpLimit = 50_000
const mostBlanks = 200
const repeatedLimit = 64 * 1_048_576

/** The names in a document; throws 400 for its input listing everything that is wrong with it. */
export function readDocxNames({ bytes, input }: DocxTemplate): ReadDocxNames {
  const { document, names } = compile(checkedParts(bytes, input), input, () => ({ get: () => undefined }))
  const clauses = readClausePlaces(document.getZip().file(mainPart)?.asText() ?? '', input)
  const known = new Map(
    [...names, ...clauses.flatMap(({ by }) => by ?? [])].map((name) => [keyOfName(name), name]),
  )
  const blanks = new Set(
    document
      .getFullText()
      .match(/\[[^[\]{}]{1,80}\]/g)
      ?.filter((each) => /\p{L}/u.test(each)),
  )
  return { names: [...known.values()], clauses, blanks: [...blanks].slice(0, mostBlanks) }
}

/** A document and the values of its names. */
export interface DocxToFill extends DocxTemplate {
  readonly answers: Scope
  /** For a preview: by `keyOfName`, what stands in place of a name without a text. Nothing is missing then. */
  readonly blanks?: ReadonlyMap<string, string>
  /** Those that the document may name. */
  readonly clauses?: readonly ClauseToFill[]
}

/** Fills a document; throws as `readDocxNames` does, and 400 for one that would repeat its sections endlessly. */
export function fillDocx({ bytes, input, answers, blanks, clauses = [] }: DocxToFill): FilledDocx {
  const missing = new Set<string>()
  const withoutText = (name: string) => {
    if (blanks) return `[${blanks.get(keyOfName(name)) ?? name}]`
    missing.add(name)
    return ''
  }
  const repeated = repetitionLimit()
  const { document, names } = compile(
    checkedParts(bytes, input),
    input,
    (tag) => ({
      get(scope: Scope, { meta }: DXT.ParserContext) {
        const part = meta.part as Part
        const found = lookUp(tag, scope, part.module === 'loop')
        // beyond the limit nothing is found any more, so that it terminates
        return repeated.isOver(part, Array.isArray(found) ? found.length : 0) ? undefined : found
      },
    }),
    ({ value }) => withoutText(value),
  )
  document.render(answers)
  if (repeated.reached()) {
    throw badInput(
      input,
      sentence('The document repeats too much: sections within sections, or long ones for many answers.'),
    )
  }
  const filled = document.getZip()
  const put = fillClauses(filled.file(mainPart)?.asText() ?? '', { input, answers, clauses, withoutText })
  if (put.unknown.length > 0) return { names, unknownClauses: put.unknown }
  if (missing.size > 0) return { names: [...names, ...put.names], missing: [...missing] }
  filled.file(mainPart, put.markup)
  for (const { name } of filled.file(textParts)) {
    const text = filled.file(name)?.asText() ?? ''
    const shown = withAnchorsShown(withoutMarks(text))
    if (shown !== text) filled.file(name, shown)
  }
  return {
    names: [...names, ...put.names],
    document: document.toBuffer({ compression: 'DEFLATE' }),
    clauses: put.filled,
    places: readAnswerPlaces(put.markup),
  }
}

/** Counts how often names are looked up, and how much text sections repeat. */
function repetitionLimit() {
  let lookUps = 0
  let repeated = 0
  const sizes = new Map<Part, number>()
  const sizeOf = (part: Part): number => {
    const known = sizes.get(part)
    if (known !== undefined) return known
    const inside = (part.subparsed ?? []).reduce((sum, each) => sum + sizeOf(each), 0)
    const size = part.value.length + inside
    sizes.set(part, size)
    return size
  }
  const reached = () => lookUps > lookUpLimit || repeated > repeatedLimit
  return {
    reached,
    isOver(part: Part, times: number): boolean {
      lookUps++
      if (times > 1) repeated += times * sizeOf(part)
      return reached()
    },
  }
}

function lookUp(tag: string, scope: Scope, isSection: boolean): string | readonly Scope[] | undefined {
  const [name = '', ...wanted] = tag.split('=')
  const answer = scope.get(keyOfName(name))
  if (!answer) return undefined
  if (!isSection) return filledText(answer)
  if (wanted.length === 0) return answer.parts
  const same = (text: string | null) => text?.trim().toLowerCase() === wanted.join('=').trim().toLowerCase()
  return same(answer.text) || answer.parts.some((part) => same(part.get('.')?.text ?? null))
    ? [new Map()]
    : []
}

// where Word keeps what is read: the text itself, and what is above, below and beside it
const textParts = /^word\/[^/]*\.xml$/

function hidingAnchors(name: string, content: Buffer): Buffer {
  if (!textParts.test(name)) return content
  const text = withAnchorsHidden(content.toString('utf8'))
  return Buffer.from(name === mainPart ? withClausesHidden(text) : text)
}

type Part = DXT.Part & { readonly inverted?: boolean }

interface Compiled {
  readonly document: Docxtemplater<PizZip>
  readonly names: readonly string[]
}

function compile(
  parts: readonly { readonly name: string; readonly content: Buffer }[],
  input: string,
  parser: (tag: string) => DXT.Parser,
  nullGetter?: (part: Part) => string,
): Compiled {
  const zip = new PizZip()
  for (const { name, content } of parts) zip.file(name, hidingAnchors(name, content), { binary: true })
  const found: Part[] = []
  const collector: DXT.Module = {
    name: 'names',
    postparse(parsed) {
      found.push(...placeholdersIn(parsed))
      return parsed
    },
  }
  try {
    const document = new Docxtemplater(zip, {
      paragraphLoop: true,
      linebreaks: true,
      stripInvalidXMLChars: true,
      errorLogging: false,
      // limits count braces, so no other delimiters are allowed
      syntax: { changeDelimiterPrefix: null },
      modules: [collector],
      parser,
      // sections without an answer are omitted; placeholders without one are reported
      nullGetter: (part) => (part.module === undefined ? (nullGetter?.(part) ?? '') : []),
    })
    const raw = found.find((part) => part.module !== undefined && part.module !== 'loop')
    if (raw)
      throw badInput(
        input,
        sentence(`{${raw.value}} is an unsupported kind of placeholder: answers are text.`),
      )
    return { document, names: namesOf(found) }
  } catch (error) {
    throw refusalOf(error, input)
  }
}

const placeholdersIn = (parsed: readonly Part[]): readonly Part[] =>
  parsed
    .filter((part) => part.type === 'placeholder')
    .flatMap((part) => [part, ...placeholdersIn(part.subparsed ?? [])])

const namesOf = (found: readonly Part[]): readonly string[] => {
  const names = found.map(({ value }) => (value.split('=')[0] ?? '').trim()).filter((name) => name !== '.')
  return [...new Map(names.map((name) => [keyOfName(name), name])).values()]
}

/** Converts errors of the template engine into input errors. */
function refusalOf(error: unknown, input: string): unknown {
  if (error instanceof AppError || !(error instanceof Error)) return error
  const { properties } = error as {
    properties?: { explanation?: string; errors?: readonly (typeof error)[] }
  }
  if (!properties) return error
  const causes = (properties.errors ?? [error]) as readonly { properties?: { explanation?: string } }[]
  const explanations = causes.map((cause) => cause.properties?.explanation ?? error.message)
  return badInputs({
    [input]: [...new Set(explanations)]
      .slice(0, 20)
      .map((each) => sentence(`${each.slice(0, 300)}.`.replace(/\.\.$/, '.'))),
  })
}

const mainPart = 'word/document.xml'

/** The parts of the package, if it is a Word document without macros and within the limits. */
function checkedParts(bytes: Uint8Array, input: string) {
  const parts = readZip(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), limits)
  const refuse = (message: string) => badInput(input, sentence(message))
  if (
    !parts.some(({ name }) => name === '[Content_Types].xml') ||
    !parts.some(({ name }) => name === mainPart)
  ) {
    throw refuse('The file is not a Word document (.docx).')
  }
  if (parts.some(({ name }) => /(^|\/)vbaProject\.bin$/i.test(name)))
    throw refuse('Documents with macros are not accepted.')
  const markup = parts.filter(({ name }) => /\.(xml|rels)$/i.test(name))
  if (markup.reduce((sum, { content }) => sum + content.length, 0) > markupLimit) {
    throw new AppError('too_large', 'The text of the document is longer than 16 MiB.')
  }
  const counter = docxCounter()
  for (const { name, content } of markup) {
    const text = content.toString('utf8')
    // entities can make a small document expand endlessly, or read files
    if (!isUtf8(content) || content.includes(0) || /<!(DOCTYPE|ENTITY)/i.test(text))
      throw refuse(`${name} is not plain XML in UTF-8 without a document type.`)
    const wrong = counter.add(text)
    if (wrong !== undefined) throw refuse(`The template ${wrong}. Send a simpler one.`)
  }
  return parts
}
