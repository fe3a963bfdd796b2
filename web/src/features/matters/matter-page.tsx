// The page of a matter.
import { useQuery } from '@tanstack/react-query'
import { Navigate, useParams } from '@tanstack/react-router'
import { kindOf, useMe } from '../../components/me-context.ts'
import { requestQuery } from '../intake/intake.ts'
import { DatesPanel } from '../records/parts/dates-panel.tsx'
import { FactsPanel } from '../records/parts/facts-panel.tsx'
import { FormPanel } from '../records/parts/form-panel.tsx'
import { ReferencesPanel } from '../records/parts/references-panel.tsx'
import { RelatedPanel } from '../records/parts/related-panel.tsx'
import { StatusPanel } from '../records/parts/status-panel.tsx'
import { TagsPanel } from '../records/parts/tags-panel.tsx'
import { PeoplePanel } from '../records/people/people-panel.tsx'
import type { MatterOverview } from '../records/record-calls.ts'
import { RecordHeader } from '../records/record-header.tsx'
import { Columns, RecordPage, type RecordTab, RecordTabs } from '../records/record-page.tsx'
import { overviewQuery, type RecordRef } from '../records/records.ts'
import { recordTexts as texts } from '../records/texts.ts'
import { lazily } from '../../components/lazily.tsx'
import { PageSkeleton } from '../../components/page-skeleton.tsx'

const ConversationTab = lazily(
  () => import('../records/conversation/conversation-tab.tsx'),
  'ConversationTab',
  <PageSkeleton />,
)
const FilesTab = lazily(
  () => import('../files/browser/record-files-tab.tsx'),
  'RecordFilesTab',
  <PageSkeleton />,
)
const HistoryTab = lazily(() => import('../records/history/history-tab.tsx'), 'HistoryTab', <PageSkeleton />)
const MoneyTab = lazily(() => import('../records/money-tab.tsx'), 'MoneyTab', <PageSkeleton />)
const TasksTab = lazily(() => import('../records/tasks/tasks-tab.tsx'), 'TasksTab', <PageSkeleton />)

export function MatterPage() {
  const { id = '' } = useParams({ strict: false })
  const target: RecordRef = { kind: 'matters', id: Number(id) }
  const query = useQuery(overviewQuery<MatterOverview>(target))
  const overview = query.data
  const request = useOwnRequest(target.id, overview)
  if (request.data) return <Navigate to="/requests/$requestId" params={{ requestId: id }} replace />
  if (request.isLoading) return <PageSkeleton lines={10} />
  return (
    <RecordPage key={id} target={target} overview={query}>
      {overview === undefined ? null : (
        <>
          <RecordHeader
            target={target}
            overview={overview}
            facts={[overview.record.displayId, overview.record.type?.name]}
          />
          <RecordTabs tabs={tabsOf(overview, target)} />
        </>
      )}
    </RecordPage>
  )
}

/** The request of business people that became this matter: they see it on the page of the request. */
function useOwnRequest(id: number, overview: MatterOverview | undefined) {
  const me = useMe()
  const isTheirs = kindOf(me) === 'business' && overview?.record.created?.user?.id === me.user.id
  return useQuery({ ...requestQuery(id), enabled: isTheirs, retry: false })
}

function tabsOf(overview: MatterOverview, target: RecordRef): readonly RecordTab[] {
  const { counts } = overview
  const tabs = texts.tabs
  return [
    { value: 'overview', label: tabs.overview, draw: () => <Overview overview={overview} target={target} /> },
    {
      value: 'files',
      label: tabs.files,
      count: counts.files,
      draw: () => <FilesTab record={{ type: 'Matter', id: target.id }} rights={overview.can} />,
    },
    // of features that are off there are no counts
    ...(counts.openTasks === undefined
      ? []
      : [
          {
            value: 'tasks',
            label: tabs.tasks,
            count: counts.openTasks,
            draw: () => <TasksTab matterId={target.id} overview={overview} />,
          },
        ]),
    {
      value: 'messages',
      label: tabs.messages,
      count: counts.messages,
      draw: () => <ConversationTab target={target} overview={overview} />,
    },
    ...(counts.invoices === undefined
      ? []
      : [
          {
            value: 'money',
            label: tabs.money,
            count: counts.invoices,
            draw: () => <MoneyTab matterId={target.id} />,
          },
        ]),
    { value: 'history', label: tabs.history, draw: () => <HistoryTab target={target} /> },
  ]
}

function Overview({ overview, target }: { overview: MatterOverview; target: RecordRef }) {
  return (
    <Columns
      aside={
        <>
          <StatusPanel latest={overview.latestStatus} />
          <PeoplePanel target={target} overview={overview} />
          <DatesPanel dates={overview.nextDates} />
          <TagsPanel target={target} overview={overview} />
          <ReferencesPanel matterId={target.id} rights={overview.can.rights} />
          <RelatedPanel target={target} overview={overview} />
        </>
      }
    >
      <FormPanel
        target={target}
        overview={overview}
        title={overview.record.type?.name ?? texts.details.form}
      />
      <FactsPanel target={target} overview={overview} />
    </Columns>
  )
}
