// The options of a field that has too many to be sent with its form: departments, regions, parties, lookups. Searched
// on the server.
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { answer, client } from '../../lib/client.ts'
import { useDebouncedValue } from '../../lib/debounced.ts'
import { matchesWords } from '../../lib/words.ts'
import { type FormField, type Option, optionOf } from '../form-parts.ts'

const MOST = 50

/** The options whose label contains the words; the first of all without words. */
const optionsQuery = (fieldId: string, words: string) =>
  queryOptions({
    queryKey: ['field-options', fieldId, words],
    queryFn: ({ signal }) => loadOptions(fieldId, words, signal),
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  })

/** The options for what is typed, a moment after typing stops. Until they are there, those of before that match. */
export function useOptionSearch(fieldId: string, words: string) {
  const wanted = words.trim()
  const settled = useDebouncedValue(wanted, 200)
  const { data = [], isFetching, isPlaceholderData, isError } = useQuery(optionsQuery(fieldId, settled))
  const isBehind = settled !== wanted || isPlaceholderData
  return {
    options: isBehind ? data.filter(({ label }) => matchesWords(label, wanted)) : data,
    isSearching: isFetching || settled !== wanted,
    isError,
  }
}

/** Whether people may add an option to the field, which the field itself says. */
export function useMayAddOptions(field: Pick<FormField, 'id' | 'fieldType'>, enabled: boolean) {
  const asked = useQuery({
    queryKey: ['field', field.id],
    queryFn: () => answer(client.GET('/v2/fields/{fieldId}', { params: { path: { fieldId: field.id } } })),
    enabled: enabled && field.fieldType === 'Lookup',
    staleTime: 300_000,
  })
  return asked.data?.properties?.userCanAddOption === true
}

/** Adds an option to a field and answers it: a party to the list of parties, anything else to the field itself. */
export async function addOption(
  { id, fieldType }: Pick<FormField, 'id' | 'fieldType'>,
  label: string,
): Promise<Option> {
  if (fieldType === 'ContractEntity') {
    const party = await answer(client.POST('/v2/contractParties', { body: { name: label } }))
    return { value: String(party.id), label }
  }
  const params = { path: { fieldId: id } }
  const { value } = await answer(client.POST('/v2/fields/{fieldId}/options', { params, body: { label } }))
  return { value, label }
}

async function loadOptions(fieldId: string, words: string, signal: AbortSignal): Promise<readonly Option[]> {
  const query = {
    $top: MOST,
    ...(words === '' ? {} : { $filter: `contains(Label,'${words.replaceAll("'", "''")}')` }),
  }
  const params = { path: { fieldId }, query }
  const { items } = await answer(client.GET('/v2/fields/{fieldId}/options', { params, signal }))
  return items.flatMap((item) => optionOf(item) ?? [])
}
