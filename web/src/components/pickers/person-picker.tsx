// Chooses a person by name or address. It asks the server, so an organisation may have any number of people.
import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { PersonChip } from '../person-chip.tsx'
import { peopleQuery, type PickedPerson } from './finding.ts'

interface Props {
  readonly label: string
  readonly value: PickedPerson | null
  readonly onChange: (person: PickedPerson | null) => void
  /** A further condition in OData, such as `OrganizationId eq 5`. */
  readonly filter?: string
  readonly description?: ReactNode
  readonly error?: ReactNode
  readonly required?: boolean
  /** Whether nobody is a choice. */
  readonly clearable?: boolean
  readonly placeholder?: string
  readonly autoFocus?: boolean
}

export function PersonPicker({ value, onChange, filter, clearable = false, ...field }: Props) {
  const [text, setText] = useState('')
  const wanted = text === value?.name ? '' : text.trim()
  const [asked] = useDebouncedValue(wanted, 150)
  const [opened, setOpened] = useState(false)
  const people = useQuery({ ...peopleQuery(asked, filter), enabled: opened })
  const found = people.data ?? []
  const shown = value === null || found.some(({ id }) => id === value.id) ? found : [value, ...found]
  return (
    <Select
      {...field}
      data={shown.map(({ id, name }) => ({ value: id, label: name }))}
      value={value?.id ?? null}
      onChange={(id) => onChange(shown.find((person) => person.id === id) ?? null)}
      searchable
      searchValue={text}
      onSearchChange={setText}
      // the server has filtered; what is chosen already is hidden while something else is looked for
      filter={({ options }) =>
        options.filter(
          (option) => !('value' in option) || wanted === '' || found.some(({ id }) => id === option.value),
        )
      }
      clearable={clearable}
      onDropdownOpen={() => setOpened(true)}
      nothingFoundMessage={
        people.isFetching
          ? 'Looking…'
          : people.isError
            ? 'The server could not be asked. Type again.'
            : 'Nobody found. Try another part of the name.'
      }
      renderOption={({ option }) => <PersonLine person={shown.find(({ id }) => id === option.value)} />}
      comboboxProps={{ withinPortal: true }}
      selectFirstOptionOnChange
      maxDropdownHeight={280}
    />
  )
}

function PersonLine({ person }: { person: PickedPerson | undefined }) {
  if (person === undefined) return null
  return (
    <span>
      <PersonChip person={person} /> <small>{person.email === person.name ? '' : person.email}</small>
    </span>
  )
}
