// Invitations of law firms and of colleagues, with what can be done about them; and the way to each colleague.
import { Button } from '@mantine/core'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ActionButton } from '../../components/action-button.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { useFormat } from '../../components/format-context.ts'
import { useMe } from '../../components/me-context.ts'
import { Modal } from '../../components/floating/modal.tsx'
import { TextLink } from '../../components/links.tsx'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { Page } from '../../components/page.tsx'
import { Panel } from '../../components/panel.tsx'
import { StateBadge } from '../../components/state-badge.tsx'
import { showToast } from '../../components/toast-store.ts'
import { nameOf } from '../../lib/person-name.ts'
import { messageOf } from '../../lib/refusal-message.ts'
import { stateOf } from '../../lib/states.ts'
import { AddFirm } from './add-firm.tsx'
import { Colleagues } from './colleagues.tsx'
import { CorrectInvitation } from './correct-invitation.tsx'
import { firmInvitationsQuery, invitationsQuery, useInvitationAct } from './people.ts'
import classes from './people.module.css'
import { invitationStates, texts } from './texts.ts'

export function PeoplePage() {
  const { organization } = useMe()
  const firms = useQuery(firmInvitationsQuery)
  const invited = useQuery(invitationsQuery)
  return (
    <Page title={texts.title} lead={texts.lead}>
      {organization.type === 'Customer' ? (
        <Section title={texts.firms} query={firms} none={texts.firmsNone} actions={<AddFirm />}>
          {({ user, organization: firm, ...rest }) => (
            <InvitationRow key={user?.id} user={user} about={firm.name} {...rest} />
          )}
        </Section>
      ) : null}
      <Section
        title={texts.invited}
        query={invited}
        none={texts.invitedNone}
        actions={
          <TextLink size="sm" to="/people/invite">
            {texts.invitePeople}
          </TextLink>
        }
      >
        {({ user, expired, ...rest }) => (
          <InvitationRow key={user?.id} user={user} status={expired ? 'Expired' : 'Sent'} {...rest} />
        )}
      </Section>
      <Colleagues />
    </Page>
  )
}

function Section<One>(props: {
  title: string
  query: UseQueryResult<readonly One[]>
  none: string
  actions?: ReactNode
  children: (one: One) => ReactNode
}) {
  const { title, query, none, actions, children } = props
  return (
    <Panel title={title}>
      {query.isPending ? <PageSkeleton lines={2} /> : null}
      {query.isError ? <ErrorPanel error={query.error} retry={query.refetch} /> : null}
      {query.data?.length === 0 ? <p className={classes.none}>{none}</p> : null}
      {query.data && query.data.length > 0 ? (
        <ul className={classes.list}>{query.data.map(children)}</ul>
      ) : null}
      {actions ? <div>{actions}</div> : null}
    </Panel>
  )
}

type At = { readonly dateUtc: string } | null

interface RowProps {
  readonly user: {
    readonly id: string
    readonly email?: string
    readonly firstName?: string
    readonly lastName?: string
  } | null
  /** The law firm. */
  readonly about?: string
  readonly status: keyof typeof invitationStates
  readonly sent: At
  readonly expires: At
}

function InvitationRow({ user, about, status, sent, expires }: RowProps) {
  const format = useFormat()
  const act = useInvitationAct()
  const [asking, setAsking] = useState(false)
  const [correcting, setCorrecting] = useState(false)
  if (!user) return null
  const email = user.email ?? ''
  const who = nameOf(user)
  const failed = { onError: (error: unknown) => showToast({ text: messageOf(error), problem: true }) }
  const when = [
    sent ? texts.sentOn(format.relative(sent.dateUtc)) : undefined,
    status === 'Sent' && expires ? texts.until(format.date(expires.dateUtc)) : undefined,
    status === 'Expired' && expires ? texts.expiredOn(format.date(expires.dateUtc)) : undefined,
  ]
  return (
    <li className={classes.row}>
      <span className={classes.what}>
        <span className={classes.name}>{about ?? who}</span>
        <span className={classes.about}>{about === undefined ? email : `${who} · ${email}`}</span>
        <span className={classes.about}>{when.filter((part) => part).join(', ')}</span>
      </span>
      <StateBadge state={stateOf(invitationStates, status)} />
      {status === 'Accepted' ? null : (
        <span className={classes.acts}>
          <ActionButton
            size="xs"
            variant="default"
            busy={act.isPending}
            aria-label={texts.sendTo(who)}
            onClick={() => act.mutate({ userId: user.id, act: 'send', done: texts.sent(email) }, failed)}
          >
            {texts.send}
          </ActionButton>
          <Button
            size="xs"
            variant="default"
            aria-label={texts.correctOf(who)}
            onClick={() => setCorrecting(true)}
          >
            {texts.correct}
          </Button>
          {status === 'Withdrawn' ? null : (
            <Button
              size="xs"
              variant="default"
              aria-label={texts.withdrawOf(who)}
              onClick={() => setAsking(true)}
            >
              {texts.withdraw}
            </Button>
          )}
        </span>
      )}
      <Modal opened={correcting} onClose={() => setCorrecting(false)} title={texts.correctOf(who)}>
        {correcting ? (
          <CorrectInvitation
            userId={user.id}
            invited={{ email, firstName: user.firstName ?? '', lastName: user.lastName ?? '' }}
            onClose={() => setCorrecting(false)}
          />
        ) : null}
      </Modal>
      <ConfirmDialog
        opened={asking}
        title={texts.withdrawTitle}
        confirmLabel={texts.withdraw}
        busy={act.isPending}
        error={act.error}
        onConfirm={() =>
          act.mutate(
            { userId: user.id, act: 'withdraw', done: texts.withdrawn },
            { onSuccess: () => setAsking(false) },
          )
        }
        onClose={() => setAsking(false)}
      >
        {texts.withdrawLead(email)}
      </ConfirmDialog>
    </li>
  )
}
