// The regions of a table that its style gives looks of their own, such as its first row.
import { attributeOf, elementIn, isElement, type WordElement } from './word-tree.ts'

export interface TableLook {
  readonly style: string | undefined
  /** The regions of a cell, the one that counts most first. */
  regionsOf(row: WordElement, cell: WordElement): readonly string[]
}

const flags = {
  firstRow: 0x20,
  lastRow: 0x40,
  firstColumn: 0x80,
  lastColumn: 0x1_00,
  noHBand: 0x2_00,
  noVBand: 0x4_00,
} as const

/** How the table is laid out; `bandOf` says of how many rows and columns a band of its style is. */
export function tableLookOf(
  table: WordElement,
  bandOf: (style: string | undefined) => { readonly rows: number; readonly columns: number },
): TableLook {
  const properties = elementIn(table, 'tblPr')
  const named = elementIn(properties, 'tblStyle')
  const style = named && attributeOf(named, 'val')
  const look = elementIn(properties, 'tblLook')
  const bits = Number.parseInt((look && attributeOf(look, 'val')) ?? '0', 16)
  const has = (flag: keyof typeof flags): boolean => {
    const own = look && attributeOf(look, flag)
    return own === undefined ? (bits & flags[flag]) !== 0 : ['1', 'true', 'on'].includes(own)
  }
  const band = bandOf(style)
  const rows = placesOf(table, 'tr')
  const rowsCells = new Map<WordElement, Places>()
  return {
    style,
    regionsOf(row, cell) {
      const cells = rowsCells.get(row) ?? placesOf(row, 'tc')
      rowsCells.set(row, cells)
      const [down, across] = [rows.get(row) ?? 0, cells.get(cell) ?? 0]
      const [top, bottom] = [has('firstRow') && down === 0, has('lastRow') && down === rows.size - 1]
      const [left, right] = [
        has('firstColumn') && across === 0,
        has('lastColumn') && across === cells.size - 1,
      ]
      const bandAt = (place: number, size: number) => 1 + (Math.floor(Math.max(place, 0) / size) % 2)
      return [
        ...(top && left ? ['nwCell'] : []),
        ...(top && right ? ['neCell'] : []),
        ...(bottom && left ? ['swCell'] : []),
        ...(bottom && right ? ['seCell'] : []),
        ...(top ? ['firstRow'] : []),
        ...(bottom ? ['lastRow'] : []),
        ...(left ? ['firstCol'] : []),
        ...(right ? ['lastCol'] : []),
        ...(has('noHBand') || top || bottom
          ? []
          : [`band${bandAt(down - (has('firstRow') ? 1 : 0), band.rows)}Horz`]),
        ...(has('noVBand') || left || right
          ? []
          : [`band${bandAt(across - (has('firstColumn') ? 1 : 0), band.columns)}Vert`]),
        'wholeTable',
      ]
    },
  }
}

type Places = ReadonlyMap<WordElement, number>

const placesOf = (parent: WordElement, name: 'tr' | 'tc'): Places =>
  new Map(partsOf(parent, name).map((part, place) => [part, place]))

/** Its own rows or cells, also those in marks and controls; not those of tables in it. */
function partsOf(parent: WordElement, name: 'tr' | 'tc'): readonly WordElement[] {
  return parent.children.filter(isElement).flatMap((child) => {
    if (child.gone === 'whole') return []
    if (child.name === name) return [child]
    return child.name === 'tbl' || child.name === 'tc' ? [] : partsOf(child, name)
  })
}
