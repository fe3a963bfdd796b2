// What can be done with the selected rows.
import { Button } from '@mantine/core'
import { exportAddress, type ExportedColumn } from './columns/export-menu.tsx'
import classes from './list-view.module.css'
import type { Selection } from './grid/selection.ts'
import { texts } from './texts.ts'

/** A filter names no more ids. */
const MOST_IDS = 100

export function SelectionBar(props: {
  list: string
  several: string
  selection: Selection
  selected: number
  count: number
  exported: { filter: string; orderBy: string; columns: readonly ExportedColumn[] }
  onChange: (() => void) | undefined
  /** Changes that have a button of their own. */
  changes: readonly { readonly label: string; readonly onClick: () => void }[]
  onAll: () => void
  onClear: () => void
}) {
  const { list, several, selection, selected, count, exported, onChange, changes, onAll, onClear } = props
  const filter = selectionFilter(selection, exported.filter)
  return (
    <section className={classes.selection} aria-label={texts.selected(selected)}>
      <output>
        <strong>{texts.selected(selected)}</strong>
      </output>
      {selected < count && (
        <Button size="compact-sm" variant="subtle" onClick={onAll}>
          {texts.selectMatching(count, several)}
        </Button>
      )}
      {changes.map(({ label, onClick }) => (
        <Button key={label} size="compact-sm" variant="light" onClick={onClick}>
          {label}
        </Button>
      ))}
      {onChange && (
        <Button size="compact-sm" variant="light" onClick={onChange}>
          {texts.changeMany}
        </Button>
      )}
      {filter !== undefined && (
        <Button
          component="a"
          size="compact-sm"
          variant="light"
          href={exportAddress(list, { ...exported, filter, format: 'xlsx' })}
          download
        >
          {texts.export}
        </Button>
      )}
      <Button size="compact-sm" variant="subtle" onClick={onClear}>
        {texts.clearSelection}
      </Button>
    </section>
  )
}

/** The filter that finds the selected rows; undefined where they are too many to be named. */
function selectionFilter(selection: Selection, filter: string): string | undefined {
  const ids = [...(selection.kind === 'all' ? selection.but : selection.ids)]
  if (ids.length > MOST_IDS) return undefined
  const named = `Id in (${ids.join(',')})`
  if (selection.kind === 'some') return named
  if (ids.length === 0) return filter
  return filter === '' ? `not (${named})` : `${filter} and not (${named})`
}
