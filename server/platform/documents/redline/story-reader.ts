// Reads the parts of a Word document into a story, element by element and within the limits for all office files.
import { AppError } from '../../errors.ts'
import { checkBudget, type Handlers, readXml, type XmlBudget, xmlBudget } from '../text/xml-parts.ts'
import { openZip, type ZipPart } from '../zip-archive.ts'
import { attribute } from './attributes.ts'
import { emptyLists, type Lists } from './numbering.ts'
import { readStyles } from './paragraph-styles.ts'
import { paragraphReader } from './paragraph-reader.ts'
import type { StoryParagraph, StoryPart } from './story.ts'

const limits = { entries: 5_000, bytes: 128 * 1024 * 1024 }

interface StoryOptions {
  /** How many are read at most. */
  readonly paragraphs?: number
  /** Whether it has text that was inserted and removed again. */
  readonly passing?: boolean
}

/** What a document says, with its tracked changes. Throws bad_request for what is no Word document, or too much. */
export async function readStory(
  bytes: Uint8Array,
  { paragraphs, passing = false }: StoryOptions = {},
): Promise<readonly StoryParagraph[]> {
  const archive = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const parts = openZip(archive, limits, (name) => /\.xml$/i.test(name))
  const budget = xmlBudget(paragraphs)
  const named = new Map(parts.map((part) => [part.name.toLowerCase(), part]))
  const storyParts = storyPartsOf(parts)
  const styles = await readStyles(named.get('word/styles.xml'), budget)
  const lists = await readLists(named.get('word/numbering.xml'), budget)
  const story: StoryParagraph[] = []
  const read = async (part: ZipPart, of: StoryPart) => {
    const add = (paragraph: StoryParagraph) => story.push(paragraph)
    const reader = paragraphReader({ part: of, styles, lists, add, passing })
    await readXml(part, reader, { budget, isFull: () => false })
  }
  for (const { part, of } of storyParts) await read(part, of)
  checkBudget(budget)
  return story
}

/** The parts that are read, the body first. Throws bad_request if there is none. */
export function storyPartsOf<Part extends { readonly name: string }>(
  parts: readonly Part[],
): readonly { readonly part: Part; readonly of: StoryPart }[] {
  const body =
    parts.find(({ name }) => name.toLowerCase() === 'word/document.xml') ??
    parts.find(({ name }) => /(^|\/)document\d*\.xml$/i.test(name))
  if (!body) throw new AppError('bad_request', 'The file is no Word document.')
  const others = otherParts.flatMap(([pattern, of]) =>
    partsNamed(parts, pattern).map((part) => ({ part, of })),
  )
  return [{ part: body, of: 'Body' }, ...others]
}

const otherParts: readonly (readonly [RegExp, StoryPart])[] = [
  [/^word\/header(\d{0,6})\.xml$/i, 'Header'],
  [/^word\/footer(\d{0,6})\.xml$/i, 'Footer'],
  [/^word\/footnotes(\d{0,6})\.xml$/i, 'Footnotes'],
  [/^word\/endnotes(\d{0,6})\.xml$/i, 'Endnotes'],
]

const partsNamed = <Part extends { readonly name: string }>(
  parts: readonly Part[],
  pattern: RegExp,
): readonly Part[] => {
  const number = ({ name }: { readonly name: string }) => Number(pattern.exec(name)?.[1] ?? 0)
  return parts.filter(({ name }) => pattern.test(name)).toSorted((one, other) => number(one) - number(other))
}

async function readLists(part: ZipPart | undefined, budget: XmlBudget): Promise<Lists> {
  const lists = emptyLists()
  if (!part) return lists
  await readXml(part, listReader(lists), { budget, isFull: () => lists.instances.size > 20_000 })
  return lists
}

function listReader(lists: Lists): Handlers {
  let levels: Map<number, { start: number; format: string; text: string }> | undefined
  let level: { start: number; format: string; text: string } | undefined
  let instance: { definition: string; starts: Map<number, number> } | undefined
  let place = 0
  return {
    open(name, attributes) {
      const value = attribute(attributes, 'val') ?? ''
      if (name === 'abstractNum') {
        levels = new Map()
        lists.definitions.set(attribute(attributes, 'abstractNumId') ?? '', levels)
      } else if (name === 'num') {
        levels = undefined
        instance = { definition: '', starts: new Map() }
        lists.instances.set(attribute(attributes, 'numId') ?? '', instance)
      } else if (name === 'abstractNumId' && instance) instance.definition = value
      else if (name === 'lvl' || name === 'lvlOverride') {
        place = Number(attribute(attributes, 'ilvl') ?? 0)
        level = { start: 1, format: 'decimal', text: '' }
        if (name === 'lvl') levels?.set(place, level)
      } else if (name === 'startOverride' && instance) instance.starts.set(place, number(value))
      else if (level === undefined) return
      else if (name === 'start') level.start = number(value)
      else if (name === 'numFmt') level.format = value
      else if (name === 'lvlText') level.text = value.slice(0, 100)
    },
  }
}

const number = (text: string): number => (/^\d{1,6}$/.test(text) ? Number(text) : 1)
