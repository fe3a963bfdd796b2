// The types of contracts, for the pages that keep types.
import type { Sent } from '../../../lib/calls.ts'
import { answer, answerWithTag, client, ifMatch } from '../../../lib/client.ts'
import { kinds } from '../../../lib/kinds.ts'
import type { TypeKind } from '../../types/type-kind.ts'
import { sharedFormCalls } from '../../types/types.ts'

const path = '/v2/contractTypes/{typeId}/forms/{form}'
const on = (typeId: number) => ({ params: { path: { typeId } } })

export const contractTypeKind: TypeKind = {
  names: kinds.contract,
  forms: [
    {
      name: 'upload',
      label: 'With a document',
      lead: 'What somebody fills in who brings the document of a contract of this type.',
      asks: true,
    },
    {
      name: 'wizard',
      label: 'From the template',
      lead: 'What the template needs to know; its answers also become the fields of the contract.',
      asks: true,
    },
    {
      name: 'details',
      label: 'On the contract',
      lead: 'What the page of a contract of this type shows, after the fields that all contracts have.',
      asks: false,
    },
  ],
  states: ['Negotiating', 'Approval', 'Signing', 'Executed'].map((value) => ({ value, label: value })),
  calls: {
    retire: (typeId) => answer(client.DELETE('/v2/contractTypes/{typeId}', on(typeId))),
    restore: (typeId) => answer(client.POST('/v2/contractTypes/{typeId}/restore', on(typeId))),
    purge: (typeId) => answer(client.POST('/v2/contractTypes/{typeId}/purge', on(typeId))),
  },
  olderForms: {
    read: (typeId, signal) =>
      answer(client.GET('/v2/contractTypes/{typeId}/olderForms', { ...on(typeId), signal })),
    bringAll: (typeId, records) =>
      answer(client.POST('/v2/contractTypes/{typeId}/olderForms', { ...on(typeId), body: { records } })),
  },
  formCalls: (typeId, form) => {
    if (typeId === undefined) return sharedFormCalls(kinds.contract)
    const params = { path: { typeId, form } }
    return {
      key: ['types', 'contractTypes', typeId, form],
      read: async (signal) => {
        const { value, etag } = await answerWithTag(client.GET(path, { params, signal }))
        return { parts: value.parts, etag }
      },
      save: (parts, etag) =>
        answer(
          client.PUT(path, {
            params,
            headers: ifMatch(etag),
            body: { parts } as Sent<typeof path, 'put'>,
          }),
        ),
      versions: async (signal) =>
        (await answer(client.GET('/v2/contractTypes/{typeId}/forms/{form}/versions', { params, signal })))
          .items,
    }
  },
}
