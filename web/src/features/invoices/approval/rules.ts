// The rules of approval of invoices: read, edited as a draft, saved.
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { PersonValue } from '../../../forms/field-kind.ts'
import { type Deadline, deadlineOf, sentDeadline } from '../../contracts/approvals/deadline-fields.tsx'
import type { Answer } from '../../../lib/calls.ts'
import { answerWithTag, client, ifMatch } from '../../../lib/client.ts'
import { useAction } from '../../../lib/use-action.ts'
import type { CostReference } from '../allocation/allocation-calls.ts'

type Read = Answer<'/v2/invoices/approvalRules'>

/** A rule while it is edited. */
export interface Rule {
  /** The same while it is moved. */
  readonly key: string
  readonly name: string
  readonly approvers: readonly PersonValue[]
  readonly matterManager: boolean
  readonly need: 'One' | 'All'
  readonly deadline: Deadline
  readonly from: { readonly total: number | null; readonly currency: string } | null
  readonly overBudget: boolean
  readonly costCentres: readonly CostReference[]
}

export interface Rules {
  readonly ownEntriesRefused: boolean
  /** Working days that law firms have. */
  readonly answerDays: number
  readonly appealDays: number
  readonly rules: readonly Rule[]
}

const queryKey = ['invoices', 'approvalRules']

/** The rules with their version. */
export const approvalRulesQuery = queryOptions({
  queryKey,
  queryFn: async ({ signal }) => {
    const { value, etag } = await answerWithTag(client.GET('/v2/invoices/approvalRules', { signal }))
    return { rules: rulesOf(value), etag }
  },
})

const rulesOf = ({ ownEntriesRefused, answerDays, appealDays, rules }: Read): Rules => ({
  ownEntriesRefused,
  answerDays,
  appealDays,
  rules: rules.map(
    ({ name, approvers, matterManager, need, deadline, from, overBudget, costCentres }, index) => ({
      key: `rule-${index}`,
      name,
      approvers,
      matterManager,
      need,
      deadline: deadlineOf(deadline),
      from: from ? { total: from.total, currency: from.currency } : null,
      overBudget,
      costCentres,
    }),
  ),
})

export interface Unsaved {
  readonly rules: Rules
  readonly etag: string | undefined
}

/** Saves them, only as they were read. */
export function useSaveApprovalRules() {
  const queries = useQueryClient()
  return useAction({
    mutationFn: ({ rules: { rules, ...settings }, etag }: Unsaved) =>
      answerWithTag(
        client.PUT('/v2/invoices/approvalRules', {
          headers: ifMatch(etag),
          body: {
            ...settings,
            rules: rules.map(
              ({ name, approvers, matterManager, need, deadline, from, overBudget, costCentres }) => ({
                name,
                approvers: approvers.map(({ id }) => ({ id })),
                matterManager,
                need,
                deadline: sentDeadline(deadline),
                from: from && { total: from.total ?? 0, currency: from.currency },
                overBudget,
                costCentres: costCentres.map(({ id }) => ({ id })),
              }),
            ),
          },
        }),
      ),
    onSuccess: ({ value, etag }) => queries.setQueryData(queryKey, { rules: rulesOf(value), etag }),
  })
}
