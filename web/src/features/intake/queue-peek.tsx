// What the panel beside the queue shows of a request, with its answers and what can be done with it.
import { Group, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { use } from 'react'
import { ButtonFor } from '../../components/actions/action-controls.tsx'
import { DueCell, MomentCell } from '../../list/cells/cells.tsx'
import { PeekFacts } from '../../list/peek/peek-facts.tsx'
import { Answers } from './answers.tsx'
import { requestQuery } from './intake.ts'
import { queueListTexts as texts } from './queue-list-texts.ts'
import type { QueueRow } from './queue-list.tsx'
import { RequestActions } from './request-row-actions.tsx'

export function QueuePeek({ row }: { row: QueueRow }) {
  const actions = use(RequestActions)(row)
  const request = useQuery(requestQuery(row.id))
  const answers = request.data?.answers ?? []
  return (
    <Stack gap="sm">
      <Group gap="xs">
        {actions.map((action) => (
          <ButtonFor key={action.id} action={action} />
        ))}
      </Group>
      <PeekFacts
        facts={[
          [texts.from, row.requester.name],
          [texts.type, row.type?.title],
          [texts.with, row.with.person?.name],
          [texts.team, row.with.team],
          [texts.due, <DueCell key="due" value={row.due} at={row.dueUtc} done={false} />],
          [texts.asked, <MomentCell key="asked" value={row.created.dateUtc} />],
          [texts.description, row.description],
        ]}
      />
      {answers.length > 0 ? <Answers answers={answers} /> : null}
    </Stack>
  )
}
