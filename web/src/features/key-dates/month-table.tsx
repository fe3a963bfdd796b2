// Key dates in a table of the month.
import { Button, Group } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { useFormat } from '../../components/format-context.ts'
import { useMe } from '../../components/me-context.ts'
import { byDay } from './agenda.tsx'
import { kindNamed } from './key-date-kinds.ts'
import { keyDateTexts as texts } from './key-date-texts.ts'
import { type KeyDateRow, monthQuery } from './key-dates.ts'
import classes from './key-dates.module.css'
import { monthAfter, weeksOf } from './month-days.ts'

const MOST_OF_DAY = 4

export function MonthTable({ filter, onPeek }: { filter: string; onPeek: (row: KeyDateRow) => void }) {
  const format = useFormat()
  const today = format.today()
  const [month, setMonth] = useState(today.slice(0, 7))
  const weeks = weeksOf(month)
  const range = { from: weeks[0]?.[0] ?? '', until: weeks.at(-1)?.at(-1) ?? '' }
  const found = useQuery({ ...monthQuery(filter, range), placeholderData: keepPreviousData })
  const days = new Map(byDay(found.data?.items ?? []))
  const { locale } = useMe().preferences
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' })
  const title = format.month(month)
  const table = useRef<HTMLTableElement>(null)
  // on small screens the days before today are as many screens as a month has weeks
  useEffect(() => {
    table.current
      ?.querySelector('[aria-current="date"]')
      ?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [])
  return (
    <div className={classes.month}>
      <Group gap="xs">
        <Button
          size="compact-sm"
          variant="default"
          aria-label={texts.previous}
          onClick={() => setMonth(monthAfter(month, -1))}
        >
          ‹
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          aria-label={texts.following}
          onClick={() => setMonth(monthAfter(month, 1))}
        >
          ›
        </Button>
        <Button size="compact-sm" variant="subtle" onClick={() => setMonth(today.slice(0, 7))}>
          {texts.thisMonth}
        </Button>
        <output className={classes.monthName}>{title}</output>
      </Group>
      <ErrorAlert error={found.error} />
      <table ref={table} className={classes.table} aria-label={title}>
        <thead>
          <tr>
            {weeks[0]?.map((day) => (
              <th key={day} scope="col">
                {weekday.format(Date.parse(day))}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <td
                  key={day}
                  data-other={!day.startsWith(month)}
                  data-today={day === today}
                  {...(day === today ? { 'aria-current': 'date' } : {})}
                >
                  <DayCellOfMonth day={day} rows={days.get(day) ?? []} onPeek={onPeek} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function DayCellOfMonth(props: {
  day: string
  rows: readonly KeyDateRow[]
  onPeek: (row: KeyDateRow) => void
}) {
  const { day, rows, onPeek } = props
  const format = useFormat()
  const [all, setAll] = useState(false)
  const shown = all ? rows : rows.slice(0, MOST_OF_DAY)
  return (
    <>
      <time dateTime={day} aria-label={format.date(day)}>
        {Number(day.slice(8))}
      </time>
      {shown.map((row) => {
        const { Icon, label } = kindNamed(row.category)
        return (
          <button
            key={row.id}
            type="button"
            className={classes.entry}
            data-done={row.done}
            aria-label={`${label}: ${row.name}`}
            title={`${label}: ${row.name}, ${row.contract?.name ?? ''}`}
            onClick={() => onPeek(row)}
          >
            <Icon size={13} stroke={1.6} aria-hidden="true" />
            <span>{row.name}</span>
          </button>
        )
      })}
      {rows.length > shown.length && (
        <button
          type="button"
          className={classes.entry}
          aria-label={texts.moreOfDay(rows.length - shown.length)}
          onClick={() => setAll(true)}
        >
          +{rows.length - shown.length}
        </button>
      )}
    </>
  )
}
