// What the palette finds by name and number.
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { answer, client } from '../../lib/client.ts'
import { viewedLast } from '../../lib/viewed-last.ts'

export interface FoundThing {
  readonly type: string
  readonly id: number
  readonly name: string
  /** Its number, or what it is on. */
  readonly detail: string | undefined
}

const MOST = 8
const MOST_RECORDS = 5

/** Matters, contracts and files by name; what was viewed last before anything is typed. */
export const thingsQuery = (text: string) =>
  queryOptions({
    queryKey: ['palette', text],
    queryFn: () => (text === '' ? recents() : found(text)),
    staleTime: 10_000,
    placeholderData: keepPreviousData,
  })

async function recents(): Promise<FoundThing[]> {
  return (await viewedLast())
    .slice(0, MOST)
    .map(({ type, id, name, displayId }) => ({ type, id, name, detail: displayId ?? undefined }))
}

// records by name and number, also with typing errors; files by the words in their name or text
async function found(q: string): Promise<FoundThing[]> {
  const [records, files] = await Promise.all([
    answer(client.GET('/v2/quickfind', { params: { query: { q: q.slice(0, 255), $top: MOST } } })),
    // refused where there is no word to look for in a text; records may have it all the same
    answer(client.GET('/v2/search', { params: { query: { q, types: 'File', $top: MOST } } })).catch(() => ({
      items: [],
    })),
  ])
  const found = records.items.map(({ type, id, name, displayId }) => ({
    type,
    id,
    name,
    detail: displayId ?? undefined,
  }))
  const also = files.items.map(({ type, id, title, record }) => ({
    type,
    id,
    name: title,
    detail: record?.name,
  }))
  // files have a part of the room, unless there are fewer records
  return [...found.slice(0, Math.max(MOST - also.length, MOST_RECORDS)), ...also].slice(0, MOST)
}
