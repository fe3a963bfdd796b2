// On which weekdays the organisation works, and its holidays.
import { Button, Checkbox, Group, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { ActionButton } from '../../components/action-button.tsx'
import { DateInput } from '../../components/date-input.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { useFormat } from '../../components/format-context.ts'
import { StatusMessage } from '../../components/status-message.tsx'
import { showToast } from '../../components/toast-store.ts'
import type { Version } from '../../lib/conflict.ts'
import { fieldError } from '../../lib/refusal.ts'
import { type Calendar, useCalendarForm } from './organisation.ts'
import classes from './organisation.module.css'
import { holidaysIn, withHolidays } from './pasted-holidays.ts'
import { texts } from './texts.ts'

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const
type Holiday = Calendar['holidays'][number]

export function CalendarForm({ read }: { read: Version<Calendar> }) {
  const { next, setNext, save } = useCalendarForm(read)
  const { workingDays: days, workingHours: hours, holidays } = next
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate(next, { onSuccess: (isSaved) => isSaved && showToast({ text: texts.saved }) })
  }
  const setHours = (workingHours: Calendar['workingHours']) => setNext({ ...next, workingHours })
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <p className={classes.quiet}>{texts.calendarLead}</p>
      <Checkbox.Group
        label={texts.workingDays}
        value={[...days]}
        onChange={(chosen) =>
          setNext({ ...next, workingDays: weekdays.filter((day) => chosen.includes(day)) })
        }
      >
        <Group gap="md" mt="xs">
          {weekdays.map((day) => (
            <Checkbox key={day} value={day} label={day} />
          ))}
        </Group>
      </Checkbox.Group>
      <div className={classes.together}>
        <TextInput
          type="time"
          label={texts.workFrom}
          value={hours.from}
          error={fieldError(save.error, 'workingHours.from')}
          onChange={(event) => setHours({ ...hours, from: event.currentTarget.value })}
        />
        <TextInput
          type="time"
          label={texts.workTo}
          value={hours.to}
          error={fieldError(save.error, 'workingHours.to')}
          onChange={(event) => setHours({ ...hours, to: event.currentTarget.value })}
        />
        <p className={classes.quiet}>{texts.workHint}</p>
      </div>
      <Holidays holidays={holidays} onChange={(all) => setNext({ ...next, holidays: all })} />
      <ErrorAlert error={save.error} shownFields={['workingHours.from', 'workingHours.to']} />
      <ActionButton
        type="submit"
        busy={save.isPending}
        disabled={days.length === 0}
        style={{ alignSelf: 'start' }}
      >
        {texts.save}
      </ActionButton>
    </form>
  )
}

interface Props {
  readonly holidays: readonly Holiday[]
  readonly onChange: (holidays: Holiday[]) => void
}

function Holidays({ holidays, onChange }: Props) {
  const format = useFormat()
  return (
    <div className={classes.form}>
      <h3 className={classes.heading}>{texts.holidays}</h3>
      {holidays.length === 0 ? <p className={classes.quiet}>{texts.holidaysNone}</p> : null}
      <ul className={classes.list}>
        {holidays.map(({ date, name }) => (
          <li key={date} className={classes.row}>
            <span className={classes.what}>
              {name}
              <span className={classes.quiet}>{format.weekdayDate(date)}</span>
            </span>
            <Button
              size="xs"
              variant="default"
              aria-label={texts.holidayRemoveOf(name)}
              onClick={() => onChange(holidays.filter((holiday) => holiday.date !== date))}
            >
              {texts.holidayRemove}
            </Button>
          </li>
        ))}
      </ul>
      <AddOne holidays={holidays} onChange={onChange} />
      <AddSeveral holidays={holidays} onChange={onChange} />
    </div>
  )
}

function AddOne({ holidays, onChange }: Props) {
  const [date, setDate] = useState('')
  const [name, setName] = useState('')
  const isTwice = holidays.some((holiday) => holiday.date === date)
  return (
    <div className={classes.together}>
      <DateInput
        label={texts.holidayDate}
        value={date}
        onChange={setDate}
        error={isTwice ? texts.holidayTwice : undefined}
      />
      <TextInput
        label={texts.holidayName}
        maxLength={100}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button
        variant="default"
        disabled={date === '' || name.trim() === '' || isTwice}
        onClick={() => {
          onChange(withHolidays(holidays, [{ date, name: name.trim() }]))
          setDate('')
          setName('')
        }}
      >
        {texts.holidayAdd}
      </Button>
    </div>
  )
}

function AddSeveral({ holidays, onChange }: Props) {
  const format = useFormat()
  const [text, setText] = useState('')
  const [wrong, setWrong] = useState<string>()
  const [added, setAdded] = useState(0)
  const add = () => {
    const found = holidaysIn(text, format)
    setWrong('wrong' in found ? texts.holidaysWrong(found.wrong, found.problem) : undefined)
    if ('wrong' in found) return
    const all = withHolidays(holidays, found.holidays)
    setAdded(all.length - holidays.length)
    onChange(all)
    setText('')
  }
  return (
    <>
      <Textarea
        label={texts.holidaysPaste}
        description={texts.holidaysPasteHint(format.date('2026-12-25'))}
        autosize
        minRows={2}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setWrong(undefined)
          setAdded(0)
        }}
        error={wrong}
      />
      <Button variant="default" disabled={text.trim() === ''} onClick={add} style={{ alignSelf: 'start' }}>
        {texts.holidaysPasteAdd}
      </Button>
      <StatusMessage>{added > 0 ? texts.holidaysPasted(added) : ''}</StatusMessage>
    </>
  )
}
