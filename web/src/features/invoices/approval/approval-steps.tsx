// The steps of a request for approval, with the decisions of the people who were asked.
import { Button } from '@mantine/core'
import { useFormat } from '../../../components/format-context.ts'
import { useMe } from '../../../components/me-context.ts'
import { PersonChip } from '../../../components/person-chip.tsx'
import { nameOf } from '../../../lib/person-name.ts'
import type { InvoiceApproval, Round, Step } from './approval-calls.ts'
import type { Asked } from './act-dialog.tsx'
import classes from './approval.module.css'
import { invoiceApprovalTexts as texts } from './texts.ts'

interface Props {
  readonly steps: readonly Step[]
  readonly state: Round['state']
  readonly can: InvoiceApproval['can']
  readonly onAct: (asked: Asked) => void
}

export function ApprovalSteps({ steps, ...rest }: Props) {
  return (
    <ol className={classes.steps} data-numbered={steps.length > 1}>
      {steps.map((step) => (
        <li key={step.position} className={classes.step}>
          <div>
            <div className={classes.stepName}>
              {step.approvers.length > 1
                ? texts.step(step.name, step.need === 'One' ? texts.one : texts.all)
                : step.name}
            </div>
            <Due step={step} state={rest.state} />
            <ul className={classes.approvers}>
              {step.approvers.map((approver) => (
                <Approver key={approver.user.id} step={step} approver={approver} {...rest} />
              ))}
            </ul>
          </div>
        </li>
      ))}
    </ol>
  )
}

/** The deadline of a step whose people are asked, or were asked too late. */
function Due({ step, state }: { step: Step; state: Round['state'] }) {
  const format = useFormat()
  if (step.due === null || (step.escalated === null && (state !== 'Waiting' || step.state !== 'Waiting')))
    return null
  const due = format.date(step.due)
  return <p className={classes.dim}>{step.escalated ? texts.escalated(due) : texts.dueOn(due)}</p>
}

function Approver(props: Omit<Props, 'steps'> & { step: Step; approver: Step['approvers'][number] }) {
  const { step, approver, state, can, onAct } = props
  const { user, decision, comment, decided, decidedBy, delegate } = approver
  const format = useFormat()
  const me = useMe().user.id
  const isWaiting = state === 'Waiting' && step.state === 'Waiting' && !decision
  const shown = decision ?? shownState(step, state)
  return (
    <li className={classes.approver}>
      <PersonChip person={user} />
      <span data-decision={decision ?? ''} className={classes.decision}>
        {texts.states[shown as keyof typeof texts.states]}
        {decidedBy ? ` ${texts.decidedBy(nameOf(decidedBy))}` : ''}
        {delegate && delegate.id !== me ? (
          <span className={classes.dim}> {texts.delegateIs(nameOf(delegate))}</span>
        ) : null}
        {decided ? <span className={classes.dim}> {format.dateTime(decided)}</span> : null}
      </span>
      {isWaiting && can.decideFor.some(({ id }) => id === user.id) ? (
        <span className={classes.decideFor}>
          <Button size="compact-xs" variant="subtle" onClick={() => onAct({ act: 'approve', from: user })}>
            {texts.approveFor(nameOf(user))}
          </Button>
          <Button size="compact-xs" variant="subtle" onClick={() => onAct({ act: 'decline', from: user })}>
            {texts.declineFor(nameOf(user))}
          </Button>
        </span>
      ) : null}
      {comment ? <p className={classes.comment}>{comment}</p> : null}
    </li>
  )
}

/** What somebody who has not decided waits for, or not any more. */
const shownState = (step: Step, state: Round['state']): string =>
  state === 'Waiting' && (step.state === 'Waiting' || step.state === 'Later') ? step.state : 'Ended'
