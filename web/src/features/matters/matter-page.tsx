// The page of a matter.
import { useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { lazily } from '../../components/lazily.tsx'
import { kindOf, useMe } from '../../components/me-context.ts'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { requestQuery } from '../intake/intake.ts'
import type { MatterOverview } from '../records/record-calls.ts'
import { RecordDetails } from '../records/record-details.tsx'
import { RecordPage, type RecordTab, useRecord } from '../records/record-page.tsx'
import { sharedTabs } from '../records/record-tabs.tsx'
import type { RecordRef } from '../records/records.ts'
import { recordTexts } from '../records/texts.ts'
import { ManagedBy } from './managed-by.tsx'
import { matterKind } from './matter-kind.ts'
import { ReferencesPanel } from './parts/references-panel.tsx'
import { TagsPanel } from './parts/tags-panel.tsx'
import { matterTexts as texts } from './texts.ts'

const MoneyTab = lazily(() => import('./money/money-tab.tsx'), 'MoneyTab', <PageSkeleton />)
const TasksTab = lazily(() => import('./tasks/tasks-tab.tsx'), 'TasksTab', <PageSkeleton />)

export function MatterPage() {
  const { target, query } = useRecord<MatterOverview>(matterKind)
  const request = useOwnRequest(target.id, query.data)
  if (request.isTheirs && request.data) {
    return <Navigate to="/requests/$requestId" params={{ requestId: String(target.id) }} replace />
  }
  if (request.isLoading) return <PageSkeleton lines={10} />
  return (
    <RecordPage
      target={target}
      query={query}
      parts={(overview) => ({
        facts: [overview.record.displayId, overview.record.type?.name],
        tabs: tabsOf(overview, target),
      })}
    />
  )
}

/** The request of business people that became this matter: they see it on the page of the request. */
function useOwnRequest(id: number, overview: MatterOverview | undefined) {
  const me = useMe()
  const isTheirs = kindOf(me) === 'business' && overview?.record.created?.user?.id === me.user.id
  const { data, isLoading } = useQuery({ ...requestQuery(id), enabled: isTheirs, retry: false })
  // what others read of it on this page has the same key
  return { isTheirs, data, isLoading }
}

function tabsOf(overview: MatterOverview, target: RecordRef): readonly RecordTab[] {
  const { counts } = overview
  const shared = sharedTabs(target, overview)
  return [
    {
      value: 'overview',
      label: recordTexts.tabs.overview,
      draw: () => <Overview overview={overview} target={target} />,
    },
    shared.files,
    // of features that are off there are no counts
    ...(counts.openTasks === undefined
      ? []
      : [
          {
            value: 'tasks',
            label: texts.tabs.tasks,
            count: counts.openTasks,
            draw: () => <TasksTab matterId={target.id} overview={overview} />,
          },
        ]),
    shared.messages,
    ...(counts.invoices === undefined
      ? []
      : [
          {
            value: 'money',
            label: texts.tabs.money,
            count: counts.invoices,
            draw: () => <MoneyTab matterId={target.id} />,
          },
        ]),
    shared.history,
  ]
}

function Overview({ overview, target }: { overview: MatterOverview; target: RecordRef }) {
  return (
    <RecordDetails
      target={target}
      overview={overview}
      people={<ManagedBy target={target} overview={overview} />}
      beside={
        <>
          <TagsPanel target={target} overview={overview} />
          <ReferencesPanel matterId={target.id} rights={overview.can.rights} />
        </>
      }
    />
  )
}
