// Requests to sign a contract here.
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Item, Sent } from '../../../lib/calls.ts'
import { answer, client } from '../../../lib/client.ts'
import { useAction } from '../../../lib/use-action.ts'
import { filesKey } from '../../files/files.ts'
import { useRecordAction } from '../../records/records.ts'
import { contractRef } from '../contract-kind.ts'
import { requestTexts as texts } from './request-texts.ts'

export type SignatureRequest = Item<'/v2/contracts/{contractId}/signatureRequests'>
export type NewRequest = Sent<'/v2/contracts/{contractId}/signatureRequests', 'post'>
export type NewSigner = NewRequest['signers'][number]

export const requestsQuery = (contractId: number) =>
  queryOptions({
    queryKey: ['contracts', contractId, 'signatureRequests'],
    queryFn: ({ signal }) =>
      answer(
        client.GET('/v2/contracts/{contractId}/signatureRequests', {
          params: { path: { contractId } },
          signal,
        }),
      ),
  })

type PdfToMake = Sent<'/v2/contracts/{contractId}/signaturePdfs', 'post'>

/** Makes the PDF of a Word document, which becomes its next version. */
export function useMakePdf(contractId: number) {
  const queries = useQueryClient()
  return useRecordAction(contractRef(contractId), async (body: PdfToMake) => {
    await answer(
      client.POST('/v2/contracts/{contractId}/signaturePdfs', { params: { path: { contractId } }, body }),
    )
    await queries.invalidateQueries({ queryKey: filesKey })
  })
}

export type NewPacket = Sent<'/v2/contracts/{contractId}/signingPackets', 'post'>
export type PacketSigner = Required<NewPacket['signers'][number]>

/** Makes a packet to sign in ink: the bytes of a PDF. */
export const useMakePacket = (contractId: number) =>
  useAction({
    mutationFn: (body: NewPacket) =>
      answer(
        client.POST('/v2/contracts/{contractId}/signingPackets', {
          params: { path: { contractId } },
          body,
          parseAs: 'arrayBuffer',
        }),
      ),
  })

export const useSendForSignature = (contractId: number) =>
  useRecordAction(
    contractRef(contractId),
    (body: NewRequest) =>
      answer(
        client.POST('/v2/contracts/{contractId}/signatureRequests', {
          params: { path: { contractId } },
          body,
        }),
      ),
    () => texts.sent,
  )

export const useRemind = (contractId: number) =>
  useRecordAction(
    contractRef(contractId),
    (requestId: number) =>
      answer(
        client.POST('/v2/contracts/{contractId}/signatureRequests/{requestId}/reminders', {
          params: { path: { contractId, requestId } },
        }),
      ),
    () => texts.reminded,
  )

export const useUnlockSigner = (contractId: number) =>
  useRecordAction(
    contractRef(contractId),
    ({ requestId, place }: { requestId: number; place: number }) =>
      answer(
        client.POST('/v2/contracts/{contractId}/signatureRequests/{requestId}/unlocks', {
          params: { path: { contractId, requestId } },
          body: { place },
        }),
      ),
    () => texts.unlocked,
  )

export type Replacement = Sent<
  '/v2/contracts/{contractId}/signatureRequests/{requestId}/replacements',
  'post'
>

export const useReplaceSigner = (contractId: number) =>
  useRecordAction(
    contractRef(contractId),
    ({ requestId, body }: { requestId: number; body: Replacement }) =>
      answer(
        client.POST('/v2/contracts/{contractId}/signatureRequests/{requestId}/replacements', {
          params: { path: { contractId, requestId } },
          body,
        }),
      ),
    () => texts.replaced,
  )

export const useVoid = (contractId: number) =>
  useRecordAction(
    contractRef(contractId),
    ({ requestId, ...body }: { requestId: number; reason: string; hereOnly?: boolean }) =>
      answer(
        client.POST('/v2/contracts/{contractId}/signatureRequests/{requestId}/void', {
          params: { path: { contractId, requestId } },
          body,
        }),
      ),
    () => texts.voided,
  )
