// Changing and deleting the fields of the organisation.
import { queryOptions } from '@tanstack/react-query'
import type { Answer, Sent } from '../../../lib/calls.ts'
import { answer, client } from '../../../lib/client.ts'
import { useTypeAction } from '../types.ts'

export type FieldDefinition = Answer<'/v2/fields/{fieldId}'>
export type FieldChanges = Sent<'/v2/fields/{fieldId}', 'patch'>

/** Everything that a field is, and how many records have a value of it. */
export const definitionQuery = (fieldId: string) =>
  queryOptions({
    queryKey: ['fields', 'definition', fieldId],
    staleTime: 0,
    queryFn: ({ signal }) =>
      answer(client.GET('/v2/fields/{fieldId}', { params: { path: { fieldId } }, signal })),
  })

/** Changes a field on every form that it is on. */
export const useChangeField = (fieldId: string) =>
  useTypeAction((body: FieldChanges) =>
    answer(client.PATCH('/v2/fields/{fieldId}', { params: { path: { fieldId } }, body })),
  )

/** Deletes a field that no record has a value of. */
export const useRemoveField = (fieldId: string) =>
  useTypeAction<void>(() => answer(client.DELETE('/v2/fields/{fieldId}', { params: { path: { fieldId } } })))
