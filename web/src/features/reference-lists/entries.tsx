// The entries of a list: found by their letters, a page at a time, in an order that can be changed where it has one.
import { Button, TextInput } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type DragEvent, useState } from 'react'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { showToast } from '../../components/toast-store.ts'
import { useDebouncedValue } from '../../lib/debounced.ts'
import { EntryRow } from './entry-row.tsx'
import type { KeptList } from './kept-lists.ts'
import { entriesQuery, type ListEntry, usePlaceEntry, wholeListQuery } from './reference-lists.ts'
import classes from './reference-lists.module.css'
import { texts } from './texts.ts'

export function Entries({ list, kept }: { list: string; kept: KeptList }) {
  const [words, setWords] = useState('')
  const asked = useDebouncedValue(words.trim(), 250)
  const found = useInfiniteQuery(entriesQuery(list, asked))
  const whole = useQuery({ ...wholeListQuery(list), enabled: kept.isTree === true })
  const entries = found.data?.pages.flatMap(({ items }) => items) ?? []
  const nameOfId = new Map((whole.data ?? []).map(({ id, name }) => [id, name]))
  // among those that were found, a place would say nothing
  const order = useOrder(list, entries, kept.isOrdered === true && asked === '')
  return (
    <>
      <TextInput
        size="sm"
        type="search"
        maw="24rem"
        aria-label={texts.find}
        placeholder={texts.find}
        value={words}
        onChange={(event) => setWords(event.currentTarget.value)}
      />
      {found.isPending ? <PageSkeleton lines={4} /> : null}
      {found.isError ? <ErrorPanel error={found.error} retry={found.refetch} /> : null}
      <output className={classes.quiet}>
        {found.isSuccess ? texts.found(found.data.pages[0]?.count ?? 0) : ''}
      </output>
      <ErrorAlert error={order.error} />
      {found.isSuccess && entries.length === 0 ? (
        <p className={classes.quiet}>{asked === '' ? texts.none : texts.noneFound}</p>
      ) : null}
      {order.isOn && entries.length > 1 ? <p className={classes.quiet}>{texts.orderHint}</p> : null}
      <ul className={classes.entries}>
        {order.shown.map((entry, place) => (
          <EntryRow
            key={entry.id}
            list={list}
            kept={kept}
            entry={entry}
            parentName={entry.parent === null ? undefined : nameOfId.get(entry.parent.id)}
            order={
              order.isOn
                ? {
                    ...order.dragging(entry, place),
                    move: (by) => order.move(place, place + by),
                    first: place === 0,
                    last: place === entries.length - 1,
                  }
                : undefined
            }
          />
        ))}
      </ul>
      {found.hasNextPage ? (
        <Button size="sm" variant="default" onClick={() => void found.fetchNextPage()}>
          {texts.more}
        </Button>
      ) : null}
    </>
  )
}

/** Moving entries: shown at once where they go, and put back where the server refuses. */
function useOrder(list: string, entries: readonly ListEntry[], isOn: boolean) {
  const place = usePlaceEntry(list)
  const [dragged, setDragged] = useState<number>()
  const [over, setOver] = useState<number>()
  const [ids, setIds] = useState<readonly number[]>()
  const shown = ids === undefined ? entries : sorted(entries, ids)

  function put(from: number, to: number, isUndo = false) {
    const moved = shown[from]
    if (!moved || to < 0 || to >= shown.length || to === from) return
    const others = shown.filter((_, index) => index !== from)
    const next = [...others.slice(0, to), moved, ...others.slice(to)]
    setIds(next.map(({ id }) => id))
    const before = entries[entries.findIndex(({ id }) => id === moved.id) - 1]?.id ?? null
    place.mutate(
      { id: moved.id, after: others[to - 1]?.id ?? null },
      {
        onSuccess: () => {
          setIds(undefined)
          if (isUndo) return
          showToast({
            text: texts.moved(moved.name, to + 1),
            undo: () => place.mutate({ id: moved.id, after: before }),
          })
        },
        onError: () => setIds(undefined),
      },
    )
  }

  const dragging = (entry: ListEntry, at: number) => ({
    dragged: dragged === entry.id,
    over: over === at && dragged !== undefined && dragged !== entry.id,
    handle: {
      draggable: true,
      onDragStart(event: DragEvent) {
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', entry.name)
        setDragged(entry.id)
      },
      onDragEnd() {
        setDragged(undefined)
        setOver(undefined)
      },
    },
    drop: {
      onDragOver(event: DragEvent) {
        if (dragged === undefined) return
        event.preventDefault()
        if (over !== at) setOver(at)
      },
      onDrop(event: DragEvent) {
        event.preventDefault()
        put(
          shown.findIndex(({ id }) => id === dragged),
          at,
        )
        setDragged(undefined)
        setOver(undefined)
      },
    },
  })
  return { isOn, shown, error: place.error, move: put, dragging }
}

const sorted = (entries: readonly ListEntry[], ids: readonly number[]) =>
  entries.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
