// The values of a condition: typed, ticked, or found on the server.
import { Checkbox, Group, MultiSelect, NativeSelect, SegmentedControl, Stack, TextInput } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useDebouncedValue } from '../../lib/debounced.ts'
import { texts } from '../texts.ts'
import { DateInput } from '../../components/date-input.tsx'
import { matchesWords } from '../../lib/words.ts'
import { AmountTextInput } from '../../forms/inputs/amount-text-input.tsx'
import { LiveWholeInput } from '../../forms/inputs/whole-input.tsx'
import { choicesQuery, namesQuery } from './pickers.ts'
import { type FilterProperty, isTime, type Operator, valuesTaken } from './property.ts'
import { daysFromToday, ME } from './sentence.ts'

interface Props {
  readonly property: FilterProperty
  readonly operator: Operator
  readonly values: readonly string[]
  readonly onChange: (values: readonly string[]) => void
}

/** What the operator takes of the property. */
export function ValueEditor(props: Props) {
  const { property, operator, values, onChange } = props
  const taken = valuesTaken(operator, property)
  if (taken === 'none') return null
  if (operator === 'next' || operator === 'last') return <DaysEditor {...props} />
  if (taken === 'two')
    return (
      // the second day, while it is edited, is written between both
      <Stack gap={isTime(property.kind) ? 'lg' : 'xs'}>
        {[0, 1].map((index) => (
          <OneEditor
            key={index}
            property={property}
            value={values[index] ?? ''}
            label={index === 0 ? `${property.label}: from` : `${property.label}: to`}
            onChange={(value) => onChange(index === 0 ? [value, values[1] ?? ''] : [values[0] ?? '', value])}
          />
        ))}
      </Stack>
    )
  if (property.kind === 'choice') return <ChoicesEditor {...props} />
  if (taken === 'many') return <PickEditor {...props} />
  return (
    <OneEditor
      property={property}
      value={values[0] ?? ''}
      label={property.label}
      onChange={(value) => onChange([value])}
    />
  )
}

function DaysEditor({ property, values, onChange }: Props) {
  return (
    <LiveWholeInput
      size="sm"
      aria-label={property.label}
      rightSection={values[0] === '1' ? 'day' : 'days'}
      rightSectionWidth={56}
      rightSectionPointerEvents="none"
      min={1}
      max={3_650}
      value={values[0] === undefined || values[0] === '' ? null : Number(values[0])}
      onChange={(days) => onChange([String(days)])}
    />
  )
}

function ChoicesEditor({ property, values, onChange }: Props) {
  return (
    <Checkbox.Group value={[...values]} onChange={onChange} aria-label={property.label}>
      <Stack gap={6}>
        {property.choices?.map(({ value, label }, index) => (
          <Checkbox
            key={value}
            data-autofocus={index === 0 ? true : undefined}
            size="sm"
            value={value}
            label={label}
          />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}

/** Finds values on the server as one types; those that are chosen stay in the list. */
function PickEditor({ property, values, onChange }: Props) {
  const [words, setWords] = useState('')
  const asked = useDebouncedValue(words, 200)
  const picker = property.kind === 'person' ? 'people' : (property.picker ?? 'people')
  const found = useQuery({ ...choicesQuery(picker, asked), placeholderData: keepPreviousData })
  const names = useQuery(namesQuery(picker, values))
  // until the answer for these words is there, only those of the answer before that fit: Enter chooses the first
  const isBehind = asked !== words || found.isPlaceholderData
  const fits = (option: object, search: string) =>
    !isBehind || !('label' in option) || matchesWords(String(option.label), search)
  const me = property.kind === 'person' ? [{ value: ME, label: texts.me }] : []
  const known = new Map(
    [...me, ...(names.data ?? []), ...(found.data ?? [])].map((each) => [each.value, each]),
  )
  const data = [
    ...known.values(),
    ...values.flatMap((value) => (known.has(value) ? [] : [{ value, label: '…' }])),
  ]
  return (
    <MultiSelect
      data-autofocus
      size="sm"
      data={data}
      value={[...values]}
      onChange={onChange}
      searchable
      searchValue={words}
      onSearchChange={setWords}
      filter={({ options, search }) =>
        search === ''
          ? options
          : options.filter((each) => isFound(each, found.data, search) && fits(each, search))
      }
      nothingFoundMessage={found.isFetching ? texts.loading : texts.noValue}
      aria-label={property.label}
      placeholder={values.length === 0 ? property.label : ''}
      comboboxProps={{ withinPortal: false }}
      hidePickedOptions
      selectFirstOptionOnChange
      maxDropdownHeight={220}
    />
  )
}

const isFound = (option: object, found: readonly { value: string }[] | undefined, search: string) =>
  'value' in option &&
  (found?.some(({ value }) => value === option.value) === true ||
    (option.value === ME && texts.me.startsWith(search.trim().toLowerCase())))

interface OneProps {
  readonly property: FilterProperty
  readonly value: string
  readonly label: string
  readonly onChange: (value: string) => void
}

function OneEditor(props: OneProps) {
  const { property, value, label, onChange } = props
  if (isTime(property.kind)) return <DayEditor {...props} />
  if (property.kind === 'flag')
    return (
      <SegmentedControl
        size="xs"
        aria-label={label}
        value={value === '' ? 'true' : value}
        data={[
          { value: 'true', label: texts.yes },
          { value: 'false', label: texts.no },
        ]}
        onChange={onChange}
      />
    )
  if (property.kind === 'number')
    return <AmountTextInput size="sm" aria-label={label} data-autofocus value={value} onChange={onChange} />
  return (
    <TextInput
      size="sm"
      aria-label={label}
      data-autofocus
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

/** A day of the calendar, or one counted from today, which moves on. */
function DayEditor({ value, label, onChange }: OneProps) {
  const days = daysFromToday(value)
  const way = days === undefined ? 'date' : days === 0 ? 'today' : days > 0 ? 'ahead' : 'ago'
  const choose = (next: string) => {
    const chosen: Readonly<Record<string, string>> = {
      today: 'today(0)',
      ahead: 'today(7)',
      ago: 'today(-7)',
    }
    onChange(chosen[next] ?? '')
  }
  return (
    // beside each other where the words of both fit
    <Group gap="1.5rem 0.5rem">
      <NativeSelect
        size="sm"
        flex="1 0 7.5rem"
        aria-label={`${label}: how`}
        value={way}
        data={[
          { value: 'date', label: 'the day' },
          { value: 'today', label: texts.today },
          { value: 'ahead', label: 'days from now' },
          { value: 'ago', label: 'days ago' },
        ]}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      {way === 'date' && (
        <DateInput size="sm" flex="1 0 10.5rem" aria-label={label} value={value} onChange={onChange} />
      )}
      {(way === 'ahead' || way === 'ago') && (
        <LiveWholeInput
          size="sm"
          w={90}
          aria-label={label}
          min={1}
          max={3_650}
          value={Math.abs(days ?? 1)}
          onChange={(count) => onChange(`today(${way === 'ago' ? '-' : ''}${count})`)}
        />
      )}
    </Group>
  )
}
