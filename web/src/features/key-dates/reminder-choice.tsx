// When people are reminded of a key date: the usual days before it, and those that are set already.
import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import classes from './key-dates.module.css'
import { keyDateTexts as texts } from './key-date-texts.ts'

const usualDays = [90, 60, 30, 14, 7, 3, 1, 0]
const MOST = 10

/** `reminders` are days before the date, the longest first. */
export function ReminderChoice(props: {
  reminders: readonly number[]
  error?: string | undefined
  onChange: (reminders: number[]) => void
}) {
  const { reminders, error, onChange } = props
  const [before] = useState(reminders)
  const days = [...new Set([...usualDays, ...before, ...reminders])].toSorted((a, b) => b - a)
  return (
    <Checkbox.Group
      label={texts.reminders}
      description={texts.remindersHelp}
      error={error}
      value={reminders.map(String)}
      onChange={(chosen) => onChange(chosen.map(Number).toSorted((a, b) => b - a))}
    >
      <div className={classes.reminders}>
        {days.map((day) => (
          <Checkbox
            key={day}
            size="sm"
            value={String(day)}
            label={texts.before(day)}
            disabled={reminders.length >= MOST && !reminders.includes(day)}
          />
        ))}
      </div>
    </Checkbox.Group>
  )
}
