// The fields of the organisation, from which forms are put together.
import { queryOptions } from '@tanstack/react-query'
import { allPages } from '../../../lib/all-pages.ts'
import type { Item, Sent } from '../../../lib/calls.ts'
import { answer, client } from '../../../lib/client.ts'
import { useTypeAction } from '../types.ts'

export type LibraryField = Item<'/v2/fields'>
export type NewField = Sent<'/v2/fields', 'post'>

/** All fields, by name. */
export const libraryQuery = queryOptions({
  queryKey: ['fields', 'library'],
  queryFn: ({ signal }) =>
    allPages<LibraryField>((query) =>
      answer(client.GET('/v2/fields', { params: { query: { ...query, $orderby: 'Name' } }, signal })),
    ),
  staleTime: 60_000,
})

// longer lists are searched on the server
const searched = [
  'Lookup',
  'Department',
  'Region',
  'ContractEntity',
  'InvoiceRecipient',
  'User',
  'ContractOwner',
]
const withOptions = [
  'Dropdown',
  'RadioGroup',
  'CheckboxList',
  'List',
  'BillingMethod',
  'BillingIntention',
  'Priority',
]

/** A field as forms describe it, with its choices. */
export async function describeField(fieldId: string) {
  const params = { path: { fieldId } }
  const field = await answer(client.GET('/v2/fields/{fieldId}', { params }))
  const described = {
    id: field.id,
    name: field.name,
    description: field.description ?? null,
    fieldType: field.fieldType,
    meaning: field.meaning ?? null,
    range: field.range ?? null,
    default: field.default ?? (field.fieldType === 'CheckboxList' || field.multiple ? [] : null),
  }
  if (searched.includes(field.fieldType) || !withOptions.includes(field.fieldType)) return described
  const { items } = await answer(client.GET('/v2/fields/{fieldId}/options', { params }))
  return { ...described, options: items.map(({ label, value }) => ({ label, value })) }
}

/** Makes a field, and answers it as forms describe it. */
export const useCreateField = () =>
  useTypeAction(async (body: NewField) => {
    const { id } = await answer(client.POST('/v2/fields', { body }))
    return describeField(id)
  })
