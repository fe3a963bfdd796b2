// Describes which formatting changed: by comparing the properties of an element with the former ones.
import { elementIn, elementsIn, type WordElement } from './word-tree.ts'

const words: ReadonlyMap<string, string> = new Map([
  ['b', 'bold'],
  ['i', 'italic'],
  ['u', 'underline'],
  ['strike', 'strikethrough'],
  ['dstrike', 'strikethrough'],
  ['caps', 'capitals'],
  ['smallCaps', 'capitals'],
  ['color', 'colour'],
  ['highlight', 'highlight'],
  ['shd', 'shading'],
  ['sz', 'size'],
  ['rFonts', 'font'],
  ['vertAlign', 'position'],
  ['position', 'position'],
  ['lang', 'language'],
  ['rStyle', 'style'],
  ['pStyle', 'style'],
  ['tblStyle', 'style'],
  ['jc', 'alignment'],
  ['ind', 'indentation'],
  ['spacing', 'spacing'],
  ['numPr', 'numbering'],
  ['tabs', 'tabs'],
  ['keepNext', 'page breaks'],
  ['keepLines', 'page breaks'],
  ['pageBreakBefore', 'page breaks'],
  ['outlineLvl', 'outline level'],
  ['pBdr', 'borders'],
  ['tblBorders', 'borders'],
  ['tcBorders', 'borders'],
  ['tblW', 'width'],
  ['tcW', 'width'],
  ['pgSz', 'page size'],
  ['pgMar', 'margins'],
  ['cols', 'columns'],
])

/** The words for what is different from the former properties, which the change holds. */
export function formattingWords(change: WordElement): readonly string[] {
  const now = change.parent
  const former = elementsIn(change)[0]
  if (!now) return []
  const names = new Set([...elementsIn(now), ...(former ? elementsIn(former) : [])].map(({ name }) => name))
  return [...names]
    .filter((name) => words.has(name) && written(elementIn(now, name)) !== written(elementIn(former, name)))
    .map((name) => words.get(name) ?? '')
}

const written = (element: WordElement | undefined): string =>
  element === undefined ? '' : `${element.head}${elementsIn(element).map(written).join('')}`
