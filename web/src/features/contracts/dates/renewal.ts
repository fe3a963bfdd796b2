// The renewal of one contract.
import { queryOptions } from '@tanstack/react-query'
import type { Answer, Sent } from '../../../lib/calls.ts'
import { answer, answerWithTag, client, ifMatch } from '../../../lib/client.ts'
import { useRecordAction } from '../../records/records.ts'
import { contractRef } from '../contract-kind.ts'
import type { Period } from './period-fields.tsx'
import { renewalTexts as texts } from './texts.ts'

export type Renewal = Answer<'/v2/contracts/{contractId}/renewal'>
export type Decided = Renewal['decisions'][number]
export type Decision = Sent<'/v2/contracts/{contractId}/renewal/decisions', 'post'>

/** How it is renewed and what was decided, with the ETag of its term. */
export const renewalQuery = (contractId: number) =>
  queryOptions({
    queryKey: ['contracts', contractId, 'renewal'],
    queryFn: ({ signal }) =>
      answerWithTag(
        client.GET('/v2/contracts/{contractId}/renewal', { params: { path: { contractId } }, signal }),
      ),
  })

/** Sets how long it is renewed for; null removes it. */
export const useSetTerm = (contractId: number, etag: string | undefined) =>
  useRecordAction(
    contractRef(contractId),
    (term: Period | null): Promise<unknown> => {
      const params = { path: { contractId }, header: ifMatch(etag) }
      return term
        ? answer(client.PUT('/v2/contracts/{contractId}/renewal', { params, body: term }))
        : answer(client.DELETE('/v2/contracts/{contractId}/renewal', { params }))
    },
    (term) => (term ? texts.termSet : texts.termRemoved),
  )

const done = { Renew: texts.renewed, Renegotiate: texts.renegotiating, End: texts.ending } as const

/** Decides what happens at the expiry. */
export const useDecide = (contractId: number) =>
  useRecordAction(
    contractRef(contractId),
    (body: Decision) =>
      answer(
        client.POST('/v2/contracts/{contractId}/renewal/decisions', {
          params: { path: { contractId } },
          body,
        }),
      ),
    ({ decision }) => done[decision],
  )

/** Withdraws a decision. */
export const useWithdraw = (contractId: number) =>
  useRecordAction(
    contractRef(contractId),
    (decisionId: number) =>
      answer(
        client.DELETE('/v2/contracts/{contractId}/renewal/decisions/{decisionId}', {
          params: { path: { contractId, decisionId } },
        }),
      ),
    () => texts.withdrawDone,
  )
