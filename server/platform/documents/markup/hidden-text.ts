// Text of a Word document that is formatted as hidden: no screen and no print shows it, and who has the file can read
// it.
import { treeOf, type WordPackage } from './word-package.ts'
import { allIn, attributeOf, elementIn, elementsIn, type WordElement } from './word-tree.ts'

/** Which styles hide the text that has them, by their ids. */
type HidingStyles = ReadonlySet<string>

interface Surroundings {
  readonly styles: HidingStyles
  /** Whether what the paragraph is in, or its style, is hidden. */
  readonly inRow: boolean
  readonly byParagraph: boolean
  /** Whether it is counted: text that was hidden before a change of its look, which may be rejected, counts too. */
  readonly isCounted: boolean
}

const styleSheet = /^word\/styles\.xml$/i
const mostAncestors = 12
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
  const styles = await hidingStyles(word)
  const around = { styles, inRow: false, byParagraph: false, isCounted }
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
  if (element.name === 'tr')
    return { ...around, inRow: around.inRow || isOn(elementIn(elementIn(element, 'trPr'), 'hidden')) }
  if (element.name !== 'p') return around
  const style = attributeOf(elementIn(elementIn(element, 'pPr'), 'pStyle') ?? element, 'val')
  return { ...around, byParagraph: style !== undefined && around.styles.has(style) }
}

function visitRun(run: WordElement, around: Surroundings, visit: Visit): void {
  const parts = elementsIn(run).filter(({ name }) => shownParts.has(name))
  if (parts.length === 0) return
  const look = elementIn(run, 'rPr')
  const former = around.isCounted ? elementIn(elementIn(look, 'rPrChange'), 'rPr') : undefined
  const isHidden = [look, ...(former ? [former] : [])].some((each) => isHiding(each, around))
  visit(parts, around.inRow || isHidden)
}

function isHiding(look: WordElement | undefined, { styles, byParagraph }: Surroundings): boolean {
  const own = elementIn(look, 'vanish')
  if (own) return isOn(own)
  const style = elementIn(look, 'rStyle')
  // styles of the text and of its paragraph undo each other (ECMA-376, 17.7.3)
  return byParagraph !== (style !== undefined && styles.has(attributeOf(style, 'val') ?? ''))
}

const isOn = (element: WordElement | undefined): boolean =>
  element !== undefined && !['0', 'false', 'off'].includes(attributeOf(element, 'val') ?? '')

async function hidingStyles(word: WordPackage): Promise<HidingStyles> {
  const name = word.entries.find((each) => styleSheet.test(each.name))?.name
  if (name === undefined) return new Set()
  const { root } = await treeOf(word, name)
  const styles = new Map<string, WordElement>()
  for (const each of allIn(root))
    if (each.name === 'style') styles.set(attributeOf(each, 'styleId') ?? '', each)
  return new Set([...styles.keys()].filter((id) => hides(styles, id)))
}

function hides(styles: ReadonlyMap<string, WordElement>, id: string): boolean {
  let style = styles.get(id)
  for (let depth = 0; style && depth < mostAncestors; depth++) {
    const own = elementIn(elementIn(style, 'rPr'), 'vanish')
    if (own) return isOn(own)
    const basis: WordElement | undefined = elementIn(style, 'basedOn')
    style = basis && styles.get(attributeOf(basis, 'val') ?? '')
  }
  return false
}
