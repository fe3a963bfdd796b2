// What the panel beside the list shows of a task, and what is changed there.
import { recordRoute } from '../../lib/addresses/route-of.ts'
import { kinds } from '../../lib/kinds.ts'
import { taskChoices, taskKinds, type TaskStatus } from './task-kinds.ts'
import { NativeSelect, Stack } from '@mantine/core'
import { useState } from 'react'
import { DateInput } from '../../components/date-input.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { TextLink } from '../../components/links.tsx'
import { MomentCell, PersonCell } from '../../list/cells/cells.tsx'
import { PeekFacts } from '../../list/peek/peek-facts.tsx'
import type { TaskRow } from './task-list.tsx'
import { taskListTexts as texts } from './task-list-texts.ts'
import { useChangeTask } from './tasks.ts'

export function TaskPeek({ row }: { row: TaskRow }) {
  const change = useChangeTask()
  const [status, setStatus] = useState(row.status)
  const [due, setDue] = useState(row.dueDate?.slice(0, 10) ?? '')
  const id = row.id ?? 0
  const time = row.dueDate?.slice(10) || 'T00:00:00'
  return (
    <Stack gap="sm">
      <NativeSelect
        size="sm"
        label={texts.state}
        data={taskChoices.map(({ value, label }) => ({ value, label }))}
        value={status ?? ''}
        onChange={(event) => {
          const next = event.currentTarget.value as TaskStatus
          setStatus(next)
          change.mutate({ id, changes: { status: next } }, { onError: () => setStatus(row.status) })
        }}
      />
      <DateInput
        size="sm"
        label={texts.due}
        value={due}
        onChange={setDue}
        onBlur={() => {
          if (due === (row.dueDate?.slice(0, 10) ?? '')) return
          change.mutate({ id, changes: { dueDate: due === '' ? null : `${due}${time}` } })
        }}
      />
      <ErrorAlert error={change.error} />
      <PeekFacts
        facts={[
          [texts.kind, taskKinds.find(({ value }) => value === row.type)?.label],
          [texts.assignee, <PersonCell key="assignee" person={row.assignee} />],
          [
            texts.matter,
            row.matter ? (
              <TextLink key="on" to={recordRoute(kinds.matter, row.matter.id)}>
                {row.matter.name}
              </TextLink>
            ) : null,
          ],
          [texts.parent, row.parent?.name],
          [texts.description, row.description],
          [texts.createdBy, row.created?.userName],
          [texts.created, <MomentCell key="created" value={row.created?.dateUtc} />],
        ]}
      />
    </Stack>
  )
}
