// One request for approval with its steps.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useFormat } from '../../../components/format-context.ts'
import { useMe } from '../../../components/me-context.ts'
import { Notice } from '../../../components/notice.tsx'
import { PersonChip } from '../../../components/person-chip.tsx'
import { StateBadge } from '../../../components/state-badge.tsx'
import { showToast } from '../../../components/toast-store.ts'
import type { PersonValue } from '../../../forms/field-kind.ts'
import { nameOf } from '../../../lib/person-name.ts'
import { messageOf } from '../../../lib/refusal-message.ts'
import { DifferencesWarning } from '../facts/differences-notice.tsx'
import { ApprovalDialog, type AskedAct } from './approval-dialogs.tsx'
import {
  type Approval,
  type ApprovalStep,
  isConfirmer,
  namesOfChanges,
  stateOfApproval,
  useApprovalAct,
} from './approvals.ts'
import classes from './approvals.module.css'
import { approvalTexts as texts } from './texts.ts'

interface Asking {
  readonly act: AskedAct
  readonly from?: PersonValue
}

export function ApprovalCard({ contractId, approval }: { contractId: number; approval: Approval }) {
  const [asking, setAsking] = useState<Asking>()
  const format = useFormat()
  const me = useMe().user.id
  const { steps, started, document, state, due, comment, againBecause } = approval
  const changed = namesOfChanges(approval)
  return (
    <section className={classes.card} aria-label={texts.title}>
      <div className={classes.head}>
        <StateBadge state={stateOfApproval(approval)} />
        <span className={classes.dim}>
          {texts.askedBy(nameOf(started.user ?? {}), format.date(started.dateUtc))} ·{' '}
          {texts.version(document.version)}
          {due ? ` · ${texts.dueOn(format.date(due))}` : ''}
        </span>
      </div>
      {comment ? <p className={classes.comment}>{comment}</p> : null}
      {againBecause ? <p className={classes.comment}>{texts.again(againBecause)}</p> : null}
      {changed.length > 0 ? (
        <Notice kind="caution" title={texts.changed(format.list(changed), changed.length === 1)}>
          {isConfirmer(approval, me)
            ? texts.changedOwn
            : approval.can.keep
              ? texts.changedLead
              : texts.changedWait}
        </Notice>
      ) : null}
      {state === 'Waiting' ? <DifferencesWarning contractId={contractId} /> : null}
      <ol className={classes.steps} data-in-order={approval.inOrder && steps.length > 1}>
        {steps.map((step) => (
          <Step
            key={step.position}
            step={step}
            isOver={state !== 'Waiting'}
            mayDecideFor={(user) =>
              approval.can.decideForOthers || approval.can.decideFor.some(({ id }) => id === user.id)
            }
            mayHandOn={approval.can.decideForOthers}
            onDecideFor={(act, from) => setAsking({ act, from })}
          />
        ))}
      </ol>
      <Acts contractId={contractId} approval={approval} onAsk={(act) => setAsking({ act })} />
      {asking === undefined ? null : (
        <ApprovalDialog
          contractId={contractId}
          approvalId={approval.id}
          act={asking.act}
          from={asking.from}
          onClose={() => setAsking(undefined)}
        />
      )}
    </section>
  )
}

