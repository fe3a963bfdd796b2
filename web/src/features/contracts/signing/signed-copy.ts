// The signed copy of a contract: what is recorded, and recording it.
import { queryOptions } from '@tanstack/react-query'
import type { Answer } from '../../../lib/calls.ts'
import { answer, answerWithTag, client, ifMatch } from '../../../lib/client.ts'
import { hasStatus } from '../../../lib/refusal.ts'
import { useRecordAction } from '../../records/records.ts'
import { contractRef } from '../contract-kind.ts'
import type { DocumentFact } from '../facts/document-facts.ts'
import { signingTexts as texts } from './texts.ts'

export type SignedCopy = Answer<'/v2/contracts/{contractId}/signedCopy'>
export type Signatory = SignedCopy['signatories'][number]

/** What is recorded, with its ETag; null if nothing is. */
export const signedCopyQuery = (contractId: number) =>
  queryOptions({
    queryKey: ['contracts', contractId, 'signedCopy'],
    queryFn: async ({ signal }) => {
      try {
        return await answerWithTag(
          client.GET('/v2/contracts/{contractId}/signedCopy', { params: { path: { contractId } }, signal }),
        )
      } catch (error) {
        if (hasStatus(error, 404)) return null
        throw error
      }
    },
  })

/** Records who signed a version of the document. `etag` is that of what was recorded before. */
export function useRecordSigned(contractId: number, etag: string | undefined) {
  return useRecordAction(
    contractRef(contractId),
    ({ version, signatories }: { version: number; signatories: readonly Signatory[] }) =>
      answerWithTag(
        client.PUT('/v2/contracts/{contractId}/signedCopy', {
          params: { path: { contractId }, header: ifMatch(etag) },
          body: { document: { version }, signatories: [...signatories] },
        }),
      ),
    () => texts.recorded,
  )
}

/** Opens a locked contract for a correction, with a reason. */
export const useOpenForCorrection = (contractId: number) =>
  useRecordAction(
    contractRef(contractId),
    (reason: string) =>
      answer(
        client.PUT('/v2/contracts/{contractId}/signedCopy/correction', {
          params: { path: { contractId } },
          body: { reason },
        }),
      ),
    () => texts.opened,
  )

/** Locks it again. */
export const useEndCorrection = (contractId: number) =>
  useRecordAction(
    contractRef(contractId),
    () =>
      answer(
        client.DELETE('/v2/contracts/{contractId}/signedCopy/correction', {
          params: { path: { contractId } },
        }),
      ),
    () => texts.lockedAgain,
  )

/**
 * Who signs according to the document: its signatories, or else somebody for each of the parties on the record. What
 * the document only seems to say is on nobody's signature page.
 */
export function proposedSignatories(facts: readonly DocumentFact[], today: string): readonly Signatory[] {
  const named = facts.filter(({ kind, name }) => kind === 'Signatory' && name !== null)
  const parties = facts.filter(
    ({ kind, name, state }) => kind === 'Party' && name !== null && state === 'Recorded',
  )
  if (named.length > 0)
    return named.map(({ name, called }) => ({
      name: name ?? '',
      title: called,
      party: null,
      signedOn: today,
    }))
  return parties.map(({ name }) => ({ name: '', title: null, party: name, signedOn: today }))
}
