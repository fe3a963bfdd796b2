// Adds rows to tables of a Word document and removes some, as tracked changes.
import { conflict } from '../../errors.ts'
import {
  elementIn,
  elementsIn,
  insertAfter,
  newElement,
  prefixOf,
  refill,
  type WordElement,
} from '../markup/word-tree.ts'
import { isInTextBox, paragraphsIn, paragraphText } from './paragraph-text.ts'
import { mark, markLook, runOf, type Tracking, tracked, wrapped } from './tracked-parts.ts'
import { copyOf, firstLook, markEnd, withoutChanges, writeRemoval } from './write-paragraphs.ts'

/** The row of a table that an element is in; undefined outside of tables. */
export function rowOf(element: WordElement): WordElement | undefined {
  for (let each = element.parent; each; each = each.parent) {
    if (each.name === 'tr') return each
    if (each.name === 'txbxContent') return undefined
  }
  return undefined
}

const cellsOf = (row: WordElement): readonly WordElement[] =>
  elementsIn(row).filter(({ name }) => name === 'tc')

/** How many cells a row has. */
export const countCells = (row: WordElement): number => cellsOf(row).length

/** Throws conflict for a row that others hang together with. */
export function checkRow(row: WordElement): void {
  const isMerged = cellsOf(row).some((cell) => elementIn(elementIn(cell, 'tcPr'), 'vMerge') !== undefined)
  if (!isMerged) return
  const said = [...paragraphsIn(row)]
    .map((each) => paragraphText(each).text.trim())
    .find((text) => text !== '')
  const named = said ? `The row with “${said.slice(0, 60)}”` : 'A row'
  throw conflict(`${named} has cells that are merged with those above or below. Change it in Word.`)
}

/** Removes a row with all that it says. */
export function removeRow(row: WordElement, tracking: Tracking): void {
  for (const paragraph of paragraphsIn(row)) if (!isInTextBox(paragraph)) writeRemoval(paragraph, tracking)
  markRow(row, mark('del', row, tracking))
}

/** Adds a row after another one that looks like it, with a paragraph in each cell. Returns it. */
export function addRow(
  after: WordElement,
  {
    texts,
    like,
    tracking,
  }: { readonly texts: readonly string[]; readonly like: WordElement; readonly tracking: Tracking },
): WordElement {
  const row = newElement('tr', `<${prefixOf(like)}tr`)
  delete row.isShort
  const properties = elementsIn(like).filter(({ name }) => name === 'tblPrEx' || name === 'trPr')
  refill(row, [
    ...properties.map((each) => copyOf(each, notOfNewRows)),
    ...cellsOf(like).map((cell, at) => cellWith(cell, texts[at] ?? '', tracking)),
  ])
  insertAfter(after, row)
  markRow(row, mark('ins', like, tracking))
  return row
}

// changes of the row that it looks like, and that it is repeated at the top of pages
const notOfNewRows = new Set([...tracked, 'trPrChange', 'tblPrExChange', 'tblHeader'])
const notOfNewCells = new Set(['cellIns', 'cellDel', 'cellMerge', 'tcPrChange'])

function cellWith(like: WordElement, text: string, tracking: Tracking): WordElement {
  const p = prefixOf(like)
  const cell = newElement('tc', `<${p}tc`)
  delete cell.isShort
  const paragraph = newElement('p', `<${p}p`)
  delete paragraph.isShort
  const model = elementIn(like, 'p')
  const look = elementIn(model, 'pPr')
  const words =
    text === ''
      ? []
      : [
          wrapped('ins', [runOf(text, like, model ? firstLook(model) || markLook(model) : '')], {
            like,
            tracking,
          }),
        ]
  refill(paragraph, [...(look ? [withoutChanges(look)] : []), ...words])
  const properties = elementIn(like, 'tcPr')
  refill(cell, [...(properties ? [copyOf(properties, notOfNewCells)] : []), paragraph])
  markEnd(paragraph, mark('ins', like, tracking))
  return cell
}

/** Says in the properties of a row what happened to it: after all others, but before their change. */
function markRow(row: WordElement, own: WordElement): void {
  let properties = elementIn(row, 'trPr')
  if (!properties) {
    properties = newElement('trPr', `<${prefixOf(row)}trPr`)
    const exceptions = elementIn(row, 'tblPrEx')
    if (exceptions) insertAfter(exceptions, properties)
    else refill(row, [properties, ...row.children])
  }
  delete properties.isShort
  const change = elementIn(properties, 'trPrChange')
  const at = change ? properties.children.indexOf(change) : properties.children.length
  refill(properties, [...properties.children.slice(0, at), own, ...properties.children.slice(at)])
}
