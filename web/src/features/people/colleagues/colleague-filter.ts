// Which people of the organisation are shown, as it is in the address, and how they are asked for.
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { tokenIn } from '../../../lib/all-pages.ts'
import { answer, client } from '../../../lib/client.ts'
import { roles } from '../invited-rows.ts'

/** What the address says; what it has wrong asks for nothing. */
export interface ColleagueSearch {
  /** Each is in the name or in the address. */
  readonly words?: string | undefined
  /** A role of every organisation, or the id of one of this organisation. */
  readonly role?: string | undefined
  readonly status?: string | undefined
  /** The id of a team. */
  readonly team?: string | undefined
  /** The id of a department, or `none`. */
  readonly department?: string | undefined
}

export const statuses = ['Active', 'Disabled'] as const

const isId = (text: string | undefined): boolean => /^[1-9]\d{0,8}$/.test(text ?? '')

/** The `$filter` of those who have joined the organisation and match. */
export function filterOf(organizationId: number, search: ColleagueSearch): string {
  const { words = '', role, status, team, department } = search
  const chosen = statuses.filter((each) => each === status)
  const joined = (chosen.length === 0 ? statuses : chosen).map((each) => `'${each}'`)
  return [
    `OrganizationId eq ${organizationId} and Status in (${joined.join()})`,
    ...words.split(/\s+/).filter(Boolean).map(hasWord),
    ...(roles.some((each) => each === role) ? [`Role eq '${role}' and CustomRole/Id eq null`] : []),
    ...(isId(role) ? [`CustomRole/Id eq ${role}`] : []),
    ...(isId(team) ? [`Teams/any(t: t/Id eq ${team})`] : []),
    ...(isId(department) ? [`Department/Id eq ${department}`] : []),
    ...(department === 'none' ? ['Department/Id eq null'] : []),
  ].join(' and ')
}

function hasWord(word: string): string {
  const text = `'${word.replaceAll("'", "''")}'`
  return `(contains(FirstName,${text}) or contains(LastName,${text}) or contains(Email,${text}))`
}

const order = 'LastName,FirstName'
const AT_ONCE = 50

/** A page at a time. */
export const colleaguesQuery = ($filter: string) =>
  infiniteQueryOptions({
    queryKey: ['people', 'colleagues', $filter],
    placeholderData: keepPreviousData,
    queryFn: ({ pageParam, signal }) => {
      const query = {
        $filter,
        $orderby: order,
        $top: AT_ONCE,
        $count: true,
        ...(pageParam === undefined ? {} : { $skiptoken: pageParam }),
      }
      return answer(client.GET('/v2/users', { params: { query }, signal }))
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextLink }) => (nextLink === undefined ? undefined : tokenIn(nextLink)),
  })

/** The address of the same people as a file. */
export const exportAddress = (format: 'csv' | 'xlsx', $filter: string): string =>
  `/v2/users/export?${new URLSearchParams({ format, $filter, $orderby: order })}`
