// Choosing a matter or a contract: found by name or number as one types, on the server.
import { Loader, Select, type SelectProps } from '@mantine/core'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Answer } from '../../lib/calls.ts'
import { answer, client } from '../../lib/client.ts'
import { useDebouncedValue } from '../../lib/debounced.ts'
import { matchesWords } from '../../lib/words.ts'
import { formTexts as texts } from '../texts.ts'
import { withChosen } from './with-chosen.ts'

const MOST = 30

/** A record as quick find has it. */
export type FoundRecord = Answer<'/v2/quickfind'>['items'][number]

/** A record that was chosen. */
export interface RecordChoice {
  readonly id: number
  readonly label: string
}

const recordsQuery = (type: FoundRecord['type'], words: string) =>
  queryOptions({
    queryKey: ['records', 'choices', type, words],
    queryFn: async ({ signal }) => {
      const query = { types: type, $top: MOST, ...(words === '' ? {} : { q: words }) }
      return (await answer(client.GET('/v2/quickfind', { params: { query }, signal }))).items
    },
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })

/** A select of records of one type; before anything is typed it offers those that the person is on. */
export function RecordSelect(
  props: Omit<SelectProps, 'data' | 'value' | 'onChange' | 'type'> & {
    type: FoundRecord['type']
    record: RecordChoice | undefined
    onRecord: (record: RecordChoice) => void
    /** Which are offered, of those that were found. */
    offers?: (record: FoundRecord) => boolean
  },
) {
  const { type, record, onRecord, offers, ...select } = props
  const [words, setWords] = useState('')
  const wanted = words === record?.label ? '' : words.trim().slice(0, 255)
  const settled = useDebouncedValue(wanted, 200)
  const found = useQuery(recordsQuery(type, settled))
  const isSearching = found.isFetching || settled !== wanted
  // until the answer for these words is there, only those of before that match them
  const isBehind = settled !== wanted || found.isPlaceholderData
  const offered = (found.data ?? [])
    .filter((each) => offers?.(each) ?? true)
    .filter(({ displayId, name }) => !isBehind || matchesWords(`${displayId ?? ''} ${name}`, wanted))
    .map(({ id, displayId, name }) => ({
      value: String(id),
      label: displayId ? `${displayId} ${name}` : name,
    }))
  const chosen = record ? [{ value: String(record.id), label: record.label }] : []
  const data = withChosen(offered, chosen, 'value')
  return (
    <Select
      placeholder={texts.search}
      {...select}
      error={select.error ?? (found.isError ? texts.searchFailed : undefined)}
      searchable
      allowDeselect={false}
      // the server has filtered them
      filter={({ options }) => options}
      searchValue={words}
      onSearchChange={setWords}
      nothingFoundMessage={isSearching ? texts.searching : texts.nothingFound}
      {...(isSearching && words !== '' ? { rightSection: <Loader size={14} /> } : {})}
      data={data}
      value={record ? String(record.id) : null}
      onChange={(next) => {
        const option = data.find(({ value }) => value === next)
        if (option) onRecord({ id: Number(option.value), label: option.label })
      }}
    />
  )
}
