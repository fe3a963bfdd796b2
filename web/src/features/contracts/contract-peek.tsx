// What the panel beside the list shows of a contract.
import { StateBadge } from '../../components/state-badge.tsx'
import { contractStates, stateOf } from '../../lib/states.ts'
import { useQuery } from '@tanstack/react-query'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { Loading } from '../../components/loading.tsx'
import { answer, client } from '../../lib/client.ts'
import { DayCell, MomentCell, PersonCell } from '../../list/cells/cells.tsx'
import { PeekFacts } from '../../list/peek/peek-facts.tsx'
import { RecordParts } from '../../list/peek/record-parts.tsx'
import type { ContractRow } from './contract-list.tsx'
import { contractListTexts as texts } from './contract-list-texts.ts'

export function ContractPeek({ row }: { row: ContractRow }) {
  const path = { contractId: String(row.id) }
  const overview = useQuery({
    queryKey: ['contracts', 'peek', row.id],
    queryFn: ({ signal }) =>
      answer(client.GET('/v2/contracts/{contractId}/overview', { params: { path }, signal })),
  })
  const more = overview.data
  return (
    <>
      <PeekFacts
        facts={[
          [texts.state, <StateBadge key="state" state={stateOf(contractStates, row.status)} />],
          [texts.type, row.type?.name],
          [texts.owner, row.owner ? <PersonCell key="owner" person={row.owner} /> : null],
          [texts.team, row.teamAssigned?.name],
          [texts.expiry, row.expiry ? <DayCell key="expiry" value={row.expiry} /> : null],
          [
            texts.document,
            row.document ? (
              <a key="document" href={`#/files/${row.document.id}`}>
                {row.document.name}
              </a>
            ) : null,
          ],
          [texts.version, row.document?.version],
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
