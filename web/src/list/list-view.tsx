// A list page: view, filter sentence, rows, the panel beside them, and what is done with many.
import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useCallback, useState } from 'react'
import { ErrorAlert } from '../components/error-alert.tsx'
import { useFormat } from '../components/format-context.ts'
import { showToast } from '../components/toast-store.ts'
import { useDrawnInSlices } from '../components/use-drawn-in-slices.ts'
import { useKeptPlace } from './address/kept-place.ts'
import { BulkDialog } from './bulk/lazy-bulk-dialog.ts'
import { RunningJobs } from './bulk/running-jobs.tsx'
import classes from './list-view.module.css'
import type { Identified, ListDefinition } from './definition.ts'
import { EmptyList } from './empty-list.tsx'
import { FilterBar } from './filters/filter-bar.tsx'
import { RowGrid } from './grid/row-grid.tsx'
import { allSelected, countSelected, nothingSelected, type Selection } from './grid/selection.ts'
import { ListSkeleton } from './list-skeleton.tsx'
import { exportedColumns, type List, ListTools } from './list-tools.tsx'
import { PeekPanel } from './peek/peek-panel.tsx'
import { groupLabel, groupSum } from './rows/group-texts.ts'
import { SelectionBar } from './selection-bar.tsx'
import { texts } from './texts.ts'
import { useFillHeight } from './use-fill-height.ts'
import { useLeftOut } from './use-left-out.ts'
import { useList, useUnknownView } from './use-list.ts'
import { useOpen } from './use-open.ts'
import { ViewGone } from './views/view-gone.tsx'

/** The line of the list that Tab leads to. */
const TAB_STOP = '[data-line][tabindex="0"]'

const showText = (text: string, undo?: () => Promise<void>) =>
  showToast({ text, ...(undo === undefined ? {} : { undo }) })

interface ListProps<Row extends Identified> {
  readonly definition: ListDefinition<Row>
  /** The row of the keyboard, whenever it is another one. */
  readonly onActiveRow?: (row: Row | undefined) => void
}

/** The list of a noun, once it is known what the address asks for. It fills the window from where it stands. */
export function ListView<Row extends Identified>(props: ListProps<Row>) {
  const { isUnknown, error, retry } = useUnknownView(props.definition)
  if (!isUnknown) return <KnownList {...props} />
  if (error === null) return <ListSkeleton />
  return <LoadFailed error={error} onRetry={() => void retry()} />
}

function LoadFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <ErrorAlert error={error} title={texts.loadFailed}>
      <Button size="compact-sm" variant="default" onClick={onRetry}>
        {texts.retry}
      </Button>
    </ErrorAlert>
  )
}

function KnownList<Row extends Identified>({ definition, onActiveRow }: ListProps<Row>) {
  const list = useList(definition)
  const { address, rows, sentence, parts } = list
  const [selection, setSelection] = useState<Selection>(nothingSelected)
  const [peeked, setPeeked] = useState<Row>()
  const element = useFillHeight()
  const { shown } = rows
  const leftOut = useLeftOut(definition, list.me, shown !== undefined)
  const other = definition.layouts?.find(({ layout }) => layout === address.state.layout)
  const focusRows = () =>
    element.current?.querySelector<HTMLElement>(TAB_STOP)?.focus({ preventScroll: true })
  return (
    <div ref={element} className={classes.list}>
      <ViewGone list={list} />
      <ListTools definition={definition} list={list} onDone={showText} />
      <FilterBar
        sentence={sentence}
        filter={address.state.filter}
        properties={parts.properties}
        more={parts.fieldProperties}
        find={definition.find}
        findLabel={texts.find(definition.several)}
        count={shown === undefined ? '' : texts.count(shown.count, definition.one, definition.several)}
        leftOut={leftOut}
        onChange={list.setSentence}
        onText={(filter) => address.change({ filter })}
        onLeave={focusRows}
      />
      {definition.calls.bulk && (definition.mayChange?.(list.me) ?? true) ? (
        <RunningJobs definition={definition} />
      ) : null}
      {rows.error === null || rows.error === undefined ? null : (
        <LoadFailed error={rows.error} onRetry={rows.retry} />
      )}
      <div className={classes.body}>
        {other ? (
          <div className={classes.rows}>
            {other.render({ filter: address.state.filter, onPeek: setPeeked })}
          </div>
        ) : (
          <Rows
            definition={definition}
            list={list}
            selection={selection}
            onSelect={setSelection}
            peeking={peeked !== undefined}
            onPeek={setPeeked}
            onActiveRow={onActiveRow}
            onDone={showText}
          />
        )}
        {peeked && (
          <PeekPanel
            definition={definition}
            row={peeked}
            onClose={() => {
              setPeeked(undefined)
              focusRows()
            }}
          />
        )}
      </div>
    </div>
  )
}

