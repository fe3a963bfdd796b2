// What the panel beside the list shows of a key date, and what is changed there.
import { Button, Checkbox, Stack } from '@mantine/core'
import { useState } from 'react'
import { recordRoute } from '../../lib/addresses/route-of.ts'
import { kinds } from '../../lib/kinds.ts'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { DueCell, MomentCell, NumberCell, PersonCell } from '../../list/cells/cells.tsx'
import { PeekFacts } from '../../list/peek/peek-facts.tsx'
import { KeyDateKind } from './key-date-kind.tsx'
import { keyDateTexts as texts } from './key-date-texts.ts'
import { type KeyDateRow, useChangeKeyDate } from './key-dates.ts'

const usualDays = [90, 60, 30, 14, 7, 3, 1, 0]

export function KeyDatePeek({ row }: { row: KeyDateRow }) {
  const change = useChangeKeyDate()
  const [reminders, setReminders] = useState<readonly number[]>(row.reminders ?? [])
  const [done, setDone] = useState(row.done)
  const days = [...new Set([...usualDays, ...reminders])].toSorted((a, b) => b - a)
  const choose = (chosen: readonly string[]) => {
    const next = chosen.map(Number).toSorted((a, b) => b - a)
    const before = reminders
    setReminders(next)
    change.mutate({ row, changes: { reminders: next } }, { onError: () => setReminders(before) })
  }
  return (
    <Stack gap="sm">
      <PeekFacts
        facts={[
          [texts.date, <DueCell key="date" value={row.date} done={done} />],
          [texts.kind, <KeyDateKind key="kind" category={row.category} />],
          [
            texts.contract,
            row.contract ? (
              <a key="on" href={`#${recordRoute(kinds.contract, row.contract.id)}`}>
                {row.contract.name}
              </a>
            ) : null,
          ],
          [texts.owner, <PersonCell key="owner" person={row.owner} />],
          [texts.value, row.value === 0 ? null : <NumberCell key="value" value={row.value} />],
          [texts.repeats, row.recurrence],
          [texts.modified, <MomentCell key="modified" value={row.modified?.dateUtc} />],
        ]}
      />
      <Button
        size="compact-sm"
        variant="light"
        style={{ alignSelf: 'start' }}
        onClick={() => {
          const next = !done
          change.mutate(
            { row, changes: { done: next } },
            { onSuccess: () => setDone(next && !row.recurrence) },
          )
        }}
      >
        {done ? texts.undo : texts.markDone}
      </Button>
      <Checkbox.Group
        label={texts.reminders}
        description={texts.remindersHelp}
        value={reminders.map(String)}
        onChange={choose}
      >
        <Stack gap={6} mt="xs">
          {days.map((day) => (
            <Checkbox
              key={day}
              size="sm"
              value={String(day)}
              label={texts.before(day)}
              disabled={reminders.length >= 10 && !reminders.includes(day)}
            />
          ))}
        </Stack>
      </Checkbox.Group>
      <ErrorAlert error={change.error} />
    </Stack>
  )
}
