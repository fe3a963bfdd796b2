// Documents of contracts that people of the other side have.
import { queryOptions } from '@tanstack/react-query'
import type { Item, Sent } from '../../../lib/calls.ts'
import { answer, client } from '../../../lib/client.ts'
import { type States, state } from '../../../lib/states.ts'
import { useRecordAction } from '../../records/records.ts'
import { contractRef } from '../contract-kind.ts'
import { requestTexts } from '../signing/request-texts.ts'
import { otherSideTexts as texts } from './texts.ts'

export type DocumentShare = Item<'/v2/contracts/{contractId}/documentShares'>
export type DocumentReturn = DocumentShare['returns'][number]
type NewShare = Sent<'/v2/contracts/{contractId}/documentShares', 'post'>
export type SentContents = NonNullable<NewShare['contents']>
export type NewRecipient = NewShare['people'][number]

export const shareStates: States<DocumentShare['state']> = {
  Sent: state('Not opened yet', 'waiting'),
  Opened: state('Opened', 'talking'),
  Answered: state('Answered', 'good'),
  Expired: state('Expired', 'draft'),
  Withdrawn: state('Withdrawn', 'draft'),
}

export const sharesQuery = (contractId: number) =>
  queryOptions({
    queryKey: ['contracts', contractId, 'documentShares'],
    queryFn: ({ signal }) =>
      answer(
        client.GET('/v2/contracts/{contractId}/documentShares', { params: { path: { contractId } }, signal }),
      ).then(({ items }) => items),
  })

export const useShareDocument = (contractId: number) =>
  useRecordAction(
    contractRef(contractId),
    (body: NewShare) =>
      answer(
        client.POST('/v2/contracts/{contractId}/documentShares', { params: { path: { contractId } }, body }),
      ),
    () => texts.sent,
  )

export const useWithdrawShare = (contractId: number) =>
  useRecordAction(
    contractRef(contractId),
    (shareId: number) =>
      answer(
        client.POST('/v2/contracts/{contractId}/documentShares/{shareId}/withdraw', {
          params: { path: { contractId, shareId } },
        }),
      ),
    () => texts.withdrawn,
  )

export const useSendAgain = (contractId: number) =>
  useRecordAction(
    contractRef(contractId),
    (shareId: number) =>
      answer(
        client.POST('/v2/contracts/{contractId}/documentShares/{shareId}/remind', {
          params: { path: { contractId, shareId } },
        }),
      ),
    () => texts.sentAgain,
  )

export const useUnlockShare = (contractId: number) =>
  useRecordAction(
    contractRef(contractId),
    (shareId: number) =>
      answer(
        client.POST('/v2/contracts/{contractId}/documentShares/{shareId}/unlock', {
          params: { path: { contractId, shareId } },
        }),
      ),
    () => requestTexts.unlocked,
  )

export const useExtendShare = (contractId: number) =>
  useRecordAction(
    contractRef(contractId),
    ({ shareId, expires }: { shareId: number; expires: string }) =>
      answer(
        client.POST('/v2/contracts/{contractId}/documentShares/{shareId}/extend', {
          params: { path: { contractId, shareId } },
          body: { expires },
        }),
      ),
    () => texts.extended,
  )

interface OfReturn {
  readonly shareId: number
  readonly returnId: number
}

export const useAcceptReturn = (contractId: number) =>
  useRecordAction(
    contractRef(contractId),
    ({ shareId, returnId, version }: OfReturn & { version: number }) =>
      answer(
        client.POST('/v2/contracts/{contractId}/documentShares/{shareId}/returns/{returnId}/accept', {
          params: { path: { contractId, shareId, returnId } },
          body: { document: { version } },
        }),
      ),
    ({ version }) => texts.accepted(version + 1),
  )

export const useDeclineReturn = (contractId: number) =>
  useRecordAction(
    contractRef(contractId),
    ({ shareId, returnId }: OfReturn) =>
      answer(
        client.POST('/v2/contracts/{contractId}/documentShares/{shareId}/returns/{returnId}/decline', {
          params: { path: { contractId, shareId, returnId } },
        }),
      ),
    () => texts.declined,
  )
