// The background work of the organisation: imports, bulk changes, replays, exports, its deletion.
import { Button, Checkbox, Progress } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ActionButton } from '../../components/action-button.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { useFormat } from '../../components/format-context.ts'
import { TextLink } from '../../components/links.tsx'
import { useMe } from '../../components/me-context.ts'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { Page } from '../../components/page.tsx'
import { Panel } from '../../components/panel.tsx'
import { StateBadge } from '../../components/state-badge.tsx'
import { numberText } from '../../lib/counted.ts'
import { stateOf } from '../../lib/states.ts'
import { useStopWork, type Work, workQuery } from './installation.ts'
import classes from './installation.module.css'
import { workStates, workTitle } from './texts.ts'

export function BackgroundPage() {
  const { can } = useMe()
  const [unfinished, setUnfinished] = useState(false)
  const work = useInfiniteQuery(workQuery(unfinished))
  const stop = useStopWork()
  const [asked, setAsked] = useState<Work>()
  const items = work.data?.pages.flat()

  function close() {
    setAsked(undefined)
    stop.reset()
  }

  return (
    <Page
      title="Background work"
      lead="Imports, bulk changes, webhook replays, exports and the deletion of your organisation, including those that other people started."
      actions={
        can.administerInstallation ? (
          <TextLink to="/administration/health">Health of the installation</TextLink>
        ) : undefined
      }
    >
      <Panel>
        <Checkbox
          label="Only running or waiting"
          checked={unfinished}
          onChange={(event) => setUnfinished(event.currentTarget.checked)}
        />
        {work.isPending ? <PageSkeleton lines={5} /> : null}
        {work.isError ? <ErrorPanel error={work.error} retry={work.refetch} /> : null}
        {items?.length === 0 ? (
          <p className={classes.text}>
            {unfinished ? 'Nothing is running or waiting.' : 'There has been no background work lately.'}
          </p>
        ) : null}
        <ul className={classes.list} aria-label="Background work, newest first">
          {(items ?? []).map((each) => (
            <Row key={`${each.kind} ${each.id}`} work={each} onStop={() => setAsked(each)} />
          ))}
        </ul>
        {work.hasNextPage ? (
          <ActionButton
            variant="default"
            style={{ alignSelf: 'start' }}
            busy={work.isFetchingNextPage}
            onClick={() => void work.fetchNextPage()}
          >
            Show earlier
          </ActionButton>
        ) : null}
      </Panel>
      <ConfirmDialog
        opened={asked !== undefined}
        title={asked === undefined ? '' : `Stop “${workTitle(asked)}”?`}
        confirmLabel="Stop"
        busy={stop.isPending}
        error={stop.error}
        onConfirm={() => asked !== undefined && stop.mutate(asked, { onSuccess: close })}
        onClose={close}
      >
        {asked?.kind === 'OrganizationExport'
          ? 'Nothing of it is kept.'
          : 'What has been done so far is kept.'}{' '}
        The history of your organisation records who stopped it.
      </ConfirmDialog>
    </Page>
  )
}

function Row({ work, onStop }: { work: Work; onStop: () => void }) {
  const format = useFormat()
  const { by, created, finished, due, failure, state, total, done, canStop } = work
  const facts = [
    `Started by ${by === null || by === undefined ? 'the operator' : by.name || 'a former member'}, ${format.dateTime(created)}`,
    ...(due ? [`starts ${format.date(due)}`] : []),
    ...(finished ? [`finished ${format.dateTime(finished)}`] : []),
  ]
  return (
    <li className={classes.row}>
      <div className={classes.head}>
        <Title work={work} />
        <StateBadge state={stateOf(workStates, state)} />
      </div>
      {failure ? <p className={classes.text}>{failure}</p> : null}
      <p className={classes.remedy}>{facts.join(', ')}</p>
      {typeof total === 'number' && typeof done === 'number' ? (
        <p className={classes.remedy}>
          {numberText(done)} of {numberText(total)}
        </p>
      ) : null}
      {state === 'Running' && total && typeof done === 'number' ? (
        <Progress value={(100 * done) / total} aria-label={`Progress of ${workTitle(work)}`} />
      ) : null}
      {canStop ? (
        <Button
          size="xs"
          variant="default"
          style={{ justifySelf: 'start' }}
          aria-label={`Stop ${workTitle(work)}…`}
          onClick={onStop}
        >
          Stop…
        </Button>
      ) : null}
    </li>
  )
}

/** Leads to its page where it has one. */
function Title({ work }: { work: Work }) {
  const title = workTitle(work)
  if (work.kind === 'Import')
    return (
      <TextLink fw={600} to="/administration/import/$importId" params={{ importId: work.id }}>
        {title}
      </TextLink>
    )
  if (work.kind === 'OrganizationDeletion' || work.kind === 'OrganizationExport')
    return (
      <TextLink fw={600} to="/administration/leaving">
        {title}
      </TextLink>
    )
  return <strong>{title}</strong>
}
