// The editor of a condition: what is asked of the property, and of which values.
import { NativeSelect, Stack } from '@mantine/core'
import { operatorWords } from '../texts.ts'
import { type FilterProperty, type Operator, operatorsOf, valuesTaken } from './property.ts'
import type { Condition } from './sentence.ts'
import { ValueEditor } from './value-editor.tsx'

export function ConditionEditor(props: {
  condition: Condition
  property: FilterProperty
  onChange: (next: Condition) => void
}) {
  const { condition, property, onChange } = props
  const offered = operatorsOf(property)
  const operators = offered.includes(condition.operator) ? offered : [condition.operator, ...offered]
  const withOperator = (operator: Operator): Condition => {
    const keeps = valuesTaken(operator, property) === valuesTaken(condition.operator, property)
    const isDays = (each: Operator) => each === 'next' || each === 'last'
    if (isDays(operator))
      return { ...condition, operator, values: isDays(condition.operator) ? condition.values : ['30'] }
    return { ...condition, operator, values: keeps && !isDays(condition.operator) ? condition.values : [] }
  }
  return (
    <Stack gap="xs">
      <NativeSelect
        size="sm"
        label={property.label}
        value={condition.operator}
        data={operators.map((value) => ({ value, label: operatorWords(value, property.kind) }))}
        onChange={(event) => onChange(withOperator(event.currentTarget.value as Operator))}
      />
      <ValueEditor
        property={property}
        operator={condition.operator}
        values={condition.values}
        onChange={(values) => onChange({ ...condition, values })}
      />
    </Stack>
  )
}
