// Billing guidelines: read, edited rule by rule, saved as a version, and tried on an invoice.
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Answer, Sent } from '../../../lib/calls.ts'
import { answer, answerWithTag, client, ifMatch } from '../../../lib/client.ts'
import { useAction } from '../../../lib/use-action.ts'
import { type AmountWriting, readAmount, shownAmount } from '../../../lib/written-amount.ts'

export type KnownRule = Answer<'/v2/invoices/guidelines/rules'>['items'][number]
export type Guideline = Answer<'/v2/invoices/guidelines'>
type SentRules = Sent<'/v2/invoices/guidelines', 'put'>['rules']
export type Severity = KnownRule['severities'][number]

/** What a guideline is for: all invoices of the organisation, or those of one law firm or of one matter. */
export interface Scope {
  readonly firmId?: number
  readonly matterId?: number
}

/** A rule while it is edited: lists are lines of text. */
export interface Edited {
  /** `unset`: a less special guideline decides. */
  readonly state: 'unset' | 'on' | 'off'
  readonly severity: Severity
  readonly numbers: Readonly<Record<string, number | null>>
  readonly lists: Readonly<Record<string, string>>
  readonly firmText: string
}

const keyOf = ({ firmId = 0, matterId = 0 }: Scope) => ['invoices', 'guidelines', firmId, matterId]

/** All rules, with how often each has found something. */
export const rulesQuery = queryOptions({
  queryKey: ['invoices', 'guidelineRules'],
  queryFn: async ({ signal }) =>
    (await answer(client.GET('/v2/invoices/guidelines/rules', { signal }))).items,
})

/** A guideline with its version. */
export const guidelineQuery = (scope: Scope) =>
  queryOptions({
    queryKey: keyOf(scope),
    queryFn: ({ signal }) =>
      answerWithTag(client.GET('/v2/invoices/guidelines', { params: { query: { ...scope } }, signal })),
  })

/** A rule of a guideline to be edited; with its defaults where the guideline does not mention it. */
export function editedOf(known: KnownRule, guideline: Guideline, writing: AmountWriting): Edited {
  const entry = guideline.rules.find(({ rule }) => rule === known.rule)
  const { severity, settings, firmText } = entry ?? known.default
  const numbers: Record<string, number | null> = {}
  const lists: Record<string, string> = {}
  for (const { name, kind } of known.settings) {
    const value = settings[name]
    if (kind === 'number') numbers[name] = typeof value === 'number' ? value : null
    else lists[name] = Array.isArray(value) ? value.map((each) => lineOf(each, writing)).join('\n') : ''
  }
  const state = entry === undefined ? 'unset' : entry.on ? 'on' : 'off'
  return { state, severity, numbers, lists, firmText }
}

const lineOf = (entry: unknown, writing: AmountWriting): string =>
  typeof entry === 'object' && entry !== null && 'code' in entry && 'most' in entry
    ? `${String(entry.code)} ${shownAmount(Number(entry.most), writing)}`
    : String(entry)

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** The rules as they are sent: those that are on or off. */
export const sentRules = (
  known: readonly KnownRule[],
  edited: readonly Edited[],
  writing: AmountWriting,
): SentRules =>
  known.flatMap(({ rule, settings }, index) => {
    const its = edited[index]
    if (!its || its.state === 'unset') return []
    const values = settings.map(({ name, kind }): [string, unknown] => {
      if (kind === 'number') return [name, its.numbers[name] ?? null]
      const lines = linesOf(its.lists[name] ?? '')
      return [name, kind === 'limits' ? lines.map((line) => limitIn(line, writing)) : lines]
    })
    const { severity, firmText } = its
    return [{ rule, on: its.state === 'on', severity, settings: Object.fromEntries(values), firmText }]
  })

/** `E110 250`; NaN for an amount that cannot be read, with which no change is sent. */
function limitIn(line: string, writing: AmountWriting) {
  const [, code = '', amount = ''] = /^(\S+)\s*(.*)$/.exec(line) ?? []
  const read = amount === '' ? { value: null } : readAmount(amount, writing)
  return { code: code.toUpperCase(), most: 'value' in read ? read.value : Number.NaN }
}

/** Saves another version in place of the one that was read. */
export function useSaveGuideline(scope: Scope) {
  const queries = useQueryClient()
  return useAction({
    mutationFn: ({ rules, note, etag }: { rules: SentRules; note: string; etag: string | undefined }) =>
      answer(
        client.PUT('/v2/invoices/guidelines', {
          params: { query: { ...scope } },
          headers: ifMatch(etag),
          body: { rules, note },
        }),
      ),
    onSuccess: () => queries.invalidateQueries({ queryKey: keyOf(scope) }),
  })
}

/** What the rules would find in an invoice; nothing is kept. */
export const useTryGuideline = () =>
  useAction({
    mutationFn: async ({ invoiceId, rules }: { invoiceId: number; rules: SentRules }) =>
      (
        await answer(
          client.POST('/v2/invoices/guidelines/trials', { body: { invoice: { id: invoiceId }, rules } }),
        )
      ).items,
  })

/** The latest invoices that were posted. */
export const recentInvoicesQuery = queryOptions({
  queryKey: ['invoices', 'recent'],
  queryFn: async ({ signal }) => {
    const query = { $filter: "Status ne 'Draft'", $orderby: 'Id desc', $top: 50 }
    return (await answer(client.GET('/v2/invoices', { params: { query }, signal }))).items
  },
})
