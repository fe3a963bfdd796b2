// Which styles of a Word document hide the text that has them.
import { relatedNames } from './relationships.ts'
import { treeOf, type WordPackage } from './word-package.ts'
import { allIn, attributeOf, elementIn, elementsIn, type WordElement } from './word-tree.ts'

export interface HidingStyles {
  /** Whether text is hidden that no style and no look of its own shows. */
  readonly all: boolean
  /** Whether a style hides; without an id, the usual one of its kind. */
  hides(kind: 'paragraph' | 'character', id: string | undefined): boolean
  /** Whether a style hides in this region of tables; undefined if it says nothing of it. */
  hidesRegion(id: string | undefined, region: string): boolean | undefined
  /** Of how many rows and columns a band of a table is. */
  bandOf(id: string | undefined): { readonly rows: number; readonly columns: number }
}

const mostAncestors = 12

/** Whether a property that is on or off is on. */
export const isOn = (element: WordElement | undefined): boolean =>
  element !== undefined && !['0', 'false', 'off'].includes(attributeOf(element, 'val') ?? '')

/** Reads the styles of a document, or none if it has no such part. */
export async function readHidingStyles(word: WordPackage): Promise<HidingStyles> {
  const [related] = relatedNames(word, 'styles', word.body)
  const name = related ?? word.entries.find((each) => /^word\/styles\.xml$/i.test(each.name))?.name
  const elements = name === undefined ? [] : [...allIn((await treeOf(word, name)).root)]
  const styles = new Map<string, WordElement>()
  const usual = new Map<string, string>()
  for (const each of elements.filter((element) => element.name === 'style')) {
    const id = attributeOf(each, 'styleId') ?? ''
    styles.set(id, each)
    if (['1', 'true', 'on'].includes(attributeOf(each, 'default') ?? ''))
      usual.set(attributeOf(each, 'type') ?? '', id)
  }
  const defaults = elements.find((element) => element.name === 'rPrDefault')
  /** What the style says, or the nearest one that it is based on. */
  const said = <Value>(id: string | undefined, read: (style: WordElement) => Value | undefined) => {
    let style = styles.get(id ?? '')
    for (let depth = 0; style && depth < mostAncestors; depth++) {
      const value = read(style)
      if (value !== undefined) return value
      const basis: WordElement | undefined = elementIn(style, 'basedOn')
      style = basis && styles.get(attributeOf(basis, 'val') ?? '')
    }
    return undefined
  }
  const band = (id: string | undefined, property: string) => {
    const size = said(id ?? usual.get('table'), (style) => elementIn(elementIn(style, 'tblPr'), property))
    return Math.max(1, Number(size && attributeOf(size, 'val')) || 1)
  }
  const hiding = new Map<string, boolean>()
  return {
    all: isOn(elementIn(elementIn(defaults, 'rPr'), 'vanish')),
    hides(kind, id) {
      const style = id ?? usual.get(kind) ?? ''
      const known = hiding.get(style) ?? said(style, vanishOf) ?? false
      hiding.set(style, known)
      return known
    },
    hidesRegion: (id, region) =>
      said(id ?? usual.get('table'), (style) => {
        if (region === 'wholeTable') return vanishOf(style)
        const part = elementsIn(style).find(
          (each) => each.name === 'tblStylePr' && attributeOf(each, 'type') === region,
        )
        return part && vanishOf(part)
      }),
    bandOf: (id) => ({
      rows: band(id, 'tblStyleRowBandSize'),
      columns: band(id, 'tblStyleColBandSize'),
    }),
  }
}

/** What a style, or a part of one, says of it. */
function vanishOf(style: WordElement): boolean | undefined {
  const own = elementIn(elementIn(style, 'rPr'), 'vanish')
  return own && isOn(own)
}
