// Choosing a person: searched on the server by name or address.
import { Loader, Select, type SelectProps } from '@mantine/core'
import { use, useState } from 'react'
import { MeContext } from '../../components/me-context.ts'
import { nameOf } from '../../lib/person-name.ts'
import { personIn, type PersonValue } from '../field-kind.ts'
import { formTexts as texts } from '../texts.ts'
import { type FieldInputProps, labelling } from './field-inputs.ts'
import { type Found, type FoundPerson, usePeopleSearch } from './people-search.ts'
import { withChosen } from './with-chosen.ts'

/** The input of a field that names a person. */
export function PersonField(props: FieldInputProps) {
  const { field, value, onChange, onDone, opensAtOnce } = props
  return (
    <PersonSelect
      {...labelling(props)}
      defaultDropdownOpened={opensAtOnce ?? false}
      clearable={!field.required && field.fieldType !== 'ContractOwner'}
      colleaguesOnly={field.fieldType === 'ContractOwner'}
      clearButtonProps={{ 'aria-label': texts.clear(field.label) }}
      person={personIn(value)}
      onPerson={(chosen) => {
        onChange(chosen)
        onDone?.(chosen)
      }}
    />
  )
}

/** A select of people, for wherever one is chosen. */
export function PersonSelect(
  props: Omit<SelectProps, 'data' | 'value' | 'onChange'> & {
    person: PersonValue | undefined
    onPerson: (person: PersonValue | null) => void
    /** Who is offered, of those who were found. */
    offers?: (person: FoundPerson) => boolean
    /** Only people of the person's own organisation can be chosen. */
    colleaguesOnly?: boolean
    /** Whether people are offered who were invited and have not joined, or have left; the former unless it says. */
    who?: Found
  },
) {
  const { person, onPerson, offers, colleaguesOnly = false, who = 'joining', ...select } = props
  const organizationId = use(MeContext)?.organization.id
  const shownWords = person && nameOf(person)
  const [words, setWords] = useState('')
  const found = usePeopleSearch(words === shownWords ? '' : words, {
    who,
    ...(colleaguesOnly ? { organizationId } : {}),
  })
  const people = found.people.filter((each) => offers?.(each) ?? true)
  const all = withChosen<PersonValue>(people, person ? [person] : [], 'id')
  return (
    <Select
      placeholder={texts.search}
      {...select}
      data={all.map((each) => ({ value: each.id, label: nameOf(each) }))}
      searchable
      // the server has filtered them
      filter={({ options }) => options}
      searchValue={words}
      onSearchChange={setWords}
      nothingFoundMessage={found.isSearching ? texts.searching : texts.nothingFound}
      renderOption={({ option }) => (
        <PersonOption
          person={all.find(({ id }) => id === option.value)}
          status={people.find(({ id }) => id === option.value)?.status}
        />
      )}
      {...(found.isSearching && words !== '' ? { rightSection: <Loader size={14} /> } : {})}
      value={person?.id ?? null}
      onChange={(chosen) => onPerson(all.find(({ id }) => id === chosen) ?? null)}
    />
  )
}

interface OptionProps {
  readonly person: PersonValue | undefined
  readonly status: FoundPerson['status'] | undefined
}

function PersonOption({ person, status = 'Active' }: OptionProps) {
  if (person === undefined) return null
  const mark = texts.personStatus[status]
  return (
    <span>
      {nameOf(person)}
      <br />
      <small>{mark === undefined ? person.email : `${person.email} · ${mark}`}</small>
    </span>
  )
}
