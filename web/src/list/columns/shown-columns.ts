// The columns that a list shows: chosen, ordered, sized.
import type { ShownColumn } from '../address/list-state.ts'

/** The columns with one moved by a place. */
export function moved(shown: readonly ShownColumn[], index: number, by: 1 | -1): readonly ShownColumn[] {
  const column = shown[index]
  const to = index + by
  if (!column || to < 0 || to >= shown.length) return shown
  return shown.toSpliced(index, 1).toSpliced(to, 0, column)
}

/** The columns with one of another width. */
export function resized(
  shown: readonly ShownColumn[],
  path: string,
  width: number,
  { least, most }: { readonly least: number; readonly most: number },
): readonly ShownColumn[] {
  const pixels = Math.round(Math.min(Math.max(width, least), most))
  return shown.map((column) => (column.path === path ? { path, width: pixels } : column))
}
