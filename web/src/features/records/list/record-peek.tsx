// What the panel beside a list shows of a record.
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import { Loading } from '../../../components/loading.tsx'
import { MomentCell, PersonCell } from '../../../list/cells/cells.tsx'
import { PeekFacts } from '../../../list/peek/peek-facts.tsx'
import { RecordParts } from '../../../list/peek/record-parts.tsx'
import type { RecordOverview } from '../record-calls.ts'
import type { RecordKind } from '../record-kind.ts'
import { RecordState } from '../state/record-state.tsx'
import type { RecordRow } from './record-list.tsx'
import { recordListTexts as texts } from './texts.ts'

type Fact = readonly [label: string, value: ReactNode]

/** The facts of a kind, made of those of every kind and its own; `more` is there once it is read. */
export type PeekOf<Row, Overview> = (
  shared: ReturnType<typeof sharedFacts>,
  row: Row,
  more: Overview | undefined,
) => readonly Fact[]

export function RecordPeek<Row extends RecordRow, Overview extends RecordOverview>(props: {
  kind: RecordKind
  row: Row
  facts: PeekOf<Row, Overview>
}) {
  const { kind, row, facts } = props
  const overview = useQuery({
    queryKey: [kind.names.many, 'peek', row.id],
    queryFn: ({ signal }) => kind.calls.overview(row.id ?? 0, signal),
  })
  const more = overview.data
  return (
    <>
      <PeekFacts facts={facts(sharedFacts(kind, row, more), row, more as Overview | undefined)} />
      <ErrorAlert error={overview.error} />
      {overview.isPending && <Loading />}
      {more && <RecordParts overview={more} />}
    </>
  )
}

const sharedFacts = (kind: RecordKind, row: RecordRow, more: RecordOverview | undefined) =>
  ({
    number: [texts.number, row.displayId],
    state: [texts.state, <RecordState key="state" kind={kind} row={row} />],
    type: [texts.type, row.type?.name],
    owner: [texts.owner, row.owner ? <PersonCell key="owner" person={row.owner} /> : null],
    team: [texts.team, row.teamAssigned?.name],
    files: [texts.files, more?.counts.files],
    messages: [texts.messages, more?.counts.messages],
    created: [texts.created, <MomentCell key="created" value={row.created?.dateUtc} />],
  }) as const satisfies Readonly<Record<string, Fact>>
