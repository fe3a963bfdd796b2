// What the pickers ask the server as one types.
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { answer, client } from '../../lib/client.ts'
import { containsWords } from '../../lib/odata.ts'
import { nameOf } from '../../lib/person-name.ts'

/** A person as a picker gives them. */
export interface PickedPerson {
  readonly id: string
  readonly name: string
  readonly email?: string | undefined
}

/** A matter or contract as a picker gives it. */
export interface PickedRecord {
  readonly type: 'Matter' | 'Contract'
  readonly id: number
  readonly name: string
  readonly displayId?: string | null | undefined
}

const FOUND = 20

/** People whose name or address has all these words. `filter` is a further condition in OData. */
export const peopleQuery = (text: string, filter?: string) =>
  queryOptions({
    queryKey: ['picker', 'people', text, filter ?? ''],
    queryFn: async (): Promise<PickedPerson[]> => {
      const named = containsWords(['FirstName', 'LastName', 'Email'], text)
      const $filter = [`Status ne 'Disabled'`, named, filter].filter((part) => part).join(' and ')
      const query = { $filter, $top: FOUND, $orderby: 'LastName,FirstName' }
      const { items } = await answer(client.GET('/v2/users', { params: { query } }))
      return items.map((person) => ({
        id: person.id,
        name: nameOf(person),
        email: person.email ?? undefined,
      }))
    },
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  })

/** Matters and contracts that fit what is typed, the best first; before anything is typed, those one viewed last. */
export const recordsQuery = (text: string, types: readonly PickedRecord['type'][]) =>
  queryOptions({
    queryKey: ['picker', 'records', text, types],
    queryFn: async (): Promise<PickedRecord[]> => (text === '' ? viewedLast(types) : found(text, types)),
    staleTime: 15_000,
    placeholderData: keepPreviousData,
  })

async function viewedLast(types: readonly string[]): Promise<PickedRecord[]> {
  const { items } = await answer(client.GET('/v2/me/recents'))
  return items.flatMap(({ type, id, name, displayId }) =>
    type !== 'File' && types.includes(type) ? [{ type, id, name, displayId }] : [],
  )
}

async function found(q: string, types: readonly string[]): Promise<PickedRecord[]> {
  const query = { q, types: types.join(','), $top: FOUND }
  const { items } = await answer(client.GET('/v2/search', { params: { query } }))
  return items.flatMap(({ type, id, title }) =>
    type === 'Matter' || type === 'Contract' ? [{ type, id, name: title }] : [],
  )
}
