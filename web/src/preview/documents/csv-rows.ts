// Rows of a CSV file, with the separator that its first line shows.

/** At most `most` rows and 200 columns; quotes and line ends as in RFC 4180. */
export function csvRows(text: string, most: number): string[][] {
  const separator = separatorOf(text)
  const rows: string[][] = []
  let row: string[] = []
  let field = ''
  let quoted = false
  const endField = () => {
    if (row.length < 200) row.push(field)
    field = ''
  }
  const endRow = () => {
    endField()
    if (row.length > 1 || row[0] !== '') rows.push(row)
    row = []
  }
  for (let at = 0; at < text.length && rows.length < most; at += 1) {
    const character = text[at] ?? ''
    if (quoted) {
      if (character !== '"') field += character
      else if (text[at + 1] === '"') {
        field += '"'
        at += 1
      } else quoted = false
    } else if (character === '"' && field === '') quoted = true
    else if (character === separator) endField()
    else if (character === '\n') endRow()
    else if (character !== '\r') field += character
  }
  if (rows.length < most && (field !== '' || row.length > 0)) endRow()
  return rows
}

function separatorOf(text: string): string {
  const line = text.slice(0, 2_000).split('\n', 1)[0] ?? ''
  const counted = [',', ';', '\t', '|'].map((separator) => [separator, line.split(separator).length] as const)
  return counted.reduce((best, next) => (next[1] > best[1] ? next : best))[0]
}
