// What the palette finds by name.
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { answer, client } from '../../lib/client.ts'

export interface FoundThing {
  readonly type: string
  readonly id: number
  readonly name: string
  /** Its number, or what it is on. */
  readonly detail: string | undefined
}

const MOST = 8

/** Matters, contracts and files by name; what was viewed last before anything is typed. */
export const thingsQuery = (text: string) =>
  queryOptions({
    queryKey: ['palette', text],
    queryFn: () => (text === '' ? viewedLast() : found(text)),
    staleTime: 10_000,
    placeholderData: keepPreviousData,
  })

async function viewedLast(): Promise<FoundThing[]> {
  const { items } = await answer(client.GET('/v2/me/recents'))
  return items
    .slice(0, MOST)
    .map(({ type, id, name, displayId }) => ({ type, id, name, detail: displayId ?? undefined }))
}

async function found(q: string): Promise<FoundThing[]> {
  const query = { q, types: 'Matter,Contract,File', $top: MOST }
  const { items } = await answer(client.GET('/v2/search', { params: { query } }))
  return items.map(({ type, id, title, record }) => ({ type, id, name: title, detail: record?.name }))
}
