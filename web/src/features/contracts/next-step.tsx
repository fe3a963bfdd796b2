// What comes next for a contract in approval or signing, below its path: nobody has to know the way.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useFormat } from '../../components/format-context.ts'
import { lazily } from '../../components/lazily.tsx'
import { TextLink } from '../../components/links.tsx'
import type { Format } from '../../lib/format.ts'
import { nameOf } from '../../lib/person-name.ts'
import type { ContractOverview } from '../records/record-calls.ts'
import {
  type Approval,
  approvalsQuery,
  currentApproval,
  isOpenToAsk,
  mayAskForApproval,
  namesOfChanges,
  waitedFor,
} from './approvals/approvals.ts'
import classes from './next-step.module.css'
import { requestTexts } from './signing/request-texts.ts'
import { requestsQuery, type SignatureRequest } from './signing/requests.ts'
import { signingTexts } from './signing/texts.ts'
import { nextStepTexts as texts } from './texts.ts'

const AskApproval = lazily(() => import('./approvals/ask-approval.tsx'), 'AskApproval')
const UploadSigned = lazily(() => import('./signing/upload-signed.tsx'), 'UploadSigned')
const SendDialog = lazily(() => import('./signing/send-dialog.tsx'), 'SendDialog')
const RequestDetails = lazily(() => import('./signing/request-details.tsx'), 'RequestDetails')
const SignDialog = lazily(() => import('./signing/sign-dialog.tsx'), 'SignDialog')

export function NextStep({ contractId, overview }: { contractId: number; overview: ContractOverview }) {
  const { record, can } = overview
  if (record.status === 'Approval')
    return <InApproval contractId={contractId} mayAsk={mayAskForApproval(can.rights)} />
  // the signed copy executes it
  if (record.status === 'Signing' && can.rights.includes('status') && record.document) {
    return <InSigning contractId={contractId} fileId={record.document.id} />
  }
  return null
}

function Line({
  tone,
  action,
  children,
}: {
  tone?: 'good' | 'wrong'
  action?: ReactNode
  children: ReactNode
}) {
  return (
    <div className={classes.line} data-tone={tone}>
      <span className={classes.words}>{children}</span>
      {action}
    </div>
  )
}

function InApproval({ contractId, mayAsk }: { contractId: number; mayAsk: boolean }) {
  const approvals = useQuery(approvalsQuery(contractId))
  const format = useFormat()
  const [asking, setAsking] = useState(false)
  if (!approvals.isSuccess) return null
  const current = currentApproval(approvals.data)
  if (current === undefined || isOpenToAsk(current)) {
    const ask = (
      <Button size="xs" onClick={() => setAsking(true)}>
        {texts.ask}
      </Button>
    )
    return (
      <>
        <Line action={mayAsk ? ask : undefined}>{texts.nobodyAsked}</Line>
        {asking ? <AskApproval contractId={contractId} onClose={() => setAsking(false)} /> : null}
      </>
    )
  }
  if (current.state === 'Approved' && current.changes.length === 0) {
    return <Line tone="good">{mayAsk ? texts.approvedMove : texts.approved}</Line>
  }
  return (
    <Line action={<SeeApproval />} {...(current.state === 'Declined' ? { tone: 'wrong' } : {})}>
      {approvalProgress(current, format)}
    </Line>
  )
}

const SeeApproval = () => (
  <TextLink size="sm" to="." search={{ tab: 'approvals' }} className={classes.link ?? ''}>
    {texts.see}
  </TextLink>
)

function approvalProgress(approval: Approval, format: Format): string {
  const { can, document, steps, started, comment, due } = approval
  if (approval.state === 'Declined') {
    const no = steps.flatMap(({ approvers }) => approvers).find(({ decision }) => decision === 'Declined')
    return texts.declined(nameOf(no?.user ?? {}), no?.comment ?? '')
  }
  const changed = namesOfChanges(approval)
  if (changed.length > 0) return texts.changed(format.list(changed), changed.length === 1)
  const by = due ? texts.by(format.date(due)) : ''
  const [away] = can.decideFor
  if (away) return texts.askedForAnother(nameOf(away), by)
  if (can.decide) return texts.askedYou(nameOf(started.user ?? {}), document.version, by, comment ?? '')
  return texts.waiting(format.list(waitedFor(approval)), by)
}

function InSigning({ contractId, fileId }: { contractId: number; fileId: number }) {
  const approvals = useQuery(approvalsQuery(contractId))
  const format = useFormat()
  const current = currentApproval(approvals.data)
  const changed = current ? namesOfChanges(current) : []
  const [open, setOpen] = useState<'upload' | 'record' | 'send' | 'details'>()
  const requests = useQuery(requestsQuery(contractId))
  const [request] = requests.data ?? []
  const onClose = () => setOpen(undefined)
  const acts = (
    <div className={classes.acts}>
      <Button size="xs" variant="default" onClick={() => setOpen('upload')}>
        {texts.uploadSigned}
      </Button>
      <Button size="xs" variant="default" onClick={() => setOpen('record')}>
        {signingTexts.record}
      </Button>
      <Button size="xs" onClick={() => setOpen('send')}>
        {requestTexts.send}
      </Button>
    </div>
  )
  if (!requests.isSuccess) return null
  if (request?.state === 'Open') {
    const names = request.signers.filter(({ state }) => state === 'Asked').map(({ name }) => name)
    const details = (
      <Button size="xs" variant="default" onClick={() => setOpen('details')}>
        {requestTexts.details}
      </Button>
    )
    return (
      <>
        <Line action={details}>
          {requestTexts.waitingFor(format.list(names), lastDayOf(request, format))}
        </Line>
        {open === 'details' ? (
          <RequestDetails contractId={contractId} request={request} onClose={onClose} />
        ) : null}
      </>
    )
  }
  if (changed.length > 0) {
    return (
      <Line action={<SeeApproval />} tone="wrong">
        {texts.changed(format.list(changed), changed.length === 1)}
      </Line>
    )
  }
  return (
    <>
      <Line action={acts}>{endedWords(request) ?? texts.signing}</Line>
      {open === 'send' ? <SendDialog contractId={contractId} fileId={fileId} onClose={onClose} /> : null}
      {open === 'upload' ? <UploadSigned fileId={fileId} onClose={onClose} /> : null}
      {open === 'record' ? (
        <SignDialog contractId={contractId} fileId={fileId} executes onClose={onClose} />
      ) : null}
    </>
  )
}

/** It ends with this day. */
const lastDayOf = ({ expires }: SignatureRequest, format: Format): string =>
  format.date(new Date(new Date(expires).getTime() - 1).toISOString())

/** How the last request ended. */
function endedWords(request: SignatureRequest | undefined): string | undefined {
  if (request?.state === 'Completed') return requestTexts.completed
  if (request?.state === 'Expired') return requestTexts.expired
  const declined = request?.signers.find(({ state }) => state === 'Declined')
  return declined && requestTexts.declined(declined.name, declined.reason ?? '')
}
