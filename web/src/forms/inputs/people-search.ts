// People to choose from: everybody whom one may find, by name or address.
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import type { Item } from '../../lib/calls.ts'
import { answer, client } from '../../lib/client.ts'
import { matchesWords } from '../../lib/words.ts'

/** A person as the directory has them. */
export type FoundPerson = Item<'/v2/users'>

const MOST = 20

const peopleQuery = (words: string, organizationId?: number) =>
  queryOptions({
    queryKey: ['users', 'search', words, organizationId],
    queryFn: async ({ signal }): Promise<readonly FoundPerson[]> => {
      const query = {
        $filter: peopleFilter(words, organizationId),
        $orderby: 'LastName,FirstName',
        $top: MOST,
      }
      return (await answer(client.GET('/v2/users', { params: { query }, signal }))).items
    },
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  })

/**
 * The people for what is typed, a moment after typing stops; only those of an organisation if one is given. Until they
 * are there, those of before who match: somebody who types and chooses fast must not get another person.
 */
export function usePeopleSearch(
  words: string,
  { enabled = true, organizationId = undefined as number | undefined } = {},
) {
  const wanted = words.trim()
  const [settled] = useDebouncedValue(wanted, 200)
  const {
    data = [],
    isFetching,
    isPlaceholderData,
  } = useQuery({
    ...peopleQuery(settled, organizationId),
    enabled,
  })
  const isBehind = settled !== wanted || isPlaceholderData
  return {
    people: isBehind
      ? data.filter(({ firstName, lastName, email }) =>
          matchesWords(`${firstName} ${lastName} ${email}`, wanted),
        )
      : data,
    isSearching: isFetching || settled !== wanted,
  }
}

/** Every word must be in a name or the address. */
function peopleFilter(words: string, organizationId?: number): string {
  const each = words.split(/\s+/).filter((word) => word !== '')
  const conditions = each.map((word) => {
    const quoted = `'${word.replaceAll("'", "''")}'`
    return `(contains(FirstName,${quoted}) or contains(LastName,${quoted}) or contains(Email,${quoted}))`
  })
  const within = organizationId === undefined ? [] : [`OrganizationId eq ${organizationId}`]
  return ["Status eq 'Active'", ...within, ...conditions].join(' and ')
}
