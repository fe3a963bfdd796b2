// People to choose from: everybody whom one may find, by name or address.
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import type { Item } from '../../lib/calls.ts'
import { answer, client } from '../../lib/client.ts'
import { useDebouncedValue } from '../../lib/debounced.ts'
import { matchesWords } from '../../lib/words.ts'

/** A person as the directory has them. */
export type FoundPerson = Item<'/v2/users'>

const MOST = 20

/** Whose part in something can be chosen. */
const found = {
  /** Also people who were invited and have not joined: they find it when they do. */
  joining: "(Status eq 'Active' or Status eq 'Invited' or Status eq 'Pending')",
  /** Only people who can sign in now, for what waits for them. */
  active: "Status eq 'Active'",
  /** Also people who have left, for what they did. */
  everybody: undefined,
} as const

/** Who is found. */
export type Found = keyof typeof found

interface Search {
  readonly words: string
  readonly who: Found
  readonly organizationId?: number | undefined
}

const peopleQuery = ({ words, who, organizationId }: Search) =>
  queryOptions({
    queryKey: ['users', 'search', words, who, organizationId],
    queryFn: async ({ signal }): Promise<readonly FoundPerson[]> => {
      const query = {
        ...peopleFilter({ words, who, organizationId }),
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
  { enabled = true, who = 'active', organizationId }: Partial<Search> & { readonly enabled?: boolean } = {},
) {
  const wanted = words.trim()
  const settled = useDebouncedValue(wanted, 200)
  const {
    data = [],
    isFetching,
    isPlaceholderData,
  } = useQuery({
    ...peopleQuery({ words: settled, who, organizationId }),
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
function peopleFilter({ words, who, organizationId }: Search): { $filter?: string } {
  const each = words.split(/\s+/).filter((word) => word !== '')
  const conditions = each.map((word) => {
    const quoted = `'${word.replaceAll("'", "''")}'`
    return `(contains(FirstName,${quoted}) or contains(LastName,${quoted}) or contains(Email,${quoted}))`
  })
  const within = organizationId === undefined ? [] : [`OrganizationId eq ${organizationId}`]
  const status = found[who]
  const all = [...(status === undefined ? [] : [status]), ...within, ...conditions]
  return all.length === 0 ? {} : { $filter: all.join(' and ') }
}
