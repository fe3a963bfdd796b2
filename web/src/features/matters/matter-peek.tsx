// What the panel beside the list shows of a matter.
import { useQuery } from '@tanstack/react-query'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { Loading } from '../../components/loading.tsx'
import { answer, client } from '../../lib/client.ts'
import { DayCell, MomentCell, PersonCell } from '../../list/cells/cells.tsx'
import { PeekFacts, PeekPart } from '../../list/peek/peek-facts.tsx'
import type { MatterRow } from './matter-list.tsx'
import { matterListTexts as texts } from './matter-list-texts.ts'
import { MatterState } from './matter-state.tsx'

export function MatterPeek({ row }: { row: MatterRow }) {
  const path = { matterId: String(row.id) }
  const overview = useQuery({
    queryKey: ['matters', 'peek', row.id],
    queryFn: ({ signal }) =>
      answer(client.GET('/v2/matters/{matterId}/overview', { params: { path }, signal })),
  })
  const more = overview.data
  return (
    <>
      <PeekFacts
        facts={[
          [texts.number, row.displayId],
          [texts.state, <MatterState key="state" status={row.status} />],
          [texts.type, row.type?.name],
          [texts.owner, row.owner ? <PersonCell key="owner" person={row.owner} /> : null],
          [texts.manager, row.manager?.user ? <PersonCell key="manager" person={row.manager.user} /> : null],
          [texts.team, row.teamAssigned?.name],
          [texts.openTasks, more?.counts.openTasks],
          [texts.files, more?.counts.files],
          [texts.messages, more?.counts.messages],
          [texts.created, <MomentCell key="created" value={row.created?.dateUtc} />],
        ]}
      />
      <ErrorAlert error={overview.error} />
      {overview.isPending && <Loading />}
      {more?.latestStatus && (
        <PeekPart title={texts.status}>
          <p>
            {more.latestStatus.message} — {more.latestStatus.created.userName},{' '}
            <MomentCell value={more.latestStatus.created.dateUtc} />
          </p>
        </PeekPart>
      )}
      {more && more.nextDates.length > 0 && (
        <PeekPart title={texts.nextDates}>
          <PeekFacts
            facts={more.nextDates.map(
              ({ name, date }) => [name, <DayCell key={name} value={date} />] as const,
            )}
          />
        </PeekPart>
      )}
      {more && more.people.length > 0 && (
        <PeekPart title={texts.people}>
          <PeekFacts
            facts={more.people.map(
              ({ user, roles }) =>
                [`${user.firstName ?? ''} ${user.lastName ?? ''}`.trim(), roles.join(', ')] as const,
            )}
          />
        </PeekPart>
      )}
    </>
  )
}
