// One task on a page of its own: where mails, notifications and other systems lead to.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { recordRoute } from '../../lib/addresses/route-of.ts'
import { kinds } from '../../lib/kinds.ts'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { ButtonLink } from '../../components/links.tsx'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { Page } from '../../components/page.tsx'
import { Panel } from '../../components/panel.tsx'
import { answer, client } from '../../lib/client.ts'
import { showing } from '../../lib/stale.ts'
import { taskListTexts as texts } from './task-list-texts.ts'
import { TaskPeek } from './task-peek.tsx'

const route = getRouteApi('/signed-in/tasks/$id')

export function TaskPage() {
  const { id } = route.useParams()
  const task = useQuery({
    queryKey: ['tasks', 'one', id],
    queryFn: () => answer(client.GET('/v2/tasks/{taskId}', { params: { path: { taskId: id } } })),
    ...showing(`task/${id}`),
  })
  if (task.isPending) return <PageSkeleton />
  if (task.data === undefined) {
    return (
      <Page title={texts.one}>
        <ErrorPanel error={task.error} title={texts.notShown} retry={task.refetch} />
      </Page>
    )
  }
  const { name, matter, modified } = task.data
  return (
    <Page
      title={name ?? ''}
      lead={matter?.name}
      actions={
        matter ? (
          <ButtonLink to={recordRoute(kinds.matter, matter.id)} variant="default">
            {texts.openMatter}
          </ButtonLink>
        ) : null
      }
    >
      <Panel>
        {/* what somebody else changed is edited from the start */}
        <TaskPeek key={modified?.dateUtc} row={task.data} />
      </Panel>
    </Page>
  )
}
