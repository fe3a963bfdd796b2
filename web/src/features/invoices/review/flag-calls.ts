// The calls about what the billing guidelines found in an invoice.
import { queryOptions } from '@tanstack/react-query'
import type { Answer, Sent } from '../../../lib/calls.ts'
import { answer, answerWithTag, client } from '../../../lib/client.ts'
import { useInvoiceAction } from './invoice-calls.ts'

export type Flag = Answer<'/v2/invoices/{invoiceId}/flags'>['items'][number]
type Decision = Sent<'/v2/invoices/{invoiceId}/flags/decisions', 'post'>
export type FlagAction = Decision['action']

const on = (id: number) => ({ path: { invoiceId: String(id) } })

/** The flags, in the order of the lines. For the organisation that pays. */
export const flagsQuery = (id: number) =>
  queryOptions({
    queryKey: ['invoices', 'flags', id],
    queryFn: async ({ signal }) =>
      (await answer(client.GET('/v2/invoices/{invoiceId}/flags', { params: on(id), signal }))).items,
  })

/** Decides on flags. */
export const useDecideFlags = (id: number) =>
  useInvoiceAction(id, (body: Decision) =>
    answerWithTag(client.POST('/v2/invoices/{invoiceId}/flags/decisions', { params: on(id), body })),
  )

/** The rules that have flagged each line, without those that were dismissed. */
export function rulesByLine(flags: readonly Flag[]): ReadonlyMap<number, readonly string[]> {
  const rules = new Map<number, string[]>()
  for (const { line, rule, dismissed, severity } of flags) {
    if (line === null || dismissed !== null || severity === 'Tell') continue
    const its = rules.get(line) ?? []
    rules.set(line, its)
    if (!its.includes(rule)) its.push(rule)
  }
  return rules
}
