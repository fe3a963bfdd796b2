// Requests about what a matter type opens to law firms.
import { queryOptions } from '@tanstack/react-query'
import type { Answer } from '../../../lib/calls.ts'
import { answer, client } from '../../../lib/client.ts'
import { matterTypeKind } from './matter-type-kind.ts'

export type FirmRights = Answer<'/v2/matterTypes/{typeId}/firmRights'>

export const firmRightsQuery = (typeId: number) =>
  queryOptions({
    queryKey: ['types', 'matterTypes', typeId, 'firmRights'],
    queryFn: ({ signal }) =>
      answer(client.GET('/v2/matterTypes/{typeId}/firmRights', { params: { path: { typeId } }, signal })),
  })

/** The forms whose fields matters of the type show. */
export const formsQuery = (typeId: number) =>
  queryOptions({
    queryKey: ['types', 'matterTypes', typeId, 'shownForms'],
    queryFn: ({ signal }) =>
      Promise.all([
        matterTypeKind.formCalls(undefined, '').read(signal),
        matterTypeKind.formCalls(typeId, 'details').read(signal),
      ]),
  })

/** The single fields that a firm in charge may change; undefined until it is known. */
export const fieldsOpened = (rights: FirmRights | undefined): ReadonlySet<string> | undefined =>
  rights &&
  new Set(
    rights.mayChange.flatMap((name) => (name.startsWith('fields.') ? [name.slice('fields.'.length)] : [])),
  )
