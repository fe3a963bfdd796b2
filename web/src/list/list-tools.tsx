// The tools above a list: its view, how it is laid out and grouped, its columns, and its export.
import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { lazily } from '../components/lazily.tsx'
import { ColumnChooser } from './columns/column-chooser.tsx'
import { ExportMenu } from './columns/export-menu.tsx'
import { GroupMenu } from './columns/group-menu.tsx'
import type { Identified, ListDefinition } from './definition.ts'
import classes from './list-view.module.css'
import { usePrintKey } from './print/use-print-key.ts'
import { texts } from './texts.ts'
import type { useList } from './use-list.ts'
import { ViewBar } from './views/view-bar.tsx'

const PrintedList = lazily(() => import('./print/printed-list.tsx'), 'PrintedList')

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
  const [isPrinting, setPrinting] = useState(false)
  usePrintKey(isTable, setPrinting)
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
          onPrint={isTable ? () => setPrinting(true) : undefined}
        />
        {isPrinting ? <PrintedList definition={definition} list={list} setPrinting={setPrinting} /> : null}
      </div>
    </div>
  )
}

/** The columns that an export has: those that are shown, under the same titles. */
export const exportedColumns = <Row extends Identified>({ columns }: List<Row>) =>
  columns.flatMap(({ column: { path, label, exported = [path] } }) =>
    exported.map((each) => ({ path: each, title: exported.length === 1 ? label : partOf(label, each) })),
  )

/** `Owner, last name`: a property among several of a column. */
const partOf = (label: string, path: string) =>
  `${label}, ${(path.split('/').at(-1) ?? '').replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()}`
