// Which rows of a comparison are shown: what changed with its surroundings, the rest folded.
/** What is compared in one place, with its changes. */
interface Changed {
  readonly changes: readonly number[]
}

/** Rows that are shown, or so many unchanged ones that are not. */
export type Shown<Row> =
  | { readonly kind: 'row'; readonly at: number; readonly row: Row }
  | { readonly kind: 'folded'; readonly from: number; readonly to: number }

const around = 2
const fewest = 4

/** Folds longer runs without a change, but not those that were unfolded, named by their first row. */
export function foldedRows<Row extends Changed>(
  rows: readonly Row[],
  unfolded: ReadonlySet<number>,
): Shown<Row>[] {
  const shown: Shown<Row>[] = []
  const show = (from: number, to: number) => {
    for (let at = from; at < to; at += 1) {
      const row = rows[at]
      if (row) shown.push({ kind: 'row', at, row })
    }
  }
  for (let at = 0; at < rows.length; ) {
    let end = at
    while (end < rows.length && rows[end]?.changes.length === 0) end += 1
    const from = at === 0 ? 0 : at + around
    const to = end === rows.length ? end : end - around
    if (to - from >= fewest && !unfolded.has(from)) {
      show(at, from)
      shown.push({ kind: 'folded', from, to })
      show(to, end)
    } else show(at, end)
    at = end
    while (at < rows.length && rows[at]?.changes.length !== 0) {
      show(at, at + 1)
      at += 1
    }
  }
  return shown
}
