// What the panel beside the list shows of a matter.
import { StateBadge } from '../../components/state-badge.tsx'
import { matterStates, stateOf } from '../../lib/states.ts'
import { useQuery } from '@tanstack/react-query'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { Loading } from '../../components/loading.tsx'
import { answer, client } from '../../lib/client.ts'
import { MomentCell, PersonCell } from '../../list/cells/cells.tsx'
import { PeekFacts } from '../../list/peek/peek-facts.tsx'
import { RecordParts } from '../../list/peek/record-parts.tsx'
import type { MatterRow } from './matter-list.tsx'
import { matterListTexts as texts } from './matter-list-texts.ts'

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
          [texts.state, <StateBadge key="state" state={stateOf(matterStates, row.status)} />],
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
      {more && <RecordParts overview={more} />}
    </>
  )
}
