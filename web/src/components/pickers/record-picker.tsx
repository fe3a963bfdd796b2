// Chooses a matter or a contract by name or number. It asks the server; at first it offers those one viewed last.
import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { type PickedRecord, recordsQuery } from './finding.ts'

interface Props {
  readonly label: string
  readonly value: PickedRecord | null
  readonly onChange: (record: PickedRecord | null) => void
  /** Which kinds may be chosen. */
  readonly types?: readonly PickedRecord['type'][]
  readonly description?: ReactNode
  readonly error?: ReactNode
  readonly required?: boolean
  readonly clearable?: boolean
  readonly placeholder?: string
}

const BOTH = ['Matter', 'Contract'] as const
const keyOf = ({ type, id }: PickedRecord) => `${type}/${id}`

export function RecordPicker({ value, onChange, types = BOTH, clearable = false, ...field }: Props) {
  const [text, setText] = useState('')
  const wanted = text === value?.name ? '' : text.trim()
  const [asked] = useDebouncedValue(wanted, 150)
  const [opened, setOpened] = useState(false)
  const records = useQuery({ ...recordsQuery(asked, types), enabled: opened })
  const found = records.data ?? []
  const chosen = value === null ? null : keyOf(value)
  const shown = value === null || found.some((each) => keyOf(each) === chosen) ? found : [value, ...found]
  return (
    <Select
      {...field}
      data={shown.map((record) => ({ value: keyOf(record), label: record.name }))}
      value={chosen}
      onChange={(key) => onChange(shown.find((record) => keyOf(record) === key) ?? null)}
      searchable
      searchValue={text}
      onSearchChange={setText}
      filter={({ options }) =>
        options.filter(
          (option) =>
            !('value' in option) || wanted === '' || found.some((each) => keyOf(each) === option.value),
        )
      }
      clearable={clearable}
      onDropdownOpen={() => setOpened(true)}
      nothingFoundMessage={
        records.isFetching
          ? 'Looking…'
          : records.isError
            ? 'The server could not be asked. Type again.'
            : wanted === ''
              ? 'Type a name or a number.'
              : 'Nothing found. Try another part of the name.'
      }
      renderOption={({ option }) => (
        <RecordLine record={shown.find((each) => keyOf(each) === option.value)} />
      )}
      comboboxProps={{ withinPortal: true }}
      selectFirstOptionOnChange
      maxDropdownHeight={280}
    />
  )
}

function RecordLine({ record }: { record: PickedRecord | undefined }) {
  if (record === undefined) return null
  const { type, name, displayId } = record
  return (
    <span>
      {name} <small>{displayId ?? (type === 'Matter' ? 'Matter' : 'Contract')}</small>
    </span>
  )
}
