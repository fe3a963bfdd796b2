// Requests about the template of a contract type.
import { queryOptions } from '@tanstack/react-query'
import type { Answer } from '../../../lib/calls.ts'
import { answer, client } from '../../../lib/client.ts'
import { useTypeAction } from '../../types/types.ts'
import { contractTypeKind } from './contract-type-kind.ts'

export type FoundPlaceholders = Answer<'/v2/contractTypes/{typeId}/placeholders'>

export const placeholdersQuery = (typeId: number) =>
  queryOptions({
    queryKey: ['types', 'contractTypes', typeId, 'placeholders'],
    queryFn: ({ signal }) =>
      answer(client.GET('/v2/contractTypes/{typeId}/placeholders', { params: { path: { typeId } }, signal })),
  })

const docxType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

/** The file as the body of a call. */
export const asBody = (file: File) =>
  ({ body: file as never, bodySerializer: () => file, headers: { 'content-type': docxType } }) as const

/** What the placeholders of a document would refer to; nothing is stored. */
export const readPlaceholders = (typeId: number, file: File) =>
  answer(
    client.POST('/v2/contractTypes/{typeId}/placeholders', { params: { path: { typeId } }, ...asBody(file) }),
  )

/** Makes the document the template of the type. */
export const useSetTemplate = (typeId: number) =>
  useTypeAction((file: File) =>
    answer(
      client.PUT('/v2/contractTypes/{typeId}/document', { params: { path: { typeId } }, ...asBody(file) }),
    ),
  )

export const useRemoveTemplate = (typeId: number) =>
  useTypeAction(() =>
    answer(client.DELETE('/v2/contractTypes/{typeId}/document', { params: { path: { typeId } } })),
  )

/** Puts a field at the end of the form that the template is filled in from. */
export const useAddToForm = (typeId: number) =>
  useTypeAction(async (field: string) => {
    const calls = contractTypeKind.formCalls(typeId, 'wizard')
    const { parts, etag } = await calls.read(new AbortController().signal)
    await calls.save([...parts, { field, required: true }], etag)
  })

/** The address of the template, to be downloaded. */
export const templateAddress = (typeId: number): string => `/v2/contractTypes/${typeId}/document`
