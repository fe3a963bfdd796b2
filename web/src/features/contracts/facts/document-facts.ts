// What the document of a contract says, and accepting it.
import { queryOptions } from '@tanstack/react-query'
import type { Answer } from '../../../lib/calls.ts'
import { answer, client } from '../../../lib/client.ts'
import type { ContractOverview } from '../../records/record-calls.ts'
import { useRecordAction } from '../../records/records.ts'
import { contractRef } from '../contract-kind.ts'
import { factTexts as texts } from './texts.ts'

export type DocumentFacts = Answer<'/v2/contracts/{contractId}/documentFacts'>
export type DocumentFact = DocumentFacts['facts'][number]

/** The facts that the current version of the document says. */
export const documentFactsQuery = (contractId: number) =>
  queryOptions({
    queryKey: ['contracts', contractId, 'documentFacts'],
    queryFn: ({ signal }) =>
      answer(
        client.GET('/v2/contracts/{contractId}/documentFacts', { params: { path: { contractId } }, signal }),
      ),
  })

/** Accepts facts of the version that was read. */
export function useAcceptFacts(contractId: number, overview: ContractOverview, version: number) {
  return useRecordAction(
    contractRef(contractId),
    (facts: readonly string[]) =>
      answer(
        client.POST('/v2/contracts/{contractId}/documentFacts/acceptances', {
          params: { path: { contractId }, header: { 'If-Match': overview.etag } },
          body: { version, facts: [...facts] },
        }),
      ),
    (facts) => texts.accepted(facts.length),
  )
}

/** What "accept all that are certain" takes: of each place the one certain fact, where only one is proposed. */
export function certainOnes(facts: readonly DocumentFact[]): readonly DocumentFact[] {
  const open = facts.filter(({ state, place }) => state === 'Proposed' && place !== null)
  const certain = open.filter(
    (fact) => fact.certainty === 'Certain' && open.filter(({ place }) => place === fact.place).length === 1,
  )
  // there is nothing to decide before a contract has an end
  const hasEnd =
    certain.some(({ place }) => place === 'Expiry') ||
    facts.some(({ place, state }) => place === 'Expiry' && state === 'Recorded')
  return certain.filter(({ place }) => hasEnd || place !== 'RenewalDecision')
}
