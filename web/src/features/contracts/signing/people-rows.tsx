// The people of a form about signatures, a row for each.
import { Button, CloseButton, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import classes from './signing.module.css'

/**
 * The rows of a form, which keep what is typed when one before them is removed; `onTyped` gets them after each change.
 */
export function useRows<One extends object>(
  initial: readonly One[],
  onTyped?: (people: readonly One[]) => void,
) {
  const [rows, showRows] = useState(() => initial.map((person, key) => ({ key, person })))
  const setRows = (next: typeof rows) => {
    showRows(next)
    onTyped?.(next.map(({ person }) => person))
  }
  return {
    rows,
    set: (index: number, part: Partial<One>) =>
      setRows(rows.map((row, at) => (at === index ? { ...row, person: { ...row.person, ...part } } : row))),
    add: (person: One) => setRows([...rows, { key: Math.max(...rows.map(({ key }) => key)) + 1, person }]),
    remove: (index: number) => setRows(rows.filter((_, at) => at !== index)),
  }
}

/** The rows and the button that adds one; `children` draws the fields of each. There is always one row at least. */
export function PeopleRows<One extends object>(props: {
  people: ReturnType<typeof useRows<One>>
  nobody: One
  most: number
  /** How a row is laid out. */
  className: string | undefined
  texts: {
    readonly add: string
    readonly row: (number: number) => string
    readonly remove: (number: number) => string
  }
  children: (person: One, index: number) => ReactNode
}) {
  const { people, nobody, most, className, texts, children } = props
  const { rows, add, remove } = people
  return (
    <>
      <ol className={classes.rows}>
        {rows.map(({ key, person }, index) => (
          <li key={key} className={className} aria-label={texts.row(index + 1)}>
            {children(person, index)}
            {rows.length > 1 ? (
              <CloseButton
                className={classes.remove ?? ''}
                aria-label={texts.remove(index + 1)}
                onClick={() => remove(index)}
              />
            ) : null}
          </li>
        ))}
      </ol>
      <div>
        <Button size="xs" variant="default" disabled={rows.length >= most} onClick={() => add(nobody)}>
          {texts.add}
        </Button>
      </div>
    </>
  )
}

interface FieldProps {
  label: string
  value: string | null | undefined
  error: string | undefined
}

/** The name, which the first row gets the focus for. */
export function NameInput(props: FieldProps & { isFirst: boolean; onChange: (name: string) => void }) {
  const { label, value, error, isFirst, onChange } = props
  return (
    <TextInput
      {...(isFirst ? { 'data-autofocus': true } : {})}
      size="sm"
      required
      label={label}
      maxLength={255}
      value={value ?? ''}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

/** The mail address, which everybody has. */
export function EmailInput(props: FieldProps & { onChange: (email: string) => void }) {
  const { label, value, error, onChange } = props
  return (
    <TextInput
      size="sm"
      required
      type="email"
      label={label}
      maxLength={254}
      value={value ?? ''}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

/** A text that a person may not have. */
export function OptionalInput(props: FieldProps & { onChange: (text: string | null) => void }) {
  const { label, value, error, onChange } = props
  return (
    <TextInput
      size="sm"
      label={label}
      maxLength={255}
      value={value ?? ''}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value === '' ? null : event.currentTarget.value)}
    />
  )
}
