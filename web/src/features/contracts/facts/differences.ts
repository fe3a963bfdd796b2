// Where the record of a contract and its document do not agree, and settling that either way.
import { queryOptions } from '@tanstack/react-query'
import type { Answer } from '../../../lib/calls.ts'
import { answer, client } from '../../../lib/client.ts'
import { useRecordAction } from '../../records/records.ts'
import { contractRef } from '../contract-kind.ts'
import { differenceTexts as texts } from './difference-texts.ts'

export type DocumentDifferences = Answer<'/v2/contracts/{contractId}/documentDifferences'>
export type Difference = DocumentDifferences['differences'][number]

/** What the current version of the document says otherwise than the record. */
export const differencesQuery = (contractId: number) =>
  queryOptions({
    queryKey: ['contracts', contractId, 'documentDifferences'],
    retry: false,
    queryFn: ({ signal }) =>
      answer(
        client.GET('/v2/contracts/{contractId}/documentDifferences', {
          params: { path: { contractId } },
          signal,
        }),
      ),
  })

/** Records what the document says in place of a field, or as a fact. */
export const useRecordDifference = (contractId: number, etag: string, version: number) =>
  useRecordAction(
    contractRef(contractId),
    ({ field, fact }: Difference) => {
      const params = { path: { contractId }, header: { 'If-Match': etag } }
      return fact
        ? answer(
            client.POST('/v2/contracts/{contractId}/documentFacts/acceptances', {
              params,
              body: { version, facts: [fact.id] },
            }),
          )
        : answer(
            client.POST('/v2/contracts/{contractId}/documentDifferences/acceptances', {
              params,
              body: { version, fields: field ? [field.id] : [] },
            }),
          )
    },
    () => texts.recorded,
  )

/** Writes what is recorded into the document. */
export const useCorrectDocument = (contractId: number, version: number) =>
  useRecordAction(
    contractRef(contractId),
    ({ field }: Difference) =>
      answer(
        client.POST('/v2/contracts/{contractId}/documentDifferences/corrections', {
          params: { path: { contractId } },
          body: { version, fields: field ? [field.id] : [] },
        }),
      ),
    () => texts.corrected,
  )
