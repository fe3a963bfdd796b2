// Files that came by mail to the address of a contract, and may be versions of its document.
import { queryOptions } from '@tanstack/react-query'
import type { Answer } from '../../../lib/calls.ts'
import { answer, client } from '../../../lib/client.ts'
import { useRecordAction } from '../../records/records.ts'
import { contractRef } from '../contract-kind.ts'
import { otherSideTexts as texts } from './texts.ts'

const path = '/v2/contracts/{contractId}/mailedVersions'

export type MailedVersions = Answer<typeof path>
export type MailedVersion = MailedVersions['items'][number]

export const mailedQuery = (contractId: number) =>
  queryOptions({
    queryKey: ['contracts', contractId, 'mailedVersions'],
    queryFn: ({ signal }) => answer(client.GET(path, { params: { path: { contractId } }, signal })),
  })

export const useTakeMailed = (contractId: number) =>
  useRecordAction(
    contractRef(contractId),
    ({ versionId, version }: { versionId: number; version: number }) =>
      answer(
        client.POST(`${path}/{versionId}/accept`, {
          params: { path: { contractId, versionId } },
          body: { document: { version } },
        }),
      ),
    ({ version }) => texts.accepted(version + 1),
  )

export const useDeclineMailed = (contractId: number) =>
  useRecordAction(
    contractRef(contractId),
    (versionId: number) =>
      answer(client.POST(`${path}/{versionId}/decline`, { params: { path: { contractId, versionId } } })),
    () => texts.noVersion,
  )
