// The renewal of a contract: when it ends, how long it is renewed for, and what is decided about that.
import { Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx'
import { DescriptionList } from '../../../components/description-list.tsx'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import { useFormat } from '../../../components/format-context.ts'
import { TextLink } from '../../../components/links.tsx'
import { Panel } from '../../../components/panel.tsx'
import { recordRoute } from '../../../lib/addresses/route-of.ts'
import type { ContractOverview } from '../../records/record-calls.ts'
import { contractKind } from '../contract-kind.ts'
import { DecideDialog, TermDialog } from './renewal-dialogs.tsx'
import { type Decided, type Decision, type Renewal, renewalQuery, useWithdraw } from './renewal.ts'
import classes from './renewal.module.css'
import { periodText, renewalTexts as texts } from './texts.ts'

type Opened = Decision['decision'] | 'term' | 'withdraw'

/** Nothing for a contract that does not end and never did. */
export function RenewalPanel({ contractId, overview }: { contractId: number; overview: ContractOverview }) {
  const found = useQuery(renewalQuery(contractId))
  const [opened, setOpened] = useState<Opened>()
  const format = useFormat()
  if (!found.isSuccess) return <ErrorAlert error={found.error} title={texts.notLoaded} />
  const { value: renewal, etag } = found.data
  const { expiry, noticeDate, term, decision, decisions, replaces } = renewal
  if (expiry === null && decisions.length === 0 && replaces === null) return null
  const mayChange = overview.can.rights.includes('renewal')
  const mayDecide = mayChange && expiry !== null && overview.record.status === 'Executed'
  const close = () => setOpened(undefined)
  return (
    <Panel title={texts.title}>
      <DescriptionList
        facts={[
          [texts.ends, expiry === null ? texts.noExpiry : format.date(expiry)],
          ...(noticeDate === null ? [] : [[texts.notice, format.date(noticeDate)] as const]),
          [
            texts.term,
            <Term key="term" term={term} onChange={mayChange ? () => setOpened('term') : undefined} />,
          ],
          ...(replaces === null
            ? []
            : [[texts.replaces, <ContractLink key="replaces" to={replaces} />] as const]),
        ]}
      />
      {decision === null && mayDecide ? (
        <Group gap="xs">
          {(['Renew', 'Renegotiate', 'End'] as const).map((each) => (
            <Button
              key={each}
              size="xs"
              variant={each === 'Renew' ? 'filled' : 'default'}
              onClick={() => setOpened(each)}
            >
              {{ Renew: texts.renew, Renegotiate: texts.renegotiate, End: texts.end }[each]}
            </Button>
          ))}
        </Group>
      ) : null}
      <Decisions
        decisions={decisions}
        onWithdraw={mayDecide ? () => setOpened('withdraw') : undefined}
        expiry={expiry}
      />
      {opened === 'term' ? (
        <TermDialog contractId={contractId} term={term} etag={etag} onClose={close} />
      ) : opened === 'withdraw' ? (
        <WithdrawDialog contractId={contractId} decision={latest(decisions, expiry)} onClose={close} />
      ) : opened && expiry !== null ? (
        <DecideDialog
          contractId={contractId}
          decision={opened}
          renewal={{ ...renewal, expiry }}
          onClose={close}
        />
      ) : null}
    </Panel>
  )
}

function Term({ term, onChange }: { term: Renewal['term']; onChange: (() => void) | undefined }) {
  return (
    <span className={classes.term}>
      {term ? periodText(term) : texts.noTerm}
      {onChange ? (
        <Button size="compact-xs" variant="subtle" onClick={onChange}>
          {term ? texts.changeTerm : texts.setTerm}
        </Button>
      ) : null}
    </span>
  )
}

const ContractLink = ({ to }: { to: { id: number; name?: string } }) => (
  <TextLink to={recordRoute(contractKind.names, to.id)}>{to.name}</TextLink>
)

/** The decision that can still be withdrawn: the present expiry is what it made of it. */
const latest = (decisions: readonly Decided[], expiry: string | null): Decided | undefined =>
  decisions.find(
    ({ withdrawn, renewedUntil, ...each }) => !withdrawn && (renewedUntil ?? each.expiry) === expiry,
  )

function Decisions(props: {
  decisions: readonly Decided[]
  expiry: string | null
  onWithdraw: (() => void) | undefined
}) {
  const { decisions, expiry, onWithdraw } = props
  const format = useFormat()
  if (decisions.length === 0) return null
  const last = latest(decisions, expiry)
  return (
    <ul className={classes.decisions} aria-label={texts.earlier}>
      {decisions.map((each) => (
        <li key={each.id} data-withdrawn={each.withdrawn}>
          <div className={classes.decision}>
            <span>
              {each.decision === 'Renew'
                ? texts.decided.Renew(format.date(each.renewedUntil ?? ''))
                : texts.decided[each.decision]}
              {each.withdrawn ? ` (${texts.withdrawn})` : ''}
            </span>
            {each.draft ? <ContractLink to={each.draft} /> : null}
            {each.notice ? (
              <TextLink to="/files/$id" params={{ id: String(each.notice.id) }}>
                {each.notice.name}
              </TextLink>
            ) : null}
            {each === last && onWithdraw ? (
              <Button size="compact-xs" variant="subtle" onClick={onWithdraw}>
                {texts.withdraw}
              </Button>
            ) : null}
          </div>
          <div className={classes.lead}>
            {[texts.decidedBy(each.by.name, format.dateTime(each.at)), each.reason]
              .filter((part) => part !== null)
              .join(' · ')}
          </div>
        </li>
      ))}
    </ul>
  )
}

function WithdrawDialog(props: { contractId: number; decision: Decided | undefined; onClose: () => void }) {
  const { contractId, decision, onClose } = props
  const withdraw = useWithdraw(contractId)
  return (
    <ConfirmDialog
      opened
      title={texts.withdrawTitle}
      confirmLabel={texts.withdraw}
      busy={withdraw.isPending}
      error={withdraw.error}
      danger={false}
      onConfirm={() => decision && withdraw.mutate(decision.id, { onSuccess: onClose })}
      onClose={onClose}
    >
      {texts.withdrawLead}
    </ConfirmDialog>
  )
}
