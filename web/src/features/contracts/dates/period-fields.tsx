// The fields of a length of time: a number and its unit.
import { Group, Select } from '@mantine/core'
import type { Ref } from 'react'
import { WholeInput } from '../../../forms/inputs/whole-input.tsx'
import type { NoticePeriod } from './key-dates.ts'
import { keyDateTexts as texts } from './texts.ts'

export type Period = Pick<NoticePeriod, 'amount' | 'unit'>

export function PeriodFields(props: {
  period: Period
  onChange: (period: Period) => void
  first?: Ref<HTMLInputElement>
}) {
  const { period, onChange, first } = props
  return (
    <Group grow>
      <WholeInput
        {...(first === undefined ? {} : { ref: first })}
        data-autofocus
        label={texts.periodAmount}
        size="sm"
        min={1}
        max={999}
        value={period.amount}
        onChange={(amount) => onChange({ ...period, amount })}
      />
      <Select
        label={texts.periodUnit}
        size="sm"
        allowDeselect={false}
        comboboxProps={{ withinPortal: false }}
        data={Object.entries(texts.units).map(([value, label]) => ({ value, label }))}
        value={period.unit}
        onChange={(chosen) => onChange({ ...period, unit: (chosen ?? 'Months') as Period['unit'] })}
      />
    </Group>
  )
}
