// Keys in a list of files: arrows (or J and K) move, X selects, Delete deletes; Enter is the link's own.
import type { KeyboardEvent } from 'react'
import { useMe } from '../../../components/me-context.ts'

interface Keys {
  readonly onToggle: (id: number) => void
  readonly onDelete: ((id: number) => void) | undefined
}

/** For `onKeyDown` of the table; rows have `data-id`, and in each the element that takes the focus `data-open`. */
export function useRowKeys({ onToggle, onDelete }: Keys) {
  const { singleKeys } = useMe().preferences
  return (event: KeyboardEvent<HTMLElement>) => {
    const target = event.target as HTMLElement
    const row = target.closest<HTMLElement>('tr[data-id]')
    if (!row || event.ctrlKey || event.metaKey || event.altKey || target.closest('[role="menu"]')) return
    const id = Number(row.dataset['id'])
    const run = {
      ArrowDown: () => focusRow(row.nextElementSibling),
      j: () => focusRow(row.nextElementSibling),
      ArrowUp: () => focusRow(row.previousElementSibling),
      k: () => focusRow(row.previousElementSibling),
      x: () => onToggle(id),
      Delete: () => onDelete?.(id),
    }[event.key]
    if (!run || (event.key.length === 1 && !singleKeys)) return
    event.preventDefault()
    run()
  }
}

function focusRow(row: Element | null): void {
  row?.querySelector<HTMLElement>('[data-open]')?.focus()
}
