// What cells of lists show: people, days, moments, amounts.
import { useFormat } from '../../components/format-context.ts'
import { personName } from '../filters/pickers.ts'
import { texts } from '../texts.ts'
import classes from './cells.module.css'

interface Person {
  readonly id?: string
  readonly firstName?: string
  readonly lastName?: string
  readonly email?: string
}

/** A person by name; the mail address as a tooltip. */
export function PersonCell({ person }: { person: Person | null | undefined }) {
  if (person === null || person === undefined) return <span className={classes.none}>–</span>
  return <span title={person.email}>{personName(person)}</span>
}

/** A day, or a local time. */
export function DayCell({ value }: { value: string | null | undefined }) {
  const format = useFormat()
  if (value === null || value === undefined) return null
  return <span title={format.day(value)}>{format.date(value)}</span>
}

/** A month, given as the day on which it begins. */
export function MonthCell({ value }: { value: string | null | undefined }) {
  const format = useFormat()
  return value === null || value === undefined ? null : <span>{format.month(value)}</span>
}

/** A day that something is due, told apart once it is past. */
export function DueCell(props: {
  value: string | null | undefined
  done: boolean
  /** The moment, where it is due at one. */
  at?: string | null
}) {
  const { value, done, at = null } = props
  const format = useFormat()
  if (value === null || value === undefined) return null
  const late = !done && (at === null ? value.slice(0, 10) < format.today() : format.isOver(at))
  // beyond a month, the date again
  const away = at === null ? format.day(value) : format.relative(at)
  const shown = at === null ? format.date(value) : format.dateTime(at)
  return (
    <span className={late ? classes.late : undefined} title={away}>
      {shown}
      {late && <span> · {away === format.date(value) ? texts.overdue : away}</span>}
    </span>
  )
}

/** A moment, as how long ago it was. */
export function MomentCell({ value }: { value: string | null | undefined }) {
  const format = useFormat()
  if (value === null || value === undefined) return null
  return <span title={format.exactly(value)}>{format.relative(value)}</span>
}

export function NumberCell({ value }: { value: number | string | null | undefined }) {
  const format = useFormat()
  return value === null || value === undefined ? null : <span>{format.number(value)}</span>
}

export function MoneyCell(props: { value: number | null | undefined; currency: string | undefined }) {
  const { value, currency } = props
  const format = useFormat()
  if (value === null || value === undefined) return null
  return (
    <span className={classes.amount}>
      {currency === undefined ? format.number(value) : format.money(value, currency)}
    </span>
  )
}

export function SizeCell({ value }: { value: number | null | undefined }) {
  const format = useFormat()
  return value === null || value === undefined ? null : <span>{format.size(value)}</span>
}
