// All approvals: what waits for me, what others have not answered of what I asked for, what I decided.
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ErrorPanel } from '../../../components/error-panel.tsx'
import { PageSkeleton } from '../../../components/page-skeleton.tsx'
import { Page } from '../../../components/page.tsx'
import { Panel } from '../../../components/panel.tsx'
import { askedApprovalsQuery } from '../../invoices/approval/approval-calls.ts'
import { WaitingInvoices, WaitingRows } from '../../invoices/approval/waiting-invoices.tsx'
import { AskedRow } from './asked-row.tsx'
import { askedQuery, type AskedPerson } from './approvals.ts'
import classes from './approvals.module.css'
import { approvalTexts } from './texts.ts'
import { WaitingList } from './waiting-list.tsx'

const texts = approvalTexts.page

export function ApprovalsPage() {
  const { late } = useSearch({ strict: false })
  return (
    <Page title={texts.title}>
      {late ? (
        <Section name="late" filter="Decision eq 'Waiting' and Due lt today()" title={texts.allLate}>
          {(asked) => <Rows asked={asked.toSorted(byDeadline)} none={texts.allLateNone} />}
        </Section>
      ) : null}
      <Section
        name="waiting"
        filter="(Approver/Id eq me() or (Delegate/Id eq me() and StartedBy/Id ne me())) and Decision eq 'Waiting'"
        title={texts.waiting}
      >
        {(asked) => <WaitingList asked={asked.toSorted(byDeadline)} />}
      </Section>
      <WaitingInvoices />
      <Section
        name="asked"
        filter="StartedBy/Id eq me() and Approver/Id ne me() and Decision eq 'Waiting'"
        title={texts.asked}
      >
        {(asked) => <AskedOfOthers asked={asked.toSorted(byDeadline)} />}
      </Section>
      <Section
        name="decided"
        filter="Approver/Id eq me() and Decision in ('Approved','Declined')"
        title={texts.decided}
      >
        {(asked) => <Rows asked={asked} none={texts.decidedNone} />}
      </Section>
    </Page>
  )
}

const NEVER = '9999'

/** What has no deadline comes last, and there what was asked first. */
const byDeadline = (one: AskedPerson, other: AskedPerson): number =>
  (one.due ?? NEVER).localeCompare(other.due ?? NEVER) || (one.asked ?? '').localeCompare(other.asked ?? '')

function Section(props: {
  name: string
  filter: string
  title: string
  children: (asked: readonly AskedPerson[]) => ReactNode
}) {
  const { name, filter, title, children } = props
  const asked = useQuery(askedQuery(name, filter))
  return (
    <Panel title={title}>
      {asked.isPending ? <PageSkeleton lines={2} /> : null}
      {asked.isError ? <ErrorPanel error={asked.error} retry={asked.refetch} /> : null}
      {asked.data ? children(asked.data) : null}
    </Panel>
  )
}

/** Contracts and invoices: only without both has everyone responded. */
function AskedOfOthers({ asked }: { asked: readonly AskedPerson[] }) {
  const invoices = useQuery(askedApprovalsQuery)
  if (invoices.isError) return <ErrorPanel error={invoices.error} retry={invoices.refetch} />
  if (invoices.data === undefined) return <PageSkeleton lines={2} />
  const isNone = asked.length === 0 && invoices.data.length === 0
  return (
    <>
      {asked.length > 0 || isNone ? <Rows asked={asked} none={texts.askedNone} /> : null}
      {invoices.data.length > 0 ? <WaitingRows waiting={invoices.data} /> : null}
    </>
  )
}

function Rows({ asked, none }: { asked: readonly AskedPerson[]; none: string }) {
  if (asked.length === 0) return <p className={classes.dim}>{none}</p>
  return (
    <ul className={classes.asked}>
      {asked.map((each) => (
        <AskedRow key={each.id} asked={each} />
      ))}
    </ul>
  )
}
