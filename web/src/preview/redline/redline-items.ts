// The paragraphs of a redline as they are shown: alone, or in the table that they are in.
import type { RedlineParagraph } from './redline.ts'

export interface RedlineCell {
  readonly span: number
  readonly kind: 'Same' | 'Inserted' | 'Deleted'
  readonly paragraphs: readonly RedlineParagraph[]
}

export interface RedlineItem {
  /** One paragraph, or none of a table. */
  readonly paragraph: RedlineParagraph | undefined
  /** The rows of a table. */
  readonly rows: readonly (readonly RedlineCell[])[]
  /** The numbers of the changes in it. */
  readonly changes: readonly number[]
  /** The first of a header, a footer or notes. */
  readonly begins: RedlineParagraph['part'] | undefined
}

/** What is shown, in order. */
export function redlineItems(paragraphs: readonly RedlineParagraph[]): RedlineItem[] {
  const items: RedlineItem[] = []
  let part: RedlineParagraph['part'] = 'Body'
  for (let at = 0; at < paragraphs.length; ) {
    const [first] = paragraphs.slice(at, at + 1)
    if (!first) break
    const begins = first.part === part ? undefined : first.part
    part = first.part
    const table = first.cell?.table
    const isOfTable = (other: RedlineParagraph | undefined) =>
      table !== undefined && other?.cell?.table === table && other.part === first.part
    let end = at + 1
    while (isOfTable(paragraphs[end])) end++
    const own = paragraphs.slice(at, end)
    const changes = [...new Set(own.flatMap(({ pieces }) => pieces.flatMap(({ change }) => change ?? [])))]
    items.push({
      paragraph: table === undefined ? first : undefined,
      rows: table === undefined ? [] : rowsOf(own),
      changes,
      begins,
    })
    at = end
  }
  return items
}

function rowsOf(paragraphs: readonly RedlineParagraph[]): (readonly RedlineCell[])[] {
  const rows = new Map<number, Map<number, RedlineParagraph[]>>()
  for (const paragraph of paragraphs) {
    const { row, column } = paragraph.cell ?? { row: 0, column: 0 }
    const cells = rows.get(row) ?? new Map<number, RedlineParagraph[]>()
    rows.set(row, cells)
    cells.set(column, [...(cells.get(column) ?? []), paragraph])
  }
  return [...rows.values()].map((cells) =>
    [...cells.values()].map((own) => {
      const { span, kind } = own[0]?.cell ?? { span: 1, kind: 'Same' as const }
      return { span, kind, paragraphs: own }
    }),
  )
}
