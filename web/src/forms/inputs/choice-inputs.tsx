// Inputs of fields with a few choices: yes or no, one of them, several of them.
import { MultiSelect, Select } from '@mantine/core'
import { optionsIn } from '../field-kind.ts'
import { type Option, optionOf } from '../form-parts.ts'
import { formTexts as texts } from '../texts.ts'
import { type FieldInputProps, labelling } from './field-inputs.ts'
import { withChosen } from './with-chosen.ts'

const yesOrNo: readonly Option[] = [
  { value: 'true', label: texts.yes },
  { value: 'false', label: texts.no },
]

export function YesNoField(props: FieldInputProps) {
  const { field, value, onChange, onDone, opensAtOnce } = props
  return (
    <Select
      {...labelling(props)}
      data={yesOrNo}
      placeholder={texts.choose}
      defaultDropdownOpened={opensAtOnce ?? false}
      // what a record itself has, such as being restricted, is always yes or no
      clearable={!field.required && field.fieldType !== 'Restricted'}
      clearButtonProps={{ 'aria-label': texts.clear(field.label) }}
      value={typeof value === 'boolean' ? String(value) : null}
      onChange={(chosen) => {
        const answer = chosen === null ? null : chosen === 'true'
        onChange(answer)
        onDone?.(answer)
      }}
    />
  )
}

export function ChoiceField(props: FieldInputProps) {
  const { field, value, onChange, onDone, opensAtOnce } = props
  const current = optionOf(value)
  const options = withChosen(field.options ?? [], current ? [current] : [], 'value')
  return (
    <Select
      {...labelling(props)}
      data={options}
      placeholder={texts.choose}
      searchable={options.length > 8}
      defaultDropdownOpened={opensAtOnce ?? false}
      clearable={!field.required}
      clearButtonProps={{ 'aria-label': texts.clear(field.label) }}
      nothingFoundMessage={texts.nothingFound}
      value={current?.value ?? null}
      onChange={(chosen) => {
        const option = options.find((each) => each.value === chosen) ?? null
        onChange(option)
        onDone?.(option)
      }}
    />
  )
}

export function ChoicesField(props: FieldInputProps) {
  const { field, value, onChange } = props
  const current = optionsIn(value)
  const options = withChosen(field.options ?? [], current, 'value')
  return (
    <MultiSelect
      {...labelling(props)}
      data={options}
      searchable={options.length > 8}
      {...(current.length === 0 ? { placeholder: texts.choose } : {})}
      nothingFoundMessage={texts.nothingFound}
      value={current.map((option) => option.value)}
      onChange={(chosen) => onChange(options.filter((option) => chosen.includes(option.value)))}
    />
  )
}
