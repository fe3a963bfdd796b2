// The state of a list in the address of the page.
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import { type ListSearch, type ListState, searchOf, stateOf } from './list-state.ts'

export interface ListAddress {
  readonly state: ListState
  /** Changes some of it. The page before in the history stays the one before. */
  readonly change: (changes: Partial<ListState>) => void
  /** Goes to another view, as a step that the browser can go back from. */
  readonly open: (viewId: string | undefined) => void
  /** What the view says again. */
  readonly reset: () => void
}

/** What the address says, in any list. */
export const useListSearch = (): ListSearch => useSearch({ strict: false })

/** The state of the list, on the ground of the view that the address names. */
export function useListAddress(view: ListState): ListAddress {
  const search = useListSearch()
  const navigate = useNavigate()
  const state = stateOf(search, view)
  const go = useCallback(
    (next: ListSearch, replace: boolean) => void navigate({ to: '.', search: next as never, replace }),
    [navigate],
  )
  return {
    state,
    change: (changes) => go(searchOf({ ...state, ...changes }, view, search.view), true),
    open: (viewId) => go({ view: viewId }, false),
    reset: () => go({ view: search.view }, true),
  }
}
