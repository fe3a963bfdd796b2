// A profile as a form. Only what was changed is sent.
import { Button, Select, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ActionButton } from '../../../components/action-button.tsx'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import { useMe } from '../../../components/me-context.ts'
import { showToast } from '../../../components/toast-store.ts'
import { AmountInput } from '../../../forms/inputs/amount-input.tsx'
import { useCurrency } from '../../../forms/use-currency.ts'
import { changedOnly } from '../../../lib/conflict.ts'
import { fieldError } from '../../../lib/refusal.ts'
import { departmentsQuery, type Profile, type ProfileChanges, useUpdateProfile } from './profile.ts'
import classes from './profile.module.css'
import { texts } from './texts.ts'

interface Props {
  readonly userId: string
  readonly profile: Profile
  readonly onClose: () => void
}

const names = ['firstName', 'lastName'] as const
const details = ['jobTitle', 'directPhone', 'mobilePhone'] as const
type TextName = (typeof names)[number] | (typeof details)[number]
const shownFields = [...names, ...details, 'department', 'hourlyRate']

export function ProfileForm({ userId, profile, onClose }: Props) {
  const { user } = useMe()
  const update = useUpdateProfile(userId)
  const [written, setWritten] = useState(profile)
  const write = (some: Partial<Profile>) => setWritten({ ...written, ...some })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const changes = changesOf(profile, written)
    if (Object.keys(changes).length === 0) onClose()
    else
      update.mutate(changes, {
        onSuccess: () => {
          onClose()
          showToast({ text: texts.saved })
        },
      })
  }
  const input = (name: TextName) => (
    <TextInput
      key={name}
      label={texts[name]}
      required={name === 'firstName' || name === 'lastName'}
      type={name.endsWith('Phone') ? 'tel' : 'text'}
      maxLength={name.endsWith('Phone') ? 50 : 255}
      value={written[name] ?? ''}
      onChange={(event) => write({ [name]: event.currentTarget.value })}
      error={fieldError(update.error, name)}
    />
  )
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <ErrorAlert error={update.error} shownFields={shownFields} />
      {names.map(input)}
      {input('jobTitle')}
      <DepartmentSelect
        department={written.department}
        error={fieldError(update.error, 'department')}
        onDepartment={(department) => write({ department })}
      />
      {input('directPhone')}
      {input('mobilePhone')}
      {user.role === 'Administrator' ? (
        <Rate
          rate={written.hourlyRate}
          error={fieldError(update.error, 'hourlyRate')}
          onRate={(hourlyRate) => write({ hourlyRate })}
        />
      ) : null}
      <div className={classes.acts}>
        <ActionButton
          type="submit"
          busy={update.isPending}
          disabled={names.some((name) => written[name]?.trim() === '')}
        >
          {texts.save}
        </ActionButton>
        <Button variant="default" onClick={onClose}>
          {texts.cancel}
        </Button>
      </div>
    </form>
  )
}

/** An emptied detail is none. */
function changesOf(before: Profile, written: Profile): ProfileChanges {
  const trimmed = (name: TextName) => written[name]?.trim() ?? null
  return changedOnly<Profile>(before, {
    firstName: trimmed('firstName') ?? '',
    lastName: trimmed('lastName') ?? '',
    ...Object.fromEntries(details.map((name) => [name, trimmed(name) || null])),
    department: written.department ?? null,
    hourlyRate: written.hourlyRate ?? null,
  })
}

type Department = Profile['department']

function DepartmentSelect(props: {
  department: Department
  error: string | undefined
  onDepartment: (department: Department) => void
}) {
  const { department, error, onDepartment } = props
  const { data = [] } = useQuery(departmentsQuery)
  // the one of the person is there before the list is
  const offered = department && data.length === 0 ? [department] : data
  return (
    <Select
      label={texts.department}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': texts.noDepartment }}
      placeholder={texts.noDepartment}
      nothingFoundMessage={texts.nothingFound}
      limit={100}
      data={offered.map(({ id, name }) => ({ value: String(id), label: name ?? '' }))}
      value={department ? String(department.id) : null}
      onChange={(chosen) => {
        const found = data.find(({ id }) => String(id) === chosen)
        onDepartment(found ? { id: found.id ?? 0, name: found.name ?? '' } : null)
      }}
      error={error}
    />
  )
}

function Rate(props: {
  rate: number | null | undefined
  error: string | undefined
  onRate: (rate: number | null) => void
}) {
  const currency = useCurrency()
  return (
    <AmountInput
      label={texts.rateIn(currency)}
      min={0}
      value={props.rate}
      onChange={props.onRate}
      error={props.error}
    />
  )
}
