// The tools above a list: its view, how it is laid out and grouped, its columns, and its export.
import { SegmentedControl } from '@mantine/core'
import { ColumnChooser } from './columns/column-chooser.tsx'
import { ExportMenu } from './columns/export-menu.tsx'
import { GroupMenu } from './columns/group-menu.tsx'
import type { Identified, ListDefinition } from './definition.ts'
import classes from './list-view.module.css'
import { texts } from './texts.ts'
import type { useList } from './use-list.ts'
import { ViewBar } from './views/view-bar.tsx'

export type List<Row extends Identified> = ReturnType<typeof useList<Row>>

export function ListTools<Row extends Identified>(props: {
  definition: ListDefinition<Row>
  list: List<Row>
  onDone: (message: string) => void
}) {
  const { definition, list, onDone } = props
  const { address, view, saved, changed, parts, rows } = list
  const { state, change } = address
  const label = ({ path, label: name }: { path: string; label: string }) => ({ path, label: name })
  const isTable = state.layout === 'Table' || definition.layouts === undefined
  return (
    <div className={classes.tools}>
      <ViewBar
        definition={definition}
        view={view}
        saved={saved}
        changed={changed}
        address={address}
        mayShareWithAll={list.me.can.administer}
        onDone={onDone}
      />
      <div className={classes.right}>
        {definition.layouts && (
          <SegmentedControl
            size="xs"
            aria-label={texts.layout}
            value={state.layout}
            data={[
              { value: 'Table', label: texts.table },
              ...definition.layouts.map(({ layout, label: name }) => ({ value: layout, label: name })),
            ]}
            onChange={(layout) => change({ layout })}
          />
        )}
        {isTable && definition.calls.groups && <GroupMenu list={list} />}
        {isTable && (
          <ColumnChooser
            shown={state.columns}
            columns={parts.columns.map(label)}
            more={parts.fieldColumns.map(label)}
            onChange={(next) => change({ columns: next })}
          />
        )}
        <ExportMenu
          list={definition.name}
          filter={state.filter}
          orderBy={state.orderBy}
          columns={exportedColumns(list)}
          rows={texts.count(rows.shown?.count ?? 0, definition.one, definition.several)}
        />
      </div>
    </div>
  )
}

/** The properties that an export has: those of the columns that are shown. */
export const exportedColumns = <Row extends Identified>({ columns }: List<Row>) =>
  columns.flatMap(({ column }) => column.exported ?? [column.path])
