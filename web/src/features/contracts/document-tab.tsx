// The document of a contract: preview, versions and their comparison, below the facts that are looked up most.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { EmptyState } from '../../components/empty-state.tsx'
import { useFormat } from '../../components/format-context.ts'
import { lazily } from '../../components/lazily.tsx'
import { Loading } from '../../components/loading.tsx'
import { TextLink } from '../../components/links.tsx'
import { StateBadge } from '../../components/state-badge.tsx'
import { EditableField } from '../../forms/editable-field.tsx'
import editing from '../../forms/editable-field.module.css'
import { fieldsOf, formParts } from '../../forms/form-parts.ts'
import { valueIn } from '../records/field-changes.ts'
import { OwnerField } from '../records/parts/facts-panel.tsx'
import { DocumentPane } from '../files/file/document-pane.tsx'
import type { DocumentView } from '../files/file/document-view.ts'
import { mayEdit, useSaveField } from '../records/parts/form-panel.tsx'
import type { ContractOverview } from '../records/record-calls.ts'
import type { RecordRef } from '../records/records.ts'
import { approvalsQuery, currentApproval, stateOfApproval } from './approvals/approvals.ts'
import { approvalTexts } from './approvals/texts.ts'
import { takeUploaded } from './facts/just-uploaded.ts'
import { factTexts } from './facts/texts.ts'
import { isAmended } from './is-amended.ts'
import { DraftedWith } from './drafted-with.tsx'
import { ExpiryField } from './expiry-field.tsx'
import { MailedVersions } from './other-side/mailed-versions.tsx'
import { SendToOtherSide, WithOtherSide } from './other-side/other-side.tsx'
import { SignedLine } from './signing/signed-line.tsx'
import { NoticeLine } from './dates/notice-panel.tsx'
import classes from './document-tab.module.css'
import { contractTexts as texts } from './texts.ts'

const InForcePanel = lazily(() => import('./signing/in-force.tsx'), 'InForcePanel')
const DifferencesNotice = lazily(() => import('./facts/differences-notice.tsx'), 'DifferencesNotice')
const FactsPanel = lazily(() => import('./facts/facts-panel.tsx'), 'FactsPanel', <Loading />)

export function DocumentTab({ target, overview }: { target: RecordRef; overview: ContractOverview }) {
  const { document } = overview.record
  const mayShare = overview.can.rights.includes('shareDocument')
  const [view, setView] = useState<DocumentView>({})
  const shown = useRef<HTMLDivElement>(null)
  const [reading, setReading] = useState(() => takeUploaded(target.id))
  const show = (next: DocumentView) => {
    setView(next)
    shown.current?.scrollIntoView({ block: 'start' })
  }
  return (
    <div className={classes.tab}>
      <KeyFacts target={target} overview={overview} />
      {isAmended(overview) ? <InForcePanel contractId={target.id} /> : null}
      {document ? (
        <WithOtherSide
          contractId={target.id}
          fileId={document.id}
          mayAct={mayShare}
          isNegotiable={isNegotiable(overview)}
        />
      ) : null}
      {document ? <MailedVersions recordId={target.id} mayTake={overview.can.contribute} /> : null}
      {overview.record.type ? (
        <DraftedWith contractId={target.id} fileId={document?.id} onView={show} />
      ) : null}
      {document ? <DifferencesNotice contractId={target.id} overview={overview} onShow={show} /> : null}
      {document && (mayShare || !reading) ? (
        <div className={classes.acts}>
          {reading ? null : (
            <Button size="xs" variant="default" onClick={() => setReading(true)}>
              {factTexts.open}
            </Button>
          )}
          {mayShare ? (
            <SendToOtherSide
              contractId={target.id}
              fileId={document.id}
              takesVersions={isNegotiable(overview)}
            />
          ) : null}
        </div>
      ) : null}
      {document && reading ? (
        <FactsPanel
          contractId={target.id}
          overview={overview}
          onShow={show}
          onClose={() => setReading(false)}
        />
      ) : null}
      {document ? (
        <div ref={shown} className={classes.document}>
          <DocumentPane fileId={document.id} rights={overview.can} view={view} onView={setView} />
        </div>
      ) : (
        <EmptyState title={texts.noDocument} />
      )}
    </div>
  )
}

/** Whether the other side is asked for a version, unless the sender says otherwise. */
const isNegotiable = ({ record }: ContractOverview): boolean =>
  ['Draft', 'Negotiating', 'Approval'].includes(record.status ?? '')

/** What is looked up most, in a line above the document: the counterparties first. */
function KeyFacts({ target, overview }: { target: RecordRef; overview: ContractOverview }) {
  const { record, form, can, nextDates } = overview
  const onSave = useSaveField(target, overview)
  const format = useFormat()
  const parties = fieldsOf(formParts(form.parts)).filter(({ fieldType }) => fieldType === 'ContractEntity')
  const next = nextDates[0]
  return (
    <section className={classes.facts} aria-label={texts.keyFacts}>
      {parties.map((field) => (
        <EditableField
          key={field.id}
          stacked
          field={field}
          value={valueIn(record, field)}
          canEdit={mayEdit(can.rights)(field)}
          onSave={onSave}
        />
      ))}
      <ExpiryField target={target} overview={overview} stacked />
      <NoticeLine contractId={target.id} overview={overview} stacked />
      <OwnerField target={target} overview={overview} stacked />
      {next === undefined ? null : (
        <div className={editing.row} data-stacked="true">
          <div className={editing.label}>{texts.next}</div>
          <span className={editing.fixed} title={format.date(next.date)}>
            {texts.nextDate(next.name, format.day(next.date))}
          </span>
        </div>
      )}
      <ApprovalState contractId={target.id} />
      {record.document && (record.status === 'Executed' || record.status === 'Expired') ? (
        <SignedLine
          contractId={target.id}
          fileId={record.document.id}
          mayRecord={can.rights.includes('status')}
          mayOpen={can.rights.includes('correctExecuted')}
        />
      ) : null}
    </section>
  )
}

/** Where the approval of the contract stands, and the way to it. */
function ApprovalState({ contractId }: { contractId: number }) {
  const approvals = useQuery(approvalsQuery(contractId))
  const current = currentApproval(approvals.data)
  if (current === undefined) return null
  return (
    <div className={editing.row} data-stacked="true">
      <div className={editing.label}>{approvalTexts.one}</div>
      <span className={editing.fixed}>
        <TextLink to="." search={{ tab: 'approvals' }} className={classes.state ?? ''} underline="never">
          <StateBadge state={stateOfApproval(current)} />
        </TextLink>
      </span>
    </div>
  )
}
