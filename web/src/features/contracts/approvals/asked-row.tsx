// One line of the approvals page: what is decided on, who asks, the amount, the deadline, and the decision.
import type { ReactNode } from 'react'
import { useFormat } from '../../../components/format-context.ts'
import { TextLink } from '../../../components/links.tsx'
import { useMe } from '../../../components/me-context.ts'
import { PersonChip } from '../../../components/person-chip.tsx'
import { nameOf } from '../../../lib/person-name.ts'
import type { AskedPerson } from './approvals.ts'
import classes from './approvals.module.css'
import { approvalTexts } from './texts.ts'

const texts = approvalTexts.page

interface Marking {
  readonly isMarked: boolean
  readonly onMark: () => void
}

/** `acts` are the buttons of what waits for the person; without them the decision is shown. */
export function AskedRow(props: { asked: AskedPerson; acts?: ReactNode; marking?: Marking }) {
  const { asked, acts, marking } = props
  const format = useFormat()
  const me = useMe().user.id
  const { id, contract, step, approver, startedBy, comment, amounts } = asked
  const isMine = acts !== undefined
  // as their delegate
  const away = isMine && approver.id !== me ? approver : undefined
  const since = asked.decided ?? asked.asked
  return (
    <li
      className={classes.askedRow}
      data-asked={id}
      {...(marking
        ? { 'aria-current': marking.isMarked, onMouseEnter: marking.onMark, onFocus: marking.onMark }
        : {})}
    >
      <span className={classes.askedWhat}>
        <TextLink size="sm" to="/contracts/$id" params={{ id: String(contract.id) }}>
          {contract.name}
        </TextLink>
        <span className={classes.dim}>
          {[away ? approvalTexts.forPerson(nameOf(away)) : undefined, step.name]
            .filter((part) => part)
            .join(' · ')}
        </span>
        {comment ? <span className={classes.dim}>{comment}</span> : null}
      </span>
      <span className={classes.asker}>
        {startedBy.id === me ? null : (
          <>
            <span className={classes.dim}>{texts.askedBy} </span>
            <PersonChip person={startedBy} />
          </>
        )}
        {since ? <span className={classes.dim}>{format.relative(since)}</span> : null}
      </span>
      <span className={classes.amounts}>
        {amounts.map(({ name, title, value, currency }) => (
          <span key={name}>
            {format.money(value, currency)} <span className={classes.dim}>{title}</span>
          </span>
        ))}
      </span>
      <Deadline asked={asked} />
      {isMine ? (
        <span className={classes.acts}>{acts}</span>
      ) : (
        <span className={classes.approver}>
          {approver.id === me ? null : <PersonChip person={approver} />}
          <span className={classes.decision} data-decision={asked.decision}>
            {approvalTexts.decision[asked.decision]}
          </span>
        </span>
      )}
    </li>
  )
}

function Deadline({ asked: { decision, due } }: { asked: AskedPerson }) {
  const format = useFormat()
  if (!due || decision !== 'Waiting') return <span className={classes.deadline} />
  const isLate = due < format.today()
  return (
    <span className={classes.deadline} data-late={isLate}>
      {approvalTexts.dueOn(format.date(due))}
      {isLate ? <strong className={classes.late}> {texts.late}</strong> : null}
    </span>
  )
}
