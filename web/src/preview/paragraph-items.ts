// The paragraphs of a document as they are shown: alone, or in the table that they are in.

interface PlacedParagraph {
  readonly part: 'Body' | 'Header' | 'Footer' | 'Footnotes' | 'Endnotes'
  readonly cell: {
    readonly table: number
    readonly row: number
    readonly column: number
    readonly span: number
  } | null
}

export interface ItemCell<Paragraph> {
  readonly span: number
  readonly paragraphs: readonly Paragraph[]
}

export interface ParagraphItem<Paragraph extends PlacedParagraph> {
  /** One paragraph, or none of a table. */
  readonly paragraph: Paragraph | undefined
  /** The rows of a table. */
  readonly rows: readonly (readonly ItemCell<Paragraph>[])[]
  /** All of them. */
  readonly own: readonly Paragraph[]
  /** The first of a header, a footer or notes. */
  readonly begins: Paragraph['part'] | undefined
}

/** What is shown, in order. */
export function paragraphItems<Paragraph extends PlacedParagraph>(
  paragraphs: readonly Paragraph[],
): ParagraphItem<Paragraph>[] {
  const items: ParagraphItem<Paragraph>[] = []
  let part: Paragraph['part'] = 'Body'
  for (let at = 0; at < paragraphs.length; ) {
    const [first] = paragraphs.slice(at, at + 1)
    if (!first) break
    const begins = first.part === part ? undefined : first.part
    part = first.part
    const table = first.cell?.table
    const isOfTable = (other: Paragraph | undefined) =>
      table !== undefined && other?.cell?.table === table && other.part === first.part
    let end = at + 1
    while (isOfTable(paragraphs[end])) end++
    const own = paragraphs.slice(at, end)
    items.push({
      paragraph: table === undefined ? first : undefined,
      rows: table === undefined ? [] : rowsOf(own),
      own,
      begins,
    })
    at = end
  }
  return items
}

function rowsOf<Paragraph extends PlacedParagraph>(
  paragraphs: readonly Paragraph[],
): (readonly ItemCell<Paragraph>[])[] {
  const rows = new Map<number, Map<number, Paragraph[]>>()
  for (const paragraph of paragraphs) {
    const { row, column } = paragraph.cell ?? { row: 0, column: 0 }
    const cells = rows.get(row) ?? new Map<number, Paragraph[]>()
    rows.set(row, cells)
    cells.set(column, [...(cells.get(column) ?? []), paragraph])
  }
  return [...rows.values()].map((cells) =>
    [...cells.values()].map((own) => ({ span: own[0]?.cell?.span ?? 1, paragraphs: own })),
  )
}