function Step(props: {
  step: ApprovalStep
  isOver: boolean
  mayDecideFor: (user: PersonValue) => boolean
  mayHandOn: boolean
  onDecideFor: (act: AskedAct, from: PersonValue) => void
}) {
  const { step, isOver, mayDecideFor, mayHandOn, onDecideFor } = props
  const format = useFormat()
  const me = useMe().user.id
  const asked = step.approvers.filter(({ decision }) => decision !== 'Delegated').length
  return (
    <li className={classes.step}>
      <ul className={classes.approvers}>
        {/* of one person who was asked besides the rules, the person says it all */}
        {step.rule === null && asked === 1 ? null : (
          <li className={classes.stepName}>
            {asked > 1
              ? texts.step(step.name, step.need === 'One' ? texts.oneIsEnough : texts.all)
              : step.name}
          </li>
        )}
        {step.due && step.state === 'Waiting' && !isOver ? (
          <li className={classes.dim}>
            {step.escalated ? texts.escalated(format.date(step.due)) : texts.dueOn(format.date(step.due))}
          </li>
        ) : null}
        {step.approvers.map((approver) => {
          const { user, decision, comment, decided, delegatedTo, decidedBy, delegate, approvedBefore } =
            approver
          const shown = decision ?? waitingFor(step, isOver)
          return (
            <li key={user.id} className={classes.approver}>
              <PersonChip person={user} />
              <span data-decision={decision ?? ''} className={classes.decision}>
                {texts.decision[shown]}
                {delegatedTo ? ` ${texts.handedTo(nameOf(delegatedTo))}` : ''}
                {decidedBy ? ` ${texts.decidedBy(nameOf(decidedBy))}` : ''}
                {delegate && delegate.id !== me ? (
                  <span className={classes.dim}> {texts.delegateIs(nameOf(delegate))}</span>
                ) : null}
                {decided ? <span className={classes.dim}> {format.dateTime(decided)}</span> : null}
                {approvedBefore && decision === null ? (
                  <span className={classes.dim}> {texts.before}</span>
                ) : null}
              </span>
              {shown === 'Waiting' && user.id !== me && mayDecideFor(user) ? (
                <DecideFor
                  user={user}
                  // who was asked after the deadline decides only
                  mayHandOn={mayHandOn || delegate?.id === me}
                  onDecideFor={onDecideFor}
                />
              ) : null}
              {comment ? <p className={classes.comment}>{comment}</p> : null}
            </li>
          )
        })}
      </ul>
    </li>
  )
}

/** What a delegate or an administrator does for somebody who is away. */
function DecideFor(props: {
  user: PersonValue
  mayHandOn: boolean
  onDecideFor: (act: AskedAct, from: PersonValue) => void
}) {
  const { user, mayHandOn, onDecideFor } = props
  const acts = (
    [
      ['delegate', mayHandOn, texts.delegate],
      ['approve', true, texts.decideFor(nameOf(user))],
      ['decline', true, texts.declineFor(nameOf(user))],
    ] as const
  ).filter(([, possible]) => possible)
  return (
    <span className={classes.decideFor}>
      {acts.map(([act, , label]) => (
        <Button key={act} size="compact-xs" variant="subtle" onClick={() => onDecideFor(act, user)}>
          {label}
        </Button>
      ))}
    </span>
  )
}

/** What an approver who has not decided is waiting for, or not any more. */
const waitingFor = ({ state }: ApprovalStep, isOver: boolean): string =>
  isOver || !['Waiting', 'Later'].includes(state) ? 'Ended' : state

function Acts(props: { contractId: number; approval: Approval; onAsk: (act: AskedAct) => void }) {
  const { contractId, approval, onAsk } = props
  const { can } = approval
  const remind = useApprovalAct(contractId, approval.id)
  const confirms = isConfirmer(approval, useMe().user.id)
  const acts = (
    [
      ['approve', can.decide, texts.approve],
      ['decline', can.decide, texts.decline],
      ['delegate', can.decide, texts.delegate],
      ['keepOwn', confirms, texts.keepOwn],
      ['keep', can.keep && !confirms, texts.keep],
      ['restart', can.restart, texts.restart],
      ['withdraw', can.withdraw, texts.withdraw],
    ] as const
  ).filter(([, possible]) => possible)
  // at most one button of the page is filled, and that of the decision is at its head
  const first = confirms
    ? 'keepOwn'
    : can.keep
      ? 'keep'
      : approval.state === 'Declined'
        ? 'restart'
        : undefined
  if (acts.length === 0 && !can.remind) return null
  return (
    <div className={classes.acts}>
      {acts.map(([act, , label]) => (
        <Button key={act} size="xs" variant={act === first ? 'filled' : 'default'} onClick={() => onAsk(act)}>
          {label}
        </Button>
      ))}
      {can.remind ? (
        <Button
          size="xs"
          variant="default"
          onClick={() =>
            remind.mutate(
              { order: { act: 'remind' }, done: texts.reminded },
              { onError: (error) => showToast({ text: messageOf(error), problem: true }) },
            )
          }
        >
          {texts.remind}
        </Button>
      ) : null}
    </div>
  )
}
