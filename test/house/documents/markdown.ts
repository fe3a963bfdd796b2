// What the documentation is made of, as far as tests read it: fenced blocks and tables, with their lines.

export interface Block {
  /** The line of its opening fence, from 1. */
  readonly line: number
  /** What is written behind the fence; empty where nothing is. */
  readonly language: string
  /** Without the indentation of its fence. */
  readonly text: string
}

export interface Table {
  /** The line of its head, from 1. */
  readonly line: number
  readonly heads: readonly string[]
  /** How many cells the line below the head says there are. */
  readonly columns: number
  readonly rows: readonly { readonly line: number; readonly cells: readonly string[] }[]
  /** Whether the line before could belong to it: a paragraph, which some readers take its head for. */
  readonly touchesText: boolean
}

interface Line {
  readonly number: number
  readonly text: string
}

const fence = /^( *)(```+|~~~+)(.*)$/
const underHead = /^\s*\|?\s*:?-{3,}:?\s*(\|\s*:?-{3,}:?\s*)*\|?\s*$/

/** The fenced blocks of a page. Throws where one has no end. */
export function blocksOf(text: string): readonly Block[] {
  return readPage(text).blocks
}

/** The tables of a page; those in fenced blocks are examples. */
export function tablesOf(text: string): readonly Table[] {
  const lines = readPage(text).prose
  return lines.flatMap((line, index) => {
    const head = lines[index - 1]
    if (!head?.text.includes('|') || !line.text.includes('|') || !underHead.test(line.text)) return []
    const rows = lines.slice(index + 1)
    const end = rows.findIndex(({ text: row }) => !/^\s*[^\s#>]/.test(row) || /^\s*(\d+\.|[-*]) /.test(row))
    const before = lines[index - 2]?.text.trim() ?? ''
    return [
      {
        line: head.number,
        heads: cellsOf(head.text),
        columns: cellsOf(line.text).length,
        rows: (end < 0 ? rows : rows.slice(0, end)).map((row) => ({
          line: row.number,
          cells: cellsOf(row.text),
        })),
        touchesText: before !== '' && !before.startsWith('#'),
      },
    ]
  })
}

/** The lines that look like rows and belong to no table, so that they are shown as text. */
export function strayRowsOf(text: string): readonly number[] {
  const known = new Set(
    tablesOf(text).flatMap(({ line, rows }) => [line, line + 1, ...rows.map((row) => row.line)]),
  )
  return readPage(text).prose.flatMap(({ number, text: line }) =>
    /^\s*\|.*\|\s*$/.test(line) && !known.has(number) ? [number] : [],
  )
}

/** The names in backticks of a cell. */
export const namesIn = (cell: string): readonly string[] =>
  [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)

/** A pipe in a cell is written `\|`, also in backticks: there as elsewhere it would end the cell. */
function cellsOf(row: string): readonly string[] {
  const inner = row
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '')
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim())
}

function readPage(text: string): { readonly blocks: readonly Block[]; readonly prose: readonly Line[] } {
  const blocks: Block[] = []
  const prose: Line[] = []
  let open:
    | { readonly block: Block; readonly indent: string; readonly mark: string; lines: string[] }
    | undefined
  for (const [index, line] of text.split('\n').entries()) {
    const [, indent = '', mark = '', rest = ''] = fence.exec(line) ?? []
    if (open && mark.startsWith(open.mark) && rest.trim() === '') {
      blocks.push({ ...open.block, text: open.lines.join('\n') })
      open = undefined
      // stands for the block, so that nothing before and after it is taken for one table
      prose.push({ number: index + 1, text: '' })
    } else if (open) {
      open.lines.push(line.startsWith(open.indent) ? line.slice(open.indent.length) : line)
    } else if (mark !== '') {
      open = { block: { line: index + 1, language: rest.trim(), text: '' }, indent, mark, lines: [] }
    } else {
      prose.push({ number: index + 1, text: line })
    }
  }
  if (open) throw new Error(`The block that begins in line ${open.block.line} has no end.`)
  return { blocks, prose }
}
