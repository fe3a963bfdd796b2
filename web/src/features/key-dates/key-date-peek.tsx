// What the panel beside the list shows of a key date, and what is changed there.
import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { recordRoute } from '../../lib/addresses/route-of.ts'
import { kinds } from '../../lib/kinds.ts'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { lazily } from '../../components/lazily.tsx'
import { DueCell, MomentCell, NumberCell, PersonCell } from '../../list/cells/cells.tsx'
import { PeekFacts } from '../../list/peek/peek-facts.tsx'
import { KeyDateKind } from './key-date-kind.tsx'
import { keyDateTexts as texts } from './key-date-texts.ts'
import { type KeyDateRow, useChangeKeyDate } from './key-dates.ts'

const ReminderChoice = lazily(() => import('./reminder-choice.tsx'), 'ReminderChoice')

export function KeyDatePeek({ row }: { row: KeyDateRow }) {
  const change = useChangeKeyDate()
  const [reminders, setReminders] = useState<readonly number[]>(row.reminders ?? [])
  const [done, setDone] = useState(row.done)
  const choose = (next: readonly number[]) => {
    const before = reminders
    setReminders(next)
    change.mutate({ row, changes: { reminders: [...next] } }, { onError: () => setReminders(before) })
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
      <ReminderChoice reminders={reminders} onChange={choose} />
      <ErrorAlert error={change.error} />
    </Stack>
  )
}
