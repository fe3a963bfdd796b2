// The queue of the legal department: what nobody has taken on yet, the earliest promise first. The keys act on the
// marked row.
import { Button, VisuallyHidden } from '@mantine/core'
import { IconInbox } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import type { Action } from '../../components/actions/action.ts'
import { MenuFor } from '../../components/actions/action-controls.tsx'
import { useActions } from '../../components/actions/action-store.ts'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { useFormat } from '../../components/format-context.ts'
import { TextLink } from '../../components/links.tsx'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { Page } from '../../components/page.tsx'
import { Panel } from '../../components/panel.tsx'
import { StateBadge } from '../../components/state-badge.tsx'
import { type ListedRequest, queueQuery } from './intake.ts'
import { useIntakeActions } from './intake-actions.tsx'
import classes from './intake.module.css'
import { stateOfRequest } from './request-progress.ts'
import { queueTexts as texts, requestTexts } from './texts.ts'

export function QueuePage() {
  const queue = useInfiniteQuery(queueQuery)
  const requests = useMemo(() => queue.data?.pages.flatMap(({ items }) => items) ?? [], [queue.data])
  const [markedId, setMarked] = useState<number>()
  const marked = requests.find(({ id }) => id === markedId) ?? requests[0]
  const { actionsOn, dialogs } = useIntakeActions(marked)
  useRowKeys(requests, marked, setMarked)
  return (
    <Page title={texts.title} lead={texts.lead}>
      <ErrorPanel error={queue.error} retry={queue.refetch} />
      {queue.isPending ? <PageSkeleton lines={8} /> : null}
      {queue.isSuccess && requests.length === 0 ? (
        <EmptyState
          title={texts.none}
          lead={texts.noneLead}
          icon={<IconInbox size={28} aria-hidden="true" />}
        />
      ) : null}
      {requests.length === 0 ? null : (
        <Panel>
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">{texts.request}</th>
                <th scope="col">{texts.from}</th>
                <th scope="col">{texts.waits}</th>
                <th scope="col">{texts.promised}</th>
                <th scope="col">
                  <VisuallyHidden>{texts.actions}</VisuallyHidden>
                </th>
              </tr>
            </thead>
            <tbody>
              {requests.map((request) => (
                <Row
                  key={request.id}
                  request={request}
                  actions={actionsOn(request)}
                  isMarked={request === marked}
                  onMark={() => setMarked(request.id)}
                />
              ))}
            </tbody>
          </table>
          {queue.hasNextPage ? (
            <Button variant="default" onClick={() => void queue.fetchNextPage()}>
              {requestTexts.loadMore}
            </Button>
          ) : null}
        </Panel>
      )}
      {dialogs}
    </Page>
  )
}

interface RowProps {
  readonly request: ListedRequest
  readonly actions: readonly Action[]
  /** The keys act on it. */
  readonly isMarked: boolean
  readonly onMark: () => void
}

function Row({ request, actions, isMarked, onMark }: RowProps) {
  const format = useFormat()
  const { id, name, displayId, type, due, created, requester, contract } = request
  const isLate = typeof due === 'string' && due < format.today()
  return (
    <tr aria-current={isMarked} onMouseEnter={onMark} onFocus={onMark}>
      <td>
        <TextLink size="sm" underline="hover" to="/requests/$requestId" params={{ requestId: String(id) }}>
          {name}
        </TextLink>
        <span className={classes.small}>
          {[
            displayId,
            ...(type && type.title !== name ? [type.title] : []),
            ...(contract ? [texts.drafted] : []),
          ].join(' · ')}
        </span>
      </td>
      <td>
        {requester.name}
        <span className={classes.small}>{texts.since(format.relative(created.dateUtc))}</span>
      </td>
      <td>
        <StateBadge state={stateOfRequest(request, false)} />
        <span className={classes.small}>{waitsFor(request)}</span>
      </td>
      <td className={isLate ? classes.late : undefined}>
        {due ? format.date(due) : texts.noPromise}
        {due ? <span className={classes.small}>{format.day(due)}</span> : null}
      </td>
      <td className={classes.acts}>
        <MenuFor actions={actions} label={`${texts.actions}: ${name}`} />
      </td>
    </tr>
  )
}

function waitsFor({ next, with: turn }: ListedRequest): string {
  const name = turn.person?.name ?? ''
  if (next === 'Accept') return texts.turn.Accept(name)
  if (next === 'Work') return texts.turn.Work(name)
  return texts.turn[next]
}

// j, k and the arrows move the mark, Enter opens
function useRowKeys(
  requests: readonly ListedRequest[],
  marked: ListedRequest | undefined,
  mark: (id: number) => void,
): void {
  const navigate = useNavigate()
  const actions = useMemo((): readonly Action[] => {
    const index = marked === undefined ? -1 : requests.indexOf(marked)
    const go = (to: number) => () => {
      const next = requests[Math.max(0, Math.min(requests.length - 1, to))]
      if (next !== undefined) mark(next.id)
    }
    const open = () =>
      marked && navigate({ to: '/requests/$requestId', params: { requestId: String(marked.id) } })
    const group = texts.title
    return requests.length === 0
      ? []
      : [
          { id: 'intake.next', label: 'Next request', key: 'j', group, run: go(index + 1) },
          { id: 'intake.previous', label: 'Previous request', key: 'k', group, run: go(index - 1) },
          { id: 'intake.open', label: 'Open the request', key: 'o', group, run: open },
        ]
  }, [requests, marked, mark, navigate])
  useActions(actions)
}
