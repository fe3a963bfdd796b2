// Mailed reports: those that somebody gets, and what is done with them.
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Item, Sent } from '../../lib/calls.ts'
import { answer, client } from '../../lib/client.ts'
import { useAction } from '../../lib/use-action.ts'
import { mailingTexts as texts } from './mailing-texts.ts'

export type Mailing = Item<'/v2/reports/mailings'>
export type Schedule = Pick<Mailing, 'weekday' | 'monthDay' | 'hour' | 'format'>
/** What is mailed: a saved report by its id, or a ready-made one. */
export type Source = { readonly saved: string } | { readonly ready: string }

export const weekdays = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const

export const mailingsQuery = queryOptions({
  queryKey: ['reports', 'mailings'],
  queryFn: async ({ signal }) => {
    const query = { $top: 200, $orderby: 'Id' }
    return (await answer(client.GET('/v2/reports/mailings', { params: { query }, signal }))).items
  },
})

export const isOf = (source: Source, { report, ready }: Mailing): boolean =>
  'saved' in source ? String(report?.id) === source.saved : ready === source.ready

export const hourText = (hour: number): string => `${String(hour).padStart(2, '0')}:00`

/** `Every Monday at 08:00, as Excel.` */
export function scheduleWords({ weekday, monthDay, hour, format }: Schedule): string {
  const at = hourText(hour)
  const when = weekday ? texts.weekly(weekday, at) : texts.monthly(monthDay ?? 31, at)
  return `${when}${texts.as(texts.formats[format])}`
}

type NewMailing = Sent<'/v2/reports/mailings', 'post'>

/** Having reports mailed, and changing, pausing and ending that. */
export function useMailingActions() {
  const queries = useQueryClient()
  const onSettled = () => queries.invalidateQueries({ queryKey: mailingsQuery.queryKey })
  return {
    create: useAction({
      mutationFn: ({
        source,
        schedule,
        recipient,
      }: {
        source: Source
        schedule: Schedule
        recipient: string | undefined
      }) => {
        const report = 'saved' in source ? { report: { id: Number(source.saved) } } : { ready: source.ready }
        const to = recipient === undefined ? {} : { recipient: { id: recipient } }
        const body: NewMailing = { ...report, ...schedule, ...to }
        return answer(client.POST('/v2/reports/mailings', { body }))
      },
      onSettled,
    }),
    change: useAction({
      mutationFn: ({ id, changes }: { id: number; changes: Partial<Schedule> & { paused?: boolean } }) =>
        answer(
          client.PATCH('/v2/reports/mailings/{mailingId}', {
            params: { path: { mailingId: String(id) } },
            body: changes,
          }),
        ),
      onSettled,
    }),
    remove: useAction({
      mutationFn: (id: number) =>
        answer(
          client.DELETE('/v2/reports/mailings/{mailingId}', { params: { path: { mailingId: String(id) } } }),
        ),
      onSettled,
    }),
  }
}
