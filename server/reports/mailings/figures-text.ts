// The table of a report in a mail: for readers of plain text in columns of one width, and as a table of HTML.
import { escaped } from '../../platform/mail/mail-kind.ts'
import type { MailedFigures } from './mailed-figures.ts'

type Shown = Pick<MailedFigures, 'columns' | 'rows' | 'totals' | 'more'>

const widest = 40

const moreText = (count: number): string =>
  `${count} more ${count === 1 ? 'row' : 'rows'} in the report; the total has all of them.`

/** The table as text, its figures aligned to the right. */
export function figuresText({ columns, rows, totals, more }: Shown): string {
  if (rows.length === 0 && totals.length === 0) return 'Nothing is found.'
  const titles = columns.map(({ title }) => title)
  const cut = (row: readonly string[]) => row.map((cell) => shortened(oneLine(cell)))
  const [head = [], ...body] = [titles, ...rows, ...totals].map(cut)
  const widths = columns.map((_, column) =>
    Math.max(...[head, ...body].map((row) => Array.from(row[column] ?? '').length)),
  )
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => {
        const space = ' '.repeat((widths[column] ?? 0) - Array.from(cell).length)
        return columns[column]?.isNumber === true ? `${space}${cell}` : `${cell}${space}`
      })
      .join('  ')
      .trimEnd()
  const rule = widths.map((width) => '-'.repeat(width)).join('  ')
  return [
    line(head),
    rule,
    ...body.slice(0, rows.length).map(line),
    ...(more > 0 ? [moreText(more)] : []),
    ...(totals.length > 0 && rows.length > 0 ? [rule] : []),
    ...body.slice(rows.length).map(line),
  ].join('\n')
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

function shortened(text: string): string {
  const letters = Array.from(text)
  return letters.length > widest ? `${letters.slice(0, widest - 1).join('')}…` : text
}

const cellStyle = 'padding:4px 10px;border-bottom:1px solid #ddd;vertical-align:top'

/** The table as HTML. Styles are in place, because mail programs drop sheets of styles. */
export function figuresHtml({ columns, rows, totals, more }: Shown): string {
  if (rows.length === 0 && totals.length === 0) return 'Nothing is found.'
  const align = (column: number) =>
    columns[column]?.isNumber === true ? 'text-align:right;white-space:nowrap' : 'text-align:left'
  const cells = (row: readonly string[], isTotal = false) =>
    row
      .map((cell, column) => {
        const tag = column === 0 && columns[column]?.isNumber !== true ? 'th scope="row"' : 'td'
        const weight = isTotal ? 'bold' : 'normal'
        const style = `${cellStyle};${align(column)};font-weight:${weight}`
        return `<${tag} style="${style}">${escaped(cell)}</${tag.slice(0, 2)}>`
      })
      .join('')
  const head = columns
    .map(
      ({ title }, column) => `<th scope="col" style="${cellStyle};${align(column)}">${escaped(title)}</th>`,
    )
    .join('')
  const foot = totals.map((row) => `<tr>${cells(row, true)}</tr>`).join('\n')
  return `<table style="border-collapse:collapse;font-size:14px">
<thead><tr>${head}</tr></thead>
<tbody>
${rows.map((row) => `<tr>${cells(row)}</tr>`).join('\n')}
</tbody>
${foot === '' ? '' : `<tfoot>\n${foot}\n</tfoot>\n`}</table>${more > 0 ? `\n<p>${escaped(moreText(more))}</p>` : ''}`
}
