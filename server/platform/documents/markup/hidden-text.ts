// Text of a Word document that is formatted as hidden: no screen and no print shows it, and who has the file can read
// it.
import { type HidingStyles, isOn, readHidingStyles } from './hiding-styles.ts'
import { type TableLook, tableLookOf } from './table-regions.ts'
import type { WordPackage } from './word-package.ts'
import { attributeOf, elementIn, elementsIn, type WordElement } from './word-tree.ts'

interface Surroundings {
  readonly styles: HidingStyles
  /** Whether what the paragraph is in, or a style, hides it. */
  readonly inRow: boolean
  readonly byTable: boolean
  readonly byParagraph: boolean
  readonly table?: TableLook
  readonly row?: WordElement
  /** Whether it is counted: text that was hidden before a change of its look, which may be rejected, counts too. */
  readonly isCounted: boolean
}

/** What a reader would see of a run, if it were not hidden. */
const shownParts = new Set(['t', 'delText', 'noBreakHyphen', 'sym', 'drawing', 'pict', 'object'])

/** How many passages of hidden text there are: what follows each other is one. */
export async function countHiddenTexts(word: WordPackage): Promise<number> {
  let count = 0
  let isOpen = false
  await visitText(word, { isCounted: true }, (_, isHidden) => {
    if (isHidden && !isOpen) count++
    isOpen = isHidden
  })
  return count
}

/** Takes hidden text out; fields and marks in it stay, so that none is left without its other half. */
export const removeHiddenTexts = (word: WordPackage): Promise<void> =>
  visitText(word, { isCounted: false }, (parts, isHidden) => {
    if (isHidden) for (const part of parts) part.gone = 'whole'
  })

type Visit = (parts: readonly WordElement[], isHidden: boolean) => void

async function visitText(
  word: WordPackage,
  { isCounted }: { isCounted: boolean },
  visit: Visit,
): Promise<void> {
  const styles = await readHidingStyles(word)
  const around = { styles, inRow: false, byTable: false, byParagraph: false, isCounted }
  for (const { tree } of word.story) visitIn(tree.root, around, visit)
}

function visitIn(element: WordElement, around: Surroundings, visit: Visit): void {
  for (const child of elementsIn(element)) {
    // the same text once more, for old readers
    if (around.isCounted && child.name.endsWith(':Fallback')) continue
    if (child.name === 'r') visitRun(child, around, visit)
    visitIn(child, within(child, around), visit)
  }
}

function within(element: WordElement, around: Surroundings): Surroundings {
  const { styles, table, row } = around
  switch (element.name) {
    case 'tbl':
      return { ...around, table: tableLookOf(element, styles.bandOf), byTable: false }
    case 'tr':
      return {
        ...around,
        row: element,
        inRow: around.inRow || isOn(elementIn(elementIn(element, 'trPr'), 'hidden')),
      }
    case 'tc': {
      if (!table || !row) return around
      const said = table.regionsOf(row, element).map((region) => styles.hidesRegion(table.style, region))
      return { ...around, byTable: said.find((each) => each !== undefined) ?? false }
    }
    case 'p':
      return {
        ...around,
        byParagraph: styles.hides('paragraph', styleIn(elementIn(element, 'pPr'), 'pStyle')),
      }
    default:
      return around
  }
}

const styleIn = (look: WordElement | undefined, name: 'pStyle' | 'rStyle'): string | undefined => {
  const style = elementIn(look, name)
  return style && attributeOf(style, 'val')
}

function visitRun(run: WordElement, around: Surroundings, visit: Visit): void {
  const parts = elementsIn(run).filter(({ name }) => shownParts.has(name))
  if (parts.length === 0) return
  const look = elementIn(run, 'rPr')
  const former = around.isCounted ? elementIn(elementIn(look, 'rPrChange'), 'rPr') : undefined
  const isHidden = [look, ...(former ? [former] : [])].some((each) => isHiding(each, around))
  visit(parts, around.inRow || isHidden)
}

function isHiding(look: WordElement | undefined, around: Surroundings): boolean {
  const { styles, byTable, byParagraph } = around
  const own = elementIn(look, 'vanish')
  if (own) return isOn(own)
  // styles of the table, the paragraph and the text undo each other (ECMA-376, 17.7.3)
  const byStyles = (byTable !== byParagraph) !== styles.hides('character', styleIn(look, 'rStyle'))
  return styles.all || byStyles
}
