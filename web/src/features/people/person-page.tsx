// One colleague, for administrators: what they are responsible for, handing it over, and disabling them.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { useFormat } from '../../components/format-context.ts'
import { useMe } from '../../components/me-context.ts'
import { Notice } from '../../components/notice.tsx'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { Page } from '../../components/page.tsx'
import { Panel } from '../../components/panel.tsx'
import { showToast } from '../../components/toast-store.ts'
import { namesOfType } from '../../lib/kinds.ts'
import { nameOf } from '../../lib/person-name.ts'
import { messageOf } from '../../lib/refusal-message.ts'
import { Activity } from './activity.tsx'
import { EndSessions } from './end-sessions.tsx'
import { ErasePerson } from './erase-person.tsx'
import { HandoverForm } from './handover/handover-form.tsx'
import { LeftWithoutAnyone } from './handover/left-without-anyone.tsx'
import {
  handoversQuery,
  holdingsQuery,
  type Person,
  personQuery,
  useResetSecondFactor,
  useEndHandover,
  visibleRecordsQuery,
} from './people.ts'
import classes from './people.module.css'
import { PersonRights } from './person-rights.tsx'
import { ProfilePanel } from './profile/profile-panel.tsx'
import { TeamsPanel } from './profile/teams-panel.tsx'
import { texts } from './texts.ts'

export function PersonPage() {
  const { userId = '' } = useParams({ strict: false })
  const person = useQuery(personQuery(userId))
  const holdings = useQuery(holdingsQuery(userId))
  const me = useMe()
  const { data } = person
  const isColleague = data?.organizationId === me.organization.id
  const mayBeAway = isColleague && data?.status === 'Active'
  return (
    <Page
      title={data ? nameOf(data) : texts.title}
      lead={[data?.jobTitle, data?.email].filter((part) => part).join(' · ')}
      actions={
        data && data.id !== me.user.id ? (
          <>
            {data.status === 'Active' ? (
              <>
                <EndSessions person={data} userId={userId} />
                <SecondFactor person={data} userId={userId} />
              </>
            ) : null}
            <Activity person={data} userId={userId} />
          </>
        ) : undefined
      }
    >
      {person.isError ? <ErrorPanel error={person.error} retry={person.refetch} /> : null}
      {data?.status === 'Disabled' ? (
        <Notice kind="caution" title={texts.disabled}>
          {texts.disabledHint}
        </Notice>
      ) : null}
      {data?.status === 'Disabled' ? <LeftWithoutAnyone items={holdings.data?.items ?? []} isOver /> : null}
      {data ? <ProfilePanel userId={userId} canChange={isColleague} /> : null}
      {isColleague ? <TeamsPanel userId={userId} teams={data?.teams} /> : null}
      <Away userId={userId} />
      <Panel title={texts.holds}>
        {holdings.isPending ? <PageSkeleton lines={4} /> : null}
        {holdings.isError ? <ErrorPanel error={holdings.error} retry={holdings.refetch} /> : null}
        {holdings.data && !mayBeAway && holdings.data.items.length === 0 ? (
          <p className={classes.none}>{texts.holdsNone}</p>
        ) : null}
        {holdings.data && (mayBeAway || holdings.data.items.length > 0) ? (
          <HandoverForm userId={userId} items={holdings.data.items} complete={holdings.data.complete} />
        ) : null}
      </Panel>
      {data ? <PersonRights userId={userId} name={nameOf(data)} /> : null}
      <Sees userId={userId} />
      {data?.status === 'Disabled' ? <ErasePerson userId={userId} name={nameOf(data)} /> : null}
    </Page>
  )
}

/** How much of the organisation's work they may open. */
function Sees({ userId }: { userId: string }) {
  const seen = useQuery(visibleRecordsQuery(userId))
  const format = useFormat()
  return (
    <Panel title={texts.sees}>
      {seen.isPending ? <PageSkeleton lines={2} /> : null}
      {seen.isError ? <ErrorPanel error={seen.error} retry={seen.refetch} /> : null}
      <ul className={classes.list}>
        {seen.data?.map(({ type, visible, total }) => (
          <li key={type} className={classes.row}>
            {texts.seesOf(namesOfType(type)?.many ?? type, format.number(visible), format.number(total))}
          </li>
        ))}
      </ul>
      <p className={classes.none}>{texts.seesWhy}</p>
    </Panel>
  )
}

/** What is with somebody else until a day. */
function Away({ userId }: { userId: string }) {
  const format = useFormat()
  const open = useQuery(handoversQuery(userId))
  const end = useEndHandover(userId, texts.ended)
  if (!open.data || open.data.length === 0) return null
  return (
    <Panel title={texts.away}>
      <ul className={classes.list}>
        {open.data.map(({ id, to, count, lastDay, takenBackUntil }) => (
          <li key={id} className={classes.row}>
            <span className={classes.what}>
              {lastDay === null
                ? texts.goneLine(nameOf(to), count, format.dateTime(takenBackUntil?.dateUtc ?? ''))
                : texts.awayLine(nameOf(to), count, format.date(lastDay))}
            </span>
            <Button
              size="xs"
              variant="default"
              aria-busy={end.isPending}
              onClick={() =>
                end.mutate(id, {
                  onError: (error) => showToast({ text: messageOf(error), problem: true }),
                })
              }
            >
              {lastDay === null ? texts.takeBack : texts.end(count)}
            </Button>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** For somebody who has lost their phone. */
function SecondFactor({ person, userId }: { person: Person; userId: string }) {
  const reset = useResetSecondFactor(userId)
  const [asking, setAsking] = useState(false)
  const name = nameOf(person)
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        {texts.resetFactor}
      </Button>
      <ConfirmDialog
        opened={asking}
        title={texts.resetFactorTitle(name)}
        confirmLabel={texts.resetFactorConfirm}
        busy={reset.isPending}
        error={reset.error}
        onConfirm={() =>
          reset.mutate(undefined, {
            onSuccess: () => {
              setAsking(false)
              showToast({ text: texts.resetFactorDone(name) })
            },
          })
        }
        onClose={() => setAsking(false)}
      >
        {texts.resetFactorLead}
      </ConfirmDialog>
    </>
  )
}
