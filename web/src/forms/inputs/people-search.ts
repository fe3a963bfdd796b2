// People to choose from: everybody whom one may find, by name or address.
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import type { Item } from '../../lib/calls.ts'
import { answer, client } from '../../lib/client.ts'

/** A person as the directory has them. */
export type FoundPerson = Item<'/v2/users'>

const MOST = 20

const peopleQuery = (words: string) =>
  queryOptions({
    queryKey: ['users', 'search', words],
    queryFn: async ({ signal }): Promise<readonly FoundPerson[]> => {
      const query = { $filter: peopleFilter(words), $orderby: 'LastName,FirstName', $top: MOST }
      return (await answer(client.GET('/v2/users', { params: { query }, signal }))).items
    },
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  })

/** The people for what is typed, a moment after typing stops. */
export function usePeopleSearch(words: string, enabled = true) {
  const [settled] = useDebouncedValue(words.trim(), 200)
  return useQuery({ ...peopleQuery(settled), enabled })
}

/** Every word must be in a name or the address. */
export function peopleFilter(words: string): string {
  const each = words.split(/\s+/).filter((word) => word !== '')
  const conditions = each.map((word) => {
    const quoted = `'${word.replaceAll("'", "''")}'`
    return `(contains(FirstName,${quoted}) or contains(LastName,${quoted}) or contains(Email,${quoted}))`
  })
  return ["Status eq 'Active'", ...conditions].join(' and ')
}
