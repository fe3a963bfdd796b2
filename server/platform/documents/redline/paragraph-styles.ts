// What the styles of a document say of its paragraphs: headings and lists.
import { type Handlers, readXml, type XmlBudget } from '../text/xml-parts.ts'
import type { ZipPart } from '../zip-archive.ts'
import { attribute } from './attributes.ts'

export interface ParagraphStyle {
  level?: number | undefined
  list?: string | undefined
  listLevel?: number | undefined
  basedOn?: string | undefined
}
export type Styles = ReadonlyMap<string, ParagraphStyle>

const mostStyles = 10_000
const mostAncestors = 12

/** The styles by their ids; none if the document has no such part. */
export async function readStyles(part: ZipPart | undefined, budget: XmlBudget): Promise<Styles> {
  const styles = new Map<string, ParagraphStyle>()
  if (!part) return styles
  let style: ParagraphStyle = {}
  const handlers: Handlers = {
    open(name, attributes) {
      const value = attribute(attributes, 'val') ?? ''
      if (name === 'style') {
        style = {}
        styles.set(attribute(attributes, 'styleId') ?? '', style)
      } else if (name === 'basedOn') style.basedOn = value
      else if (name === 'name') {
        const heading = /^heading ([1-9])$/i.exec(value)?.[1]
        if (heading !== undefined) style.level = Number(heading)
      } else if (name === 'outlineLvl' && isLevel(value)) style.level = Number(value) + 1
      else if (name === 'numId') style.list = value
      else if (name === 'ilvl' && isLevel(value)) style.listLevel = Number(value)
    },
  }
  await readXml(part, handlers, { budget, isFull: () => styles.size > mostStyles })
  return styles
}

/** Whether a value is a level of headings or lists, from 0. */
export const isLevel = (value: string): boolean => /^[0-8]$/.test(value)

/** A style with what it has from those that it is based on. */
export function styleOf(styles: Styles, id: string): Omit<ParagraphStyle, 'basedOn'> {
  const found: ParagraphStyle = {}
  let style = styles.get(id)
  for (let depth = 0; style && depth < mostAncestors; depth++) {
    found.level ??= style.level
    found.list ??= style.list
    found.listLevel ??= style.listLevel
    style = style.basedOn === undefined ? undefined : styles.get(style.basedOn)
  }
  return found
}
