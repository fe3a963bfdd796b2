// The list of disputes, the page of one, and the page that creates one: made of what all records have.
import { useQuery } from '@tanstack/react-query'
import { Page } from '../../../web/src/components/page.tsx'
import { CreatorsOnly } from '../../../web/src/features/create/creators-only.tsx'
import { emptyDraft, RecordForm } from '../../../web/src/features/create/record-form.tsx'
import { createTexts } from '../../../web/src/features/create/texts.ts'
import { matterFormQuery, matterTypesQuery } from '../../../web/src/features/matters/matter-types.ts'
import {
  recordList,
  type RecordRow,
  sharedBulk,
  sharedProperties,
} from '../../../web/src/features/records/list/record-list.tsx'
import { RecordsPage } from '../../../web/src/features/records/list/records-page.tsx'
import type { RecordOverview } from '../../../web/src/features/records/record-calls.ts'
import { RecordDetails } from '../../../web/src/features/records/record-details.tsx'
import { RecordPage, type RecordTab, useRecord } from '../../../web/src/features/records/record-page.tsx'
import { sharedTabs } from '../../../web/src/features/records/record-tabs.tsx'
import type { RecordRef } from '../../../web/src/features/records/records.ts'
import { useDraft } from '../../../web/src/forms/use-draft.ts'
import { answer, client } from '../../../web/src/lib/client.ts'
import { disputeKind } from './dispute-kind.ts'

const shared = sharedProperties(disputeKind)

const disputeList = recordList<RecordRow, RecordOverview>(disputeKind, {
  columns: ({ name, state, owner, team, created }) => [name, state, owner, team, created],
  usual: ['Name', 'Status', 'Owner/LastName', 'Created/DateUtc'],
  properties: [shared.state, shared.owner, shared.name, ...shared.created],
  views: [
    { id: 'all', name: 'All disputes', filter: '' },
    { id: 'court', name: 'Before a court', filter: "Status eq 'Active'" },
  ],
  bulk: [sharedBulk.owner],
  lines: (row) => [<span key="team">{row.teamAssigned?.name}</span>],
  peek: ({ state, owner, files, messages }) => [state, owner, files, messages],
  empty: 'A dispute holds what belongs to one claim.',
})

/** All disputes that a person sees. */
export const DisputesPage = () => <RecordsPage kind={disputeKind} list={disputeList} />

/** One dispute. */
export function DisputePage() {
  const { target, query } = useRecord<RecordOverview>(disputeKind)
  return (
    <RecordPage
      target={target}
      query={query}
      parts={(overview) => ({ facts: ['Seat: London'], tabs: tabsOf(target, overview) })}
    />
  )
}

function tabsOf(target: RecordRef, overview: RecordOverview): readonly RecordTab[] {
  const { files, messages, history } = sharedTabs(target, overview)
  const draw = () => <RecordDetails target={target} overview={overview} />
  return [{ value: 'claim', label: 'Claim', draw }, files, messages, history]
}

/** Creates a dispute. */
export function NewDisputePage() {
  const [draft, setDraft, forget] = useDraft('new-dispute', emptyDraft)
  const types = useQuery(matterTypesQuery)
  return (
    <CreatorsOnly create={disputeKind}>
      <Page title={createTexts.newRecord(disputeKind.names)}>
        <RecordForm
          kind={disputeKind}
          draft={draft}
          isEmpty={draft === emptyDraft}
          types={types.data}
          form={useQuery(matterFormQuery(draft.typeId))}
          onChange={(part) => setDraft({ ...draft, ...part })}
          onForget={forget}
          send={(body) => answer(client.POST('/v2/disputes' as '/v2/matters', { body }))}
        />
      </Page>
    </CreatorsOnly>
  )
}
