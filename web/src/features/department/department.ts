// The figures of a department, and the addresses of the lists that they are counts of.
import { queryOptions } from '@tanstack/react-query'
import { listRoute } from '../../lib/addresses/route-of.ts'
import type { Answer } from '../../lib/calls.ts'
import { answer, client } from '../../lib/client.ts'
import { kindNames } from '../../lib/kinds.ts'
import { showing } from '../../lib/stale.ts'

export type Department = Answer<'/v2/me/department'>
export type Figure = Department['figures'][number]
export type LoadColumn = Department['load']['columns'][number]

export const departmentQuery = queryOptions({
  queryKey: ['me', 'department'],
  queryFn: ({ signal }) => answer(client.GET('/v2/me/department', { signal })),
  ...showing('*'),
})

const pages: Readonly<Record<string, string>> = {
  ...Object.fromEntries(kindNames.map((names) => [names.many, listRoute(names)])),
  keyDates: '/dates',
}

/** The page of a list, as a link takes it: all of the list, with the filter. */
export const listAt = (list: string, filter: string) =>
  list === 'approvals'
    ? { to: '/approvals', search: { late: 'yes' } }
    : { to: pages[list] ?? `/${list}`, search: { view: 'all', filter } }
