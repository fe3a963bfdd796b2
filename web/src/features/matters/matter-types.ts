// The types of matters, and what each asks.
import { queryOptions } from '@tanstack/react-query'
import type { Item } from '../../lib/calls.ts'
import { allPages } from '../../lib/all-pages.ts'
import { answer, client } from '../../lib/client.ts'
import { STALE, type TypeChoice } from '../create/create.ts'

/** The types of matters, each with the names above it: "Commercial › Partnerships". */
export const matterTypesQuery = queryOptions({
  queryKey: ['matterTypes', 'choices'],
  queryFn: async ({ signal }): Promise<readonly TypeChoice[]> => {
    const items = await allPages((query) =>
      answer(client.GET('/v2/matterTypes', { params: { query }, signal })),
    )
    const byId = new Map(items.map((type) => [type.id, type]))
    const nameOf = (type: Item<'/v2/matterTypes'>): string => {
      const above = byId.get(type.parent?.id ?? -1)
      return above === undefined ? (type.name ?? '') : `${nameOf(above)} › ${type.name}`
    }
    return items
      .map((type) => ({ id: type.id ?? 0, name: nameOf(type), hasWizard: false }))
      .toSorted((one, other) => one.name.localeCompare(other.name))
  },
  staleTime: STALE,
})

/** What to fill in for a new matter of the type. */
export const matterFormQuery = (typeId: number | undefined) =>
  queryOptions({
    queryKey: ['matterTypes', typeId, 'create'],
    queryFn: ({ signal }) =>
      answer(
        client.GET('/v2/matterTypes/{typeId}/forms/{form}', {
          params: { path: { typeId: typeId ?? 0, form: 'create' } },
          signal,
        }),
      ),
    enabled: typeId !== undefined,
    staleTime: STALE,
  })
