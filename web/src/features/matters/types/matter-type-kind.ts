// The types of matters, for the pages that keep types.
import type { Sent } from '../../../lib/calls.ts'
import { answer, answerWithTag, client, ifMatch } from '../../../lib/client.ts'
import { kinds } from '../../../lib/kinds.ts'
import type { TypeKind } from '../../types/type-kind.ts'
import { sharedFormCalls } from '../../types/types.ts'

const path = '/v2/matterTypes/{typeId}/forms/{form}'
const on = (typeId: number) => ({ params: { path: { typeId } } })

export const matterTypeKind: TypeKind = {
  names: kinds.matter,
  forms: [
    {
      name: 'create',
      label: 'When one is opened',
      lead: 'What somebody fills in to open a matter of this type, or to ask for one.',
      asks: true,
    },
    {
      name: 'details',
      label: 'On the matter',
      lead: 'What the page of a matter of this type shows, after the fields that all matters have.',
      asks: false,
    },
  ],
  states: ['Scoping', 'Review', 'Active', 'Complete'].map((value) => ({ value, label: value })),
  calls: {
    retire: (typeId) => answer(client.DELETE('/v2/matterTypes/{typeId}', on(typeId))),
    restore: (typeId) => answer(client.POST('/v2/matterTypes/{typeId}/restore', on(typeId))),
    purge: (typeId) => answer(client.POST('/v2/matterTypes/{typeId}/purge', on(typeId))),
  },
  olderForms: {
    read: (typeId, signal) =>
      answer(client.GET('/v2/matterTypes/{typeId}/olderForms', { ...on(typeId), signal })),
    bringAll: (typeId, records) =>
      answer(client.POST('/v2/matterTypes/{typeId}/olderForms', { ...on(typeId), body: { records } })),
  },
  formCalls: (typeId, form) => {
    if (typeId === undefined) return sharedFormCalls(kinds.matter)
    const params = { path: { typeId, form } }
    return {
      key: ['types', 'matterTypes', typeId, form],
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
        (await answer(client.GET('/v2/matterTypes/{typeId}/forms/{form}/versions', { params, signal })))
          .items,
    }
  },
}
