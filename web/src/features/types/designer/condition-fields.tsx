// When a part of a form is shown: always, or depending on the answer to a field above it.
import { NativeSelect } from '@mantine/core'
import { kindOf } from '../../../forms/field-kind.ts'
import { type FormCondition, type FormField, fieldsOf, formParts } from '../../../forms/form-parts.ts'
import { AmountTextInput } from '../../../forms/inputs/amount-text-input.tsx'
import { type DesignedField, shownParts } from './design.ts'
import classes from './designer.module.css'
import { designerTexts as texts } from './texts.ts'

const operatorsOf = (field: FormField | undefined): readonly (keyof typeof texts.operators)[] => {
  const kind = field && kindOf(field)
  if (kind === 'number' || kind === 'money') return ['filled', 'ge', 'gt', 'le', 'lt', 'eq', 'ne']
  return kind === 'yesNo' || kind === 'choice' || kind === 'choices' ? ['filled', 'eq', 'ne'] : ['filled']
}

export function ConditionFields(props: {
  when: FormCondition | null
  above: readonly DesignedField[]
  onChange: (when: FormCondition | null) => void
}) {
  const { when, above, onChange } = props
  const fields = fieldsOf(formParts(shownParts(above)))
  const field = fields.find(({ id }) => id === when?.field)
  const isLost = when !== null && field === undefined
  if (fields.length === 0 && when === null) return null
  const choose = (id: string) => onChange(id === '' ? null : { field: id, operator: 'filled', value: null })
  const setOperator = (operator: string) =>
    when &&
    onChange({ ...when, operator, value: operator === 'filled' ? null : (when.value ?? firstValue(field)) })
  return (
    <div className={classes.condition}>
      <NativeSelect
        label={texts.when}
        value={when?.field ?? ''}
        error={isLost ? texts.lostCondition : undefined}
        data={[
          { value: '', label: texts.always },
          ...(isLost ? [{ value: when.field, label: when.field }] : []),
          ...fields.map(({ id, label }) => ({ value: id, label: texts.whenField(label) })),
        ]}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      {when && field ? (
        <NativeSelect
          label={texts.operator}
          value={when.operator}
          data={operatorsOf(field).map((value) => ({ value, label: texts.operators[value] }))}
          onChange={(event) => setOperator(event.currentTarget.value)}
        />
      ) : null}
      {when && field && when.operator !== 'filled' ? (
        <ComparedValue
          field={field}
          value={when.value ?? ''}
          onChange={(value) => onChange({ ...when, value })}
        />
      ) : null}
    </div>
  )
}

const yesOrNo = [
  { value: 'true', label: texts.yes },
  { value: 'false', label: texts.no },
]
const choicesOf = (field: FormField) => (kindOf(field) === 'yesNo' ? yesOrNo : field.options)

const firstValue = (field: FormField | undefined): string =>
  field === undefined ? '' : (choicesOf(field)?.[0]?.value ?? '0')

function ComparedValue(props: { field: FormField; value: string; onChange: (value: string) => void }) {
  const { field, value, onChange } = props
  const choices = choicesOf(field)
  return choices ? (
    <NativeSelect
      label={texts.value}
      value={value}
      data={[...choices]}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  ) : (
    <AmountTextInput label={texts.value} whenEmpty={texts.numberNeeded} value={value} onChange={onChange} />
  )
}
