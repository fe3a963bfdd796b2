// All approvals: what waits for me, what others have not answered of what I asked for, what I decided.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorPanel } from '../../../components/error-panel.tsx'
import { useFormat } from '../../../components/format-context.ts'
import { TextLink } from '../../../components/links.tsx'
import { useMe } from '../../../components/me-context.ts'
import { PageSkeleton } from '../../../components/page-skeleton.tsx'
import { Page } from '../../../components/page.tsx'
import { PersonChip } from '../../../components/person-chip.tsx'
import { Panel } from '../../../components/panel.tsx'
import { nameOf } from '../../../lib/person-name.ts'
import { ApprovalDialog } from './approval-dialogs.tsx'
import { askedQuery, type AskedPerson } from './approvals.ts'
import classes from './approvals.module.css'
import { approvalTexts } from './texts.ts'

const texts = approvalTexts.page

export function ApprovalsPage() {
  return (
    <Page title={texts.title}>
      <Section
        name="waiting"
        filter="(Approver/Id eq me() or (Delegate/Id eq me() and StartedBy/Id ne me())) and Decision eq 'Waiting'"
        title={texts.waiting}
        none={texts.waitingNone}
        mine
      />
      <Section
        name="asked"
        filter="StartedBy/Id eq me() and Approver/Id ne me() and Decision eq 'Waiting'"
        title={texts.asked}
        none={texts.askedNone}
      />
      <Section
        name="decided"
        filter="Approver/Id eq me() and Decision in ('Approved','Declined')"
        title={texts.decided}
        none={texts.decidedNone}
      />
    </Page>
  )
}

function Section(props: { name: string; filter: string; title: string; none: string; mine?: boolean }) {
  const { name, filter, title, none, mine = false } = props
  const asked = useQuery(askedQuery(name, filter))
  return (
    <Panel title={title}>
      {asked.isPending ? <PageSkeleton lines={2} /> : null}
      {asked.isError ? <ErrorPanel error={asked.error} retry={asked.refetch} /> : null}
      {asked.isSuccess && asked.data.length === 0 ? <p className={classes.dim}>{none}</p> : null}
      {asked.data && asked.data.length > 0 ? (
        <ul className={classes.asked}>
          {asked.data.map((each) => (
            <Row key={each.id} asked={each} mine={mine} />
          ))}
        </ul>
      ) : null}
    </Panel>
  )
}

function Row({ asked, mine }: { asked: AskedPerson; mine: boolean }) {
  const format = useFormat()
  const me = useMe().user.id
  const [act, setAct] = useState<'approve' | 'decline' | 'delegate'>()
  const { contract, step, approver, decision, due, comment } = asked
  const contractId = contract?.id ?? 0
  const since = asked.decided ?? asked.asked
  // as their delegate
  const away = mine && approver && approver.id !== me ? approver : undefined
  const isLate = decision === 'Waiting' && due !== null && due !== undefined && due < format.today()
  return (
    <li className={classes.askedRow}>
      <span className={classes.askedWhat}>
        <TextLink to="/contracts/$id" params={{ id: String(contractId) }}>
          {contract?.name}
        </TextLink>
        <span className={classes.dim}>
          {[
            away ? approvalTexts.forPerson(nameOf(away)) : undefined,
            step?.name,
            since ? format.relative(since) : undefined,
            due ? approvalTexts.dueOn(format.date(due)) : undefined,
          ]
            .filter((part) => part)
            .join(' · ')}
          {isLate ? <strong className={classes.late}> {texts.late}</strong> : null}
        </span>
        {comment ? <span className={classes.dim}>{comment}</span> : null}
      </span>
      {mine ? (
        <span className={classes.acts}>
          <Button size="xs" variant="default" onClick={() => setAct('approve')}>
            {approvalTexts.approve}
          </Button>
          <Button size="xs" variant="default" onClick={() => setAct('decline')}>
            {approvalTexts.decline}
          </Button>
          <Button size="xs" variant="default" onClick={() => setAct('delegate')}>
            {approvalTexts.delegate}
          </Button>
        </span>
      ) : (
        <span className={classes.approver}>
          {approver && approver.id !== me ? <PersonChip person={approver} /> : null}
          <span className={classes.decision} data-decision={decision}>
            {approvalTexts.decision[decision ?? '']}
          </span>
        </span>
      )}
      {act === undefined ? null : (
        <ApprovalDialog
          contractId={contractId}
          approvalId={asked.approval?.id ?? 0}
          act={act}
          from={away}
          onClose={() => setAct(undefined)}
        />
      )}
    </li>
  )
}
