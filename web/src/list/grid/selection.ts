// Which rows are selected: some of them, or all that the filter finds but some.

export type Selection =
  | { readonly kind: 'some'; readonly ids: ReadonlySet<number> }
  | { readonly kind: 'all'; readonly but: ReadonlySet<number> }

export const nothingSelected: Selection = { kind: 'some', ids: new Set() }
export const allSelected: Selection = { kind: 'all', but: new Set() }

export const isSelected = (selection: Selection, id: number): boolean =>
  selection.kind === 'all' ? !selection.but.has(id) : selection.ids.has(id)

/** How many there are, of so many that the filter finds. */
export const countSelected = (selection: Selection, all: number): number =>
  selection.kind === 'all' ? Math.max(0, all - selection.but.size) : selection.ids.size

/** The selection with these rows in it, or without them. */
export function select(selection: Selection, ids: readonly number[], selected: boolean): Selection {
  const kept = new Set(selection.kind === 'all' ? selection.but : selection.ids)
  // of all rows those are kept that are not selected
  const add = selected === (selection.kind === 'some')
  for (const id of ids) {
    if (add) kept.add(id)
    else kept.delete(id)
  }
  return selection.kind === 'all' ? { kind: 'all', but: kept } : { kind: 'some', ids: kept }
}
