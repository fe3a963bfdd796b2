// Word documents with placeholders, and filling them. Knows no field and no contract; whoever fills a document says what its
// names mean.
//
// placeholder   {Name}: a text
// section       {#Name}…{/Name}: once for each part of an answer, not at all without one; {^Name}…{/Name} only without one
// condition     {#Name=text}…{/}: when the answer is this text, in any case
//
// A name is only ever looked up. There are no expressions, and nothing in a document or in an answer is run or becomes markup.
import { isUtf8 } from 'node:buffer'
import Docxtemplater, { type DXT } from 'docxtemplater'
import PizZip from 'pizzip'
import { keyOfName } from './docx-names.ts'
import { AppError, badInput, badInputs } from './errors.ts'
import { readZip } from './zip-archive.ts'

/** What a name stands for. */
export interface Answer {
  /** Null when there is none. */
  readonly text: string | null
  /** What a section of the name runs through: `.` is the text of one part. */
  readonly parts: readonly Scope[]
}
/** Answers by `keyOfName`. */
export type Scope = ReadonlyMap<string, Answer>

export interface DocxTemplate {
  /** Every name the document speaks of, once, as it is written there. */
  readonly names: readonly string[]
  /** The filled document; or the names that it needs a text for and that have none. */
  fill(answers: Scope): { readonly document: Buffer } | { readonly missing: readonly string[] }
}

const limits = { entries: 1_000, bytes: 64 * 1_048_576 }
const markupLimit = 16 * 1_048_576
const lookUpLimit = 50_000

/** Opens a document; throws 400 for `input` with everything that is wrong with it. */
export function openDocxTemplate(bytes: Buffer, input: string): DocxTemplate {
  const parts = checkedParts(bytes, input)
  const names = compile(parts, input, (tag) => ({ get: () => tag })).names
  return {
    names,
    fill(answers) {
      const missing = new Set<string>()
      let lookUps = 0
      const { document } = compile(
        parts,
        input,
        (tag) => ({
          // beyond the limit nothing is found any more, so that it comes to an end
          get: (scope: Scope, { meta }: DXT.ParserContext) =>
            ++lookUps > lookUpLimit ? undefined : lookUp(tag, scope, meta.part.module === 'loop'),
        }),
        ({ value }) => {
          missing.add(value)
          return ''
        },
      )
      document.render(answers)
      if (lookUps > lookUpLimit) {
        throw badInput(input, 'The document repeats too much: its sections lie in each other.')
      }
      if (missing.size > 0) return { missing: [...missing] }
      return { document: document.toBuffer({ compression: 'DEFLATE' }) }
    },
  }
}

function lookUp(tag: string, scope: Scope, isSection: boolean): string | readonly Scope[] | undefined {
  const [name = '', ...wanted] = tag.split('=')
  const answer = scope.get(keyOfName(name))
  if (!answer) return undefined
  if (!isSection) return answer.text ?? undefined
  if (wanted.length === 0) return answer.parts
  const same = (text: string | null) => text?.trim().toLowerCase() === wanted.join('=').trim().toLowerCase()
  return same(answer.text) || answer.parts.some((part) => same(part.get('.')?.text ?? null))
    ? [new Map()]
    : []
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
  for (const { name, content } of parts) zip.file(name, content, { binary: true })
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
      modules: [collector],
      parser,
      // sections without an answer are left out; a placeholder without one is noted
      nullGetter: (part) => (part.module === undefined ? (nullGetter?.(part) ?? '') : []),
    })
    const raw = found.find((part) => part.module !== undefined && part.module !== 'loop')
    if (raw)
      throw badInput(input, `{${raw.value}} is a kind of placeholder that is not taken: answers are text.`)
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

/** What the template engine says of a document, as errors of the input. */
function refusalOf(error: unknown, input: string): unknown {
  if (error instanceof AppError || !(error instanceof Error)) return error
  const { properties } = error as {
    properties?: { explanation?: string; errors?: readonly (typeof error)[] }
  }
  if (!properties) return error
  const causes = (properties.errors ?? [error]) as readonly { properties?: { explanation?: string } }[]
  const explanations = causes.map((cause) => cause.properties?.explanation ?? error.message)
  return badInputs({
    [input]: [...new Set(explanations)].slice(0, 20).map((each) => `${each}.`.replace(/\.\.$/, '.')),
  })
}

const mainPart = 'word/document.xml'

/** The parts of the package, when it is a Word document that does nothing of its own. */
function checkedParts(bytes: Buffer, input: string) {
  const parts = readZip(bytes, limits)
  const refuse = (message: string) => badInput(input, message)
  if (
    !parts.some(({ name }) => name === '[Content_Types].xml') ||
    !parts.some(({ name }) => name === mainPart)
  ) {
    throw refuse('The file is no Word document (.docx).')
  }
  if (parts.some(({ name }) => /(^|\/)vbaProject\.bin$/i.test(name)))
    throw refuse('Documents with macros are not taken.')
  const markup = parts.filter(({ name }) => /\.(xml|rels)$/i.test(name))
  if (markup.reduce((sum, { content }) => sum + content.length, 0) > markupLimit) {
    throw new AppError('too_large', 'The text of the document is longer than 16 MiB.')
  }
  // entities are how a small document becomes an endless one, or reads what it should not
  const tricky = markup.find(
    ({ content }) =>
      !isUtf8(content) || content.includes(0) || /<!(DOCTYPE|ENTITY)/i.test(content.toString('utf8')),
  )
  if (tricky) throw refuse(`${tricky.name} is not plain XML in UTF-8 without a document type.`)
  return parts
}