interface RowsProps<Row extends Identified> {
  readonly definition: ListDefinition<Row>
  readonly list: List<Row>
  readonly selection: Selection
  readonly onSelect: (selection: Selection) => void
  readonly peeking: boolean
  readonly onPeek: (row: Row | undefined) => void
  readonly onActiveRow: ListProps<Row>['onActiveRow'] | undefined
  readonly onDone: typeof showText
}

function Rows<Row extends Identified>(props: RowsProps<Row>) {
  const { definition, list, selection, onSelect, peeking, onPeek, onDone } = props
  const { rows, columns, sentence, parts } = list
  const { shown } = rows
  const cards = useMediaQuery('(max-width: 48rem)', false, { getInitialValueInEffect: false })
  const { kept, keep } = useKeptPlace()
  const isDrawn = useDrawnInSlices(shown !== undefined)
  const [active, setActive] = useState(-1)
  const [pageError, setPageError] = useState<unknown>(null)
  const [changing, setChanging] = useState<number>()
  const open = useOpen(definition)
  const format = useFormat()
  const mayChange = definition.mayChange?.(list.me) ?? true
  const { onActiveRow: onActive } = props
  const onActiveRow = useCallback(
    (row: Row | undefined) => {
      if (peeking && row) onPeek(row)
      onActive?.(row)
    },
    [peeking, onPeek, onActive],
  )
  if (shown === undefined || !isDrawn) return rows.error ? null : <ListSkeleton />
  if (shown.count === 0 && !rows.busy) {
    return (
      <EmptyList
        definition={definition}
        sentence={sentence}
        properties={parts.allProperties}
        mayChange={mayChange}
        onChange={list.setSentence}
      />
    )
  }
  const selected = countSelected(selection, shown.count)
  const { lines } = shown
  const { bulk = [] } = definition
  const mayBulk = mayChange && definition.calls.bulk !== undefined
  return (
    <div className={classes.rows}>
      {selected > 0 && (
        <SelectionBar
          list={definition.name}
          several={definition.several}
          selection={selection}
          selected={selected}
          count={shown.count}
          exported={{ filter: shown.filter, orderBy: shown.orderBy, columns: exportedColumns(list) }}
          onChange={mayBulk ? () => setChanging(0) : undefined}
          changes={bulk.flatMap(({ button }, index) =>
            button === undefined || !mayBulk ? [] : [{ label: button, onClick: () => setChanging(index) }],
          )}
          onAll={() => onSelect(allSelected)}
          onClear={() => onSelect(nothingSelected)}
        />
      )}
      <ErrorAlert error={pageError} title={texts.loadFailed} />
      <RowGrid
        definition={definition}
        columns={columns}
        lines={lines}
        count={shown.count}
        orderBy={shown.orderBy}
        sorted={list.sorted}
        actions={list.head}
        cards={cards}
        busy={rows.busy}
        label={definition.several}
        singleKeys={list.me.preferences.singleKeys}
        selection={selection}
        onSelect={onSelect}
        active={Math.min(active, lines.count - 1)}
        onActive={setActive}
        onActiveRow={onActiveRow}
        peeking={peeking}
        onPeek={onPeek}
        onOpen={(row, inNewTab) => open(row, inNewTab) || onPeek(row)}
        groupLabel={(line) => groupLabel(list, line, format)}
        groupSum={(line) => groupSum(list, line, format)}
        onFold={(line, folded) => {
          const at = lines.at(line)
          if (at?.kind === 'heading') rows.fold(at.segment.group?.value ?? null, folded)
        }}
        kept={kept}
        onPlace={keep}
        onError={setPageError}
        rowsKey={`${shown.filter} ${shown.orderBy} ${shown.groupBy}`}
      />
      {changing !== undefined && (
        <BulkDialog
          definition={definition}
          first={changing}
          offered={bulk}
          more={parts.bulkFields}
          selection={selection}
          filter={shown.filter}
          count={selected}
          onClose={() => setChanging(undefined)}
          onDone={onDone}
        />
      )}
    </div>
  )
}
