// An invitation with its state: sending it again, correcting its address, withdrawing it.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { ActionButton } from '../../components/action-button.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { useFormat } from '../../components/format-context.ts'
import { Modal } from '../../components/floating/modal.tsx'
import { StateBadge } from '../../components/state-badge.tsx'
import { showToast } from '../../components/toast-store.ts'
import { nameOf } from '../../lib/person-name.ts'
import { messageOf } from '../../lib/refusal-message.ts'
import { stateOf } from '../../lib/states.ts'
import { CorrectInvitation } from './correct-invitation.tsx'
import { useInvitationAct } from './people.ts'
import classes from './people.module.css'
import { invitationStates, texts } from './texts.ts'

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

export function InvitationRow({ user, about, status, sent, expires }: RowProps) {
  const format = useFormat()
  const act = useInvitationAct()
  const [asking, setAsking] = useState(false)
  const [correcting, setCorrecting] = useState(false)
  if (!user) return null
  const email = user.email ?? ''
  const who = nameOf(user)
  const isUnsent = status === 'NotSent'
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
            aria-label={isUnsent ? texts.sendFirstTo(who) : texts.sendTo(who)}
            onClick={() => act.mutate({ userId: user.id, act: 'send', done: texts.sent(email) }, failed)}
          >
            {isUnsent ? texts.sendFirst : texts.send}
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
