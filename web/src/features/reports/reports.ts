// Reports as pages show them: what they can be made of, those that are saved, and their figures.
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { listRoute } from '../../lib/addresses/route-of.ts'
import type { Answer } from '../../lib/calls.ts'
import { answer, answerWithTag, client, ifMatch } from '../../lib/client.ts'
import { kindNames, kinds } from '../../lib/kinds.ts'
import { showing } from '../../lib/stale.ts'
import { useAction } from '../../lib/use-action.ts'
import { bodyOf, type ReportParts } from './report-address.ts'

export type Catalogue = Answer<'/v2/reports/catalogue'>
export type ReportList = Catalogue['lists'][number]
export type ReadyReport = Catalogue['ready'][number]
export type Dashboard = Catalogue['dashboards'][number]
export type Figures = Answer<'/v2/reports/figures'>
export type Group = Figures['groups'][number]
export type Unit = Figures['measures'][number]['unit']

export const catalogueQuery = queryOptions({
  queryKey: ['reports', 'catalogue'],
  staleTime: 300_000,
  queryFn: ({ signal }) => answer(client.GET('/v2/reports/catalogue', { signal })),
})

export const savedReportsQuery = queryOptions({
  queryKey: ['reports', 'saved'],
  queryFn: async ({ signal }) => {
    const query = { $top: 200, $orderby: 'Name' }
    return (await answer(client.GET('/v2/reports', { params: { query }, signal }))).items
  },
})

/** One saved report, with the tag of its version. */
export const savedReportQuery = (id: string) =>
  queryOptions({
    queryKey: ['reports', 'saved', id],
    queryFn: ({ signal }) =>
      answerWithTag(client.GET('/v2/reports/{reportId}', { params: { path: { reportId: id } }, signal })),
  })

/** The figures of a report; those before stay until others are there. */
export const figuresQuery = (parts: ReportParts) =>
  queryOptions({
    queryKey: ['reports', 'figures', parts],
    queryFn: ({ signal }) =>
      answer(client.GET('/v2/reports/figures', { params: { query: parts as never }, signal })),
    placeholderData: (before) => before,
    ...showing('*'),
  })

/** The address of the file of a report, which is called as the report is. */
export const fileAddress = (parts: ReportParts, format: 'csv' | 'xlsx', name?: string): string => {
  const given = Object.entries({ ...parts, name }).filter(([, value]) => value !== undefined && value !== '')
  return `/v2/reports/export?${new URLSearchParams([...given, ['format', format]] as [string, string][]).toString()}`
}

const pages: Readonly<Record<string, string>> = {
  ...Object.fromEntries(kindNames.map((names) => [names.many, listRoute(names)])),
  invoiceLines: '/invoices/lines',
  invoiceAllocations: '/invoices/allocations',
  legalCosts: '/costs',
  insideCosts: '/costs/inside',
  moneyByDate: '/invoices/by-date',
  keyDates: '/dates',
  exposures: listRoute(kinds.matter),
  plannedBudgets: listRoute(kinds.matter),
}

/** The list of a group, as a link takes it. */
export const listAt = (list: string, filter: string) => ({
  to: pages[list] ?? `/${list}`,
  search: { view: 'all', filter: filter === '' ? undefined : filter },
})

/** How a report is kept. */
export interface Keeping {
  readonly name: string
  readonly sharedWith: 'Me' | 'Organization'
}

/** Saving, changing and deleting reports. */
export function useReportActions() {
  const queries = useQueryClient()
  const onSettled = () => queries.invalidateQueries({ queryKey: ['reports', 'saved'] })
  return {
    create: useAction({
      mutationFn: ({ parts, keeping }: { parts: ReportParts; keeping: Keeping }) =>
        answer(client.POST('/v2/reports', { body: { ...bodyOf(parts), ...keeping } })),
      onSettled,
    }),
    change: useAction({
      mutationFn: ({
        id,
        tag,
        parts,
        keeping,
      }: {
        id: string
        tag: string | undefined
        parts: ReportParts
        keeping?: Keeping
      }) =>
        answer(
          client.PATCH('/v2/reports/{reportId}', {
            params: { path: { reportId: id }, header: ifMatch(tag) },
            body: { ...bodyOf(parts), ...keeping },
          }),
        ),
      onSettled,
    }),
    remove: useAction({
      mutationFn: (id: string) =>
        answer(client.DELETE('/v2/reports/{reportId}', { params: { path: { reportId: id } } })),
      onSettled,
    }),
  }
}
