// Entering an inside cost.
import { Button, Group, NativeSelect, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ActionButton } from '../../components/action-button.tsx'
import { DateInput } from '../../components/date-input.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { Modal } from '../../components/floating/modal.tsx'
import { showToast } from '../../components/toast-store.ts'
import { useCurrency } from '../../forms/use-currency.ts'
import { fieldError } from '../../lib/refusal.ts'
import type { CostReference } from '../invoices/allocation/allocation-calls.ts'
import { CostSelect } from '../invoices/allocation/cost-select.tsx'
import { departmentsQuery } from '../people/profile/profile.ts'
import { useEnterCost } from './cost-calls.ts'
import classes from './costs.module.css'
import { insideCostTexts as texts } from './texts.ts'
import { orNull, valueFields, ValueInputs, type Values } from './value-inputs.tsx'

type Kind = 'People' | 'Software' | 'Other'
const kinds: readonly Kind[] = ['People', 'Software', 'Other']
const shownFields = ['month', 'kind', 'costCentre', 'department', ...valueFields]

export function EnterDialog({ onClose }: { onClose: () => void }) {
  const currency = useCurrency() ?? ''
  const action = useEnterCost()
  const [month, setMonth] = useState('')
  const [kind, setKind] = useState<Kind>('People')
  const [costCentre, setCostCentre] = useState<CostReference | null>(null)
  const [department, setDepartment] = useState('')
  const [values, setValues] = useState<Values>({ amount: null, hours: null, note: '' })
  const error = (field: string) => fieldError(action.error, field)
  const save = () => {
    const { amount, hours, note } = values
    if (amount === null) return
    const onSuccess = () => {
      showToast({ text: texts.added })
      onClose()
    }
    const places = {
      costCentre: costCentre ? { id: costCentre.id } : null,
      department: department === '' ? null : { id: Number(department) },
    }
    action.mutate({ month, kind, ...places, amount, hours, note: orNull(note) }, { onSuccess })
  }
  return (
    <Modal opened onClose={onClose} title={texts.add}>
      <Stack>
        <ErrorAlert error={action.error} shownFields={shownFields} />
        <div className={classes.pair}>
          <DateInput label={texts.monthDay} value={month} error={error('month')} onChange={setMonth} />
          <NativeSelect
            label={texts.kind}
            data={kinds.map((value) => ({ value, label: texts.kinds[value] }))}
            value={kind}
            error={error('kind')}
            onChange={(event) => setKind(event.currentTarget.value as Kind)}
          />
          <CostSelect
            list="costCentres"
            label={texts.costCentre}
            value={costCentre}
            error={error('costCentre')}
            onChange={setCostCentre}
          />
          <DepartmentSelect value={department} error={error('department')} onChange={setDepartment} />
        </div>
        <ValueInputs
          values={values}
          currency={currency}
          error={action.error}
          onChange={(next) => setValues({ ...values, ...next })}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {texts.cancel}
          </Button>
          <ActionButton
            busy={action.isPending}
            disabled={month === '' || values.amount === null}
            onClick={save}
          >
            {texts.save}
          </ActionButton>
        </Group>
      </Stack>
    </Modal>
  )
}

function DepartmentSelect(props: {
  value: string
  error: string | undefined
  onChange: (value: string) => void
}) {
  const { value, error, onChange } = props
  const found = useQuery(departmentsQuery)
  return (
    <NativeSelect
      label={texts.department}
      data={[
        { value: '', label: texts.noDepartment },
        ...(found.data ?? []).map(({ id, name }) => ({ value: String(id), label: name ?? '' })),
      ]}
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
