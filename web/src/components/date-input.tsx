// A day that is typed or picked. The browser's own input: keyboards, screen readers and the calendars of telephones
// know it. It writes days as the browser is set, so the day stands over it as the person reads dates, and beside it
// while it is edited; without a day, how the person writes one.
import { TextInput, type TextInputProps, VisuallyHidden } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import classes from './date-input.module.css'
import { readDay } from '../lib/written-day.ts'
import { useFormat } from './format-context.ts'

type Props = Omit<TextInputProps, 'type' | 'value' | 'onChange' | 'description' | 'inputContainer'> & {
  readonly description?: string
  /** As `2026-03-02`; empty for no day. */
  readonly value: string
  readonly onChange: (day: string) => void
}

/**
 * A part of a day is no day: it is pointed out when the input is left, which `onBlur`, here and around it, does not
 * hear of.
 */
export function DateInput({ value, onChange, onBlur, description, error, ...others }: Props) {
  const format = useFormat()
  const [isPart, setIsPart] = useState(false)
  const [refused, setRefused] = useState<string>()
  // while a year is being typed it is one of the first centuries
  const day = /^[12]\d{3}-\d\d-\d\d$/.test(value) ? format.weekdayDate(value) : undefined
  return (
    <TextInput
      {...others}
      type="date"
      value={value}
      onChange={(event) => {
        setIsPart(false)
        setRefused(undefined)
        onChange(event.currentTarget.value)
      }}
      // browsers take no text, or one notation: what is pasted is read as the person writes days
      onPaste={(event) => {
        const text = event.clipboardData.getData('text/plain').trim()
        if (text === '' || others.disabled === true || others.readOnly === true) return
        event.preventDefault()
        const read = readDay(text, format)
        setIsPart(false)
        setRefused('problem' in read ? read.problem : undefined)
        if ('day' in read) onChange(read.day)
      }}
      onBlur={(event) => {
        const { badInput } = event.currentTarget.validity
        setIsPart(badInput)
        // somebody around it would save that there is no day
        if (badInput) event.stopPropagation()
        else onBlur?.(event)
      }}
      error={isPart ? 'Enter the whole date, or clear it.' : (refused ?? error)}
      {...(isPart || refused !== undefined ? { errorProps: { role: 'alert' } } : {})}
      inputContainer={(input) =>
        withDay(input, day, { pattern: value === '' && !isPart ? format.datePattern : undefined, ...others })
      }
      {...said(description, day)}
    />
  )
}

function withDay(
  input: ReactNode,
  day: string | undefined,
  { pattern, disabled = false }: { pattern: string | undefined; disabled?: boolean | undefined },
) {
  const shown = day ?? pattern
  return (
    <div className={classes.frame}>
      {input}
      {shown === undefined ? null : (
        <span className={classes.day} data-disabled={disabled} data-empty={day === undefined} aria-hidden>
          {shown}
        </span>
      )}
    </div>
  )
}

/** Screen readers say the day after the hint. */
function said(hint: string | undefined, day: string | undefined): TextInputProps {
  if (day === undefined) return hint === undefined ? {} : { description: hint }
  const spoken = <VisuallyHidden component="span">{day}</VisuallyHidden>
  if (hint === undefined)
    return { description: spoken, descriptionProps: { className: classes.spoken ?? '' } }
  return {
    description: (
      <>
        {hint} {spoken}
      </>
    ),
  }
}
