// The invoices that wait for the person's approval, on the page of approvals; nothing where there are none.
import { useQuery } from '@tanstack/react-query'
import { useFormat } from '../../../components/format-context.ts'
import { TextLink } from '../../../components/links.tsx'
import { useMe } from '../../../components/me-context.ts'
import { Panel } from '../../../components/panel.tsx'
import { PersonChip } from '../../../components/person-chip.tsx'
import type { Item } from '../../../lib/calls.ts'
import { nameOf } from '../../../lib/person-name.ts'
import { waitingApprovalsQuery } from './approval-calls.ts'
import classes from './waiting.module.css'
import { invoiceApprovalTexts as texts } from './texts.ts'

export function WaitingInvoices() {
  const { data: waiting = [] } = useQuery(waitingApprovalsQuery)
  if (waiting.length === 0) return null
  return (
    <Panel title={texts.waiting}>
      <WaitingRows waiting={waiting} />
    </Panel>
  )
}

type Waiting = Item<'/v2/invoices/approvals'>

/** A line for each person who is asked. */
export const WaitingRows = ({ waiting }: { waiting: readonly Waiting[] }) => (
  <ul className={classes.list}>
    {waiting.map((each) => (
      <Row key={`${each.invoice.id} ${each.approver.id}`} waiting={each} />
    ))}
  </ul>
)

function Row({ waiting }: { waiting: Waiting }) {
  const { invoice, providerName, matter, total, currency, step, comment, approver, startedBy } = waiting
  const { asked, due } = waiting
  const format = useFormat()
  const me = useMe().user.id
  const isOwn = startedBy.id === me
  const away = isOwn || approver.id === me ? undefined : texts.forPerson(nameOf(approver))
  return (
    <li className={classes.row}>
      <span className={classes.what}>
        <TextLink size="sm" to="/invoices/$id" params={{ id: String(invoice.id) }}>
          {texts.invoiceOf(invoice.number, providerName)}
        </TextLink>
        <span className={classes.dim}>
          {[away, step, matter.name, due ? texts.dueOn(format.date(due)) : undefined]
            .filter((part) => part)
            .join(' · ')}
        </span>
        {comment ? <span className={classes.dim}>{comment}</span> : null}
      </span>
      <span className={classes.asker}>
        <PersonChip person={isOwn ? approver : startedBy} />
        <span className={classes.dim}>{format.relative(asked)}</span>
      </span>
      <span className={classes.total}>{format.money(total, currency)}</span>
    </li>
  )
}
