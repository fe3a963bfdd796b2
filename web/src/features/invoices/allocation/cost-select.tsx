// Choosing a cost centre or a legal entity by code or name.
import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useDebouncedValue } from '../../../lib/debounced.ts'
import { withChosen } from '../../../forms/inputs/with-chosen.ts'
import { type CostListName, type CostReference, costChoicesQuery } from './allocation-calls.ts'
import { labelOfCost } from './cost-label.ts'
import { allocationTexts as texts } from './texts.ts'

export function CostSelect(props: {
  list: CostListName
  label: string
  value: CostReference | null
  error?: ReactNode
  onChange: (value: CostReference | null) => void
}) {
  const { list, label, value, error, onChange } = props
  const [words, setWords] = useState('')
  const shown = value ? labelOfCost(value) : ''
  const asked = useDebouncedValue(words === shown ? '' : words.trim(), 200)
  const found = useQuery(costChoicesQuery(list, asked))
  const all = withChosen<CostReference>(found.data ?? [], value ? [value] : [], 'id')
  return (
    <Select
      label={label}
      placeholder={texts.nothing}
      searchable
      clearable
      error={error}
      // the server has filtered them
      filter={({ options }) => options}
      searchValue={words}
      onSearchChange={setWords}
      nothingFoundMessage={found.isFetching ? texts.searching : texts.nothingFound}
      data={all.map((each) => ({ value: String(each.id), label: labelOfCost(each) }))}
      value={value ? String(value.id) : null}
      onChange={(chosen) => onChange(all.find(({ id }) => String(id) === chosen) ?? null)}
    />
  )
}
