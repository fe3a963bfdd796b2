// One step of an approval: who decides, how many of them, and for which contracts.
import { NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { FormField } from '../../../forms/form-parts.ts'
import { kindOf } from '../../../forms/field-kind.ts'
import { AmountTextInput } from '../../../forms/inputs/amount-text-input.tsx'
import { ChosenPeople } from '../../../forms/inputs/chosen-people.tsx'
import { DeadlineFields } from '../approvals/deadline-fields.tsx'
import { teamsQuery } from '../../security/provisioning.ts'
import classes from './approval-path.module.css'
import { isOrdered, type Operator, type Step } from './approval-rules.ts'
import { approvalRuleTexts as texts } from './texts.ts'

interface Props {
  readonly step: Step
  readonly fields: readonly FormField[]
  readonly onChange: (step: Step) => void
}

export function StepEditor(props: Props) {
  const { step, onChange } = props
  return (
    <div className={classes.editor}>
      <TextInput
        label={texts.name}
        maxLength={255}
        value={step.name}
        onChange={(event) => onChange({ ...step, name: event.currentTarget.value })}
      />
      <Approvers {...props} />
      <NativeSelect
        label={texts.need}
        data={[
          { value: 'All', label: texts.all },
          { value: 'One', label: texts.one },
        ]}
        value={step.need}
        onChange={(event) => onChange({ ...step, need: event.currentTarget.value as Step['need'] })}
      />
      <DeadlineFields deadline={step.deadline} onChange={(deadline) => onChange({ ...step, deadline })} />
      <ConditionFields {...props} />
    </div>
  )
}

function Approvers({ step, onChange }: Props) {
  const teams = useQuery(teamsQuery)
  const { approvers, team } = step
  return (
    <>
      <ChosenPeople
        people={approvers}
        label={texts.addApprover}
        removeLabel={texts.removeApprover}
        onChange={(next) => onChange({ ...step, approvers: next })}
      />
      <NativeSelect
        label={texts.team}
        value={team === null ? '' : String(team.id)}
        data={[
          { value: '', label: texts.noTeam },
          ...(teams.data ?? []).map(({ id, name }) => ({ value: String(id), label: name ?? '' })),
        ]}
        onChange={({ currentTarget: { value } }) => {
          const chosen = teams.data?.find(({ id }) => String(id) === value)
          onChange({ ...step, team: chosen ? { id: chosen.id, name: chosen.name ?? '' } : null })
        }}
      />
    </>
  )
}

const ordered: readonly Operator[] = ['ge', 'gt', 'le', 'lt', 'eq', 'ne']
const equal: readonly Operator[] = ['eq', 'ne']

function ConditionFields({ step, fields, onChange }: Props) {
  const { when } = step
  const field = fields.find(({ id }) => id === when?.field)
  const choose = (id: string) => {
    const chosen = fields.find((each) => each.id === id)
    onChange({
      ...step,
      when: chosen
        ? { field: id, operator: isOrdered(chosen) ? 'ge' : 'eq', value: firstValue(chosen) }
        : null,
    })
  }
  const set = (part: Partial<NonNullable<Step['when']>>) =>
    when && onChange({ ...step, when: { ...when, ...part } })
  return (
    <div className={classes.conditionFields}>
      <NativeSelect
        label={texts.when}
        value={when?.field ?? ''}
        data={[{ value: '', label: texts.always }, ...fields.map(({ id, label }) => ({ value: id, label }))]}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      {when ? (
        <>
          <NativeSelect
            label={texts.operator}
            value={when.operator}
            data={(field && isOrdered(field) ? ordered : equal).map((value) => ({
              value,
              label: texts.operators[value],
            }))}
            onChange={(event) => set({ operator: event.currentTarget.value as Operator })}
          />
          <ValueInput field={field} value={when.value} onChange={(value) => set({ value })} />
        </>
      ) : null}
    </div>
  )
}

const firstValue = (field: FormField): string => {
  if (isOrdered(field)) return '0'
  return kindOf(field) === 'yesNo' ? 'true' : (field.options?.[0]?.value ?? '')
}

function ValueInput(props: {
  field: FormField | undefined
  value: string
  onChange: (value: string) => void
}) {
  const { field, value, onChange } = props
  const choices =
    field && kindOf(field) === 'yesNo'
      ? [
          { value: 'true', label: texts.yes },
          { value: 'false', label: texts.no },
        ]
      : field?.options
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
