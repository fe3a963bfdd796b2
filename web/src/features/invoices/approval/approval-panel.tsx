// The approval of an invoice on its page: who is to be asked, who was asked, and how they decided.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useFormat } from '../../../components/format-context.ts'
import { Panel } from '../../../components/panel.tsx'
import { StateBadge } from '../../../components/state-badge.tsx'
import { nameOf } from '../../../lib/person-name.ts'
import { approvalStates, stateOf } from '../../../lib/states.ts'
import type { Invoice } from '../review/invoice-calls.ts'
import { type InvoiceApproval, type Round, useInvoiceApproval } from './approval-calls.ts'
import { ActDialog, type Asked } from './act-dialog.tsx'
import { ApprovalSteps } from './approval-steps.tsx'
import classes from './approval.module.css'
import { invoiceApprovalTexts as texts } from './texts.ts'

/** Nothing where nobody else is or was asked. */
export function ApprovalPanel({ invoice }: { invoice: Invoice }) {
  const approval = useInvoiceApproval(invoice)
  const [asked, setAsked] = useState<Asked>()
  if (approval === undefined || (!approval.approval && approval.planned.length === 0)) return null
  const { approval: round, planned } = approval
  return (
    <Panel title={texts.title}>
      <div className={classes.approval}>
        {round ? <Asked round={round} /> : null}
        {round ? (
          <ApprovalSteps steps={round.steps} can={approval.can} state={round.state} onAct={setAsked} />
        ) : null}
        {planned.length > 0 ? <Planned planned={planned} /> : null}
        <Acts approval={approval} onAct={setAsked} />
      </div>
      {asked ? (
        <ActDialog invoice={invoice} approval={approval} asked={asked} onClose={() => setAsked(undefined)} />
      ) : null}
    </Panel>
  )
}

function Asked({ round }: { round: Round }) {
  const format = useFormat()
  const { started, comment, total, currency } = round
  return (
    <>
      <div className={classes.head}>
        <StateBadge state={stateOf(approvalStates, round.state)} />
        <span className={classes.dim}>
          {texts.askedBy(nameOf(started.user), format.date(started.dateUtc))}
        </span>
      </div>
      {comment ? <p className={classes.comment}>{comment}</p> : null}
      {round.state === 'Waiting' ? (
        <p className={classes.dim}>{texts.goodFor(format.money(total, currency))}</p>
      ) : null}
    </>
  )
}

function Planned({ planned }: { planned: InvoiceApproval['planned'] }) {
  return (
    <>
      <p>{texts.needed}</p>
      <ol className={classes.steps}>
        {planned.map(({ name, need, approvers }) => (
          <li key={name} className={classes.step}>
            <div>
              <span className={classes.stepName}>
                {approvers.length > 1 ? texts.step(name, need === 'One' ? texts.one : texts.all) : name}
              </span>{' '}
              <span className={classes.dim}>{approvers.map(nameOf).join(', ')}</span>
            </div>
          </li>
        ))}
      </ol>
    </>
  )
}

function Acts({ approval, onAct }: { approval: InvoiceApproval; onAct: (asked: Asked) => void }) {
  const { can } = approval
  if (!can.ask && !can.decide && !can.withdraw) return null
  return (
    <div className={classes.acts}>
      {can.ask ? <Button onClick={() => onAct({ act: 'ask' })}>{texts.ask}</Button> : null}
      {can.decide ? (
        <>
          <Button onClick={() => onAct({ act: 'approve' })}>{texts.approve}</Button>
          <Button variant="default" onClick={() => onAct({ act: 'decline' })}>
            {texts.decline}
          </Button>
        </>
      ) : null}
      {can.withdraw ? (
        <Button variant="default" onClick={() => onAct({ act: 'withdraw' })}>
          {texts.withdraw}
        </Button>
      ) : null}
    </div>
  )
}
