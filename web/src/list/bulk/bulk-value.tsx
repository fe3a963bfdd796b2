// The value that many rows are given. A filter may have several and count days from today; here it is one day, and
// mostly one value.
import { type ComboboxItem, type OptionsFilter, Radio, Select, Stack, Text, Textarea } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DateInput } from '../../components/date-input.tsx'
import { withChosen } from '../../forms/inputs/with-chosen.ts'
import { useDebouncedValue } from '../../lib/debounced.ts'
import { UNREAD } from '../../lib/unread.ts'
import type { BulkProperty } from '../definition.ts'
import { choicesQuery } from '../filters/pickers.ts'
import { type FilterProperty, isTime } from '../filters/property.ts'
import { ME } from '../filters/sentence.ts'
import { ValueEditor } from '../filters/value-editor.tsx'
import { texts } from '../texts.ts'

export function BulkValue(props: {
  chosen: BulkProperty
  values: readonly string[]
  onChange: (values: readonly string[]) => void
}) {
  const {
    chosen: { property, several = false, newValue, valueLabel = texts.bulkValue, long, withoutValue },
    values,
    onChange,
  } = props
  if (withoutValue !== undefined) return <Text size="sm">{withoutValue}</Text>
  if (long !== undefined) {
    return (
      <Textarea
        size="sm"
        label={valueLabel}
        description={long}
        autosize
        minRows={3}
        maxRows={10}
        maxLength={LONGEST_TEXT}
        value={values.at(-1) ?? ''}
        onChange={(event) => onChange([event.currentTarget.value])}
      />
    )
  }
  if (property.kind === 'choice') {
    return (
      <Radio.Group
        size="sm"
        label={valueLabel}
        value={values.at(-1) ?? null}
        onChange={(value) => onChange([value])}
      >
        <Stack gap={6} mt={4}>
          {property.choices?.map(({ value, label }) => (
            <Radio key={value} size="sm" value={value} label={label} />
          ))}
        </Stack>
      </Radio.Group>
    )
  }
  if (isTime(property.kind)) {
    return (
      <DateInput
        size="sm"
        label={valueLabel}
        value={values.at(-1) ?? ''}
        onChange={(day) => onChange([day])}
      />
    )
  }
  if (!several && (property.kind === 'reference' || property.kind === 'person')) {
    return (
      <PickOne
        key={property.path}
        property={property}
        label={valueLabel}
        newValue={newValue}
        value={values.at(-1) ?? null}
        onChange={(value) => onChange(value === null ? [] : [value])}
      />
    )
  }
  return (
    <div>
      <Text size="sm" fw={500} mb={4}>
        {valueLabel}
      </Text>
      <ValueEditor
        property={property}
        operator="is"
        values={values}
        onChange={(next) => onChange(several ? next : next.slice(-1))}
      />
    </div>
  )
}

/** Finds one value on the server as one types. */
function PickOne(props: {
  property: FilterProperty
  label: string
  newValue: BulkProperty['newValue']
  value: string | null
  onChange: (value: string | null) => void
}) {
  const { property, label, newValue, value, onChange } = props
  const [words, setWords] = useState('')
  const asked = useDebouncedValue(words, 200)
  const picker = property.kind === 'person' ? 'people' : (property.picker ?? 'people')
  const [chosen, setChosen] = useState<{ value: string; label: string }>()
  // what is written in the input is the value that was chosen until somebody types
  const found = useQuery({
    ...choicesQuery(picker, asked === chosen?.label ? '' : asked),
    placeholderData: keepPreviousData,
  })
  const me = property.kind === 'person' ? [{ value: ME, label: texts.me }] : []
  const offered = withChosen([...me, ...(found.data ?? [])], chosen ? [chosen] : [], 'value')
  const typed = words.trim()
  const isKnown = (text: string) => offered.some(({ label }) => label.toLowerCase() === text.toLowerCase())
  const own = newValue && typed !== '' && !isKnown(typed) ? [{ value: typed, label: newValue(typed) }] : []
  return (
    <Select
      size="sm"
      label={label}
      data={[...offered, ...own]}
      value={value}
      onChange={(next, option) => {
        setChosen(next === null || option === null ? undefined : { value: next, label: option.label })
        onChange(next)
      }}
      searchable
      {...(newValue === undefined ? {} : { maxLength: LONGEST_NEW, filter: containing })}
      searchValue={words}
      onSearchChange={setWords}
      nothingFoundMessage={found.isFetching ? texts.loading : texts.noValue}
      selectFirstOptionOnChange
      maxDropdownHeight={220}
    />
  )
}

const LONGEST_NEW = 100
const LONGEST_TEXT = 10_000

/** What was typed is offered whatever the words around it. */
const containing: OptionsFilter = ({ options, search }) => {
  const words = search.trim().toLowerCase()
  return (options as ComboboxItem[]).filter(
    ({ value, label }) => label.toLowerCase().includes(words) || value.toLowerCase() === words,
  )
}

/** What is chosen before anybody has chosen: the answer to a question of yes or no stands there. */
export const firstValues = ({ property }: BulkProperty): readonly string[] =>
  property.kind === 'flag' ? ['true'] : []

/** Whether something is done with the rows, where others give them a value. */
export const isAct = ({ long, withoutValue }: BulkProperty): boolean =>
  long !== undefined || withoutValue !== undefined

/** Whether rows can be without a value: every row has a status, and is restricted or not. */
export const mayBeEmpty = (chosen: BulkProperty): boolean => {
  const { kind } = chosen.property
  return chosen.clearable === true || (kind !== 'choice' && kind !== 'flag' && !isAct(chosen))
}

/** Whether the values can be sent. */
export const isComplete = (values: readonly string[]): boolean =>
  values.length > 0 && values.every((value) => value.trim() !== '' && value !== UNREAD)
