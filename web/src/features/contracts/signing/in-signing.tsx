// What comes next for a contract in Signing: it is sent for signature, or waits for its signers.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormat } from '../../../components/format-context.ts'
import { lazily } from '../../../components/lazily.tsx'
import { approvalsQuery, currentApproval, namesOfChanges } from '../approvals/approvals.ts'
import { Line, SeeApproval } from '../next-step-line.tsx'
import classes from '../next-step.module.css'
import { nextStepTexts as texts } from '../texts.ts'
import { packetTexts } from './packet-texts.ts'
import { requestTexts } from './request-texts.ts'
import { requestsQuery, type SignatureRequest } from './requests.ts'
import { signingTexts } from './texts.ts'

const UploadSigned = lazily(() => import('./upload-signed.tsx'), 'UploadSigned')
const PacketDialog = lazily(() => import('./packet-dialog.tsx'), 'PacketDialog')
const SendDialog = lazily(() => import('./send-dialog.tsx'), 'SendDialog')
const RequestDetails = lazily(() => import('./request-details.tsx'), 'RequestDetails')
const SignDialog = lazily(() => import('./sign-dialog.tsx'), 'SignDialog')

type Open = 'upload' | 'record' | 'send' | 'packet' | 'details'

export function InSigning({ contractId, fileId }: { contractId: number; fileId: number }) {
  const approvals = useQuery(approvalsQuery(contractId))
  const format = useFormat()
  const current = currentApproval(approvals.data)
  const changed = current ? namesOfChanges(current) : []
  const [open, setOpen] = useState<Open>()
  const requests = useQuery(requestsQuery(contractId))
  const [request] = requests.data?.items ?? []
  // The page shows who is asked before sending has ended, and with it the next dialog can be open: each closes itself
  // only.
  const closing = (which: Open) => () => setOpen((now) => (now === which ? undefined : now))
  const acts = (
    <div className={classes.acts}>
      <Button size="xs" variant="default" onClick={() => setOpen('packet')}>
        {packetTexts.open}
      </Button>
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
        <Line action={details} {...(request.service?.problem ? { tone: 'wrong' as const } : {})}>
          {waitingWords(request, names, format)}
        </Line>
        {open === 'details' ? (
          <RequestDetails contractId={contractId} request={request} onClose={closing('details')} />
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
      {open === 'send' ? (
        <SendDialog contractId={contractId} fileId={fileId} onClose={closing('send')} />
      ) : null}
      {open === 'packet' ? (
        <PacketDialog contractId={contractId} fileId={fileId} onClose={closing('packet')} />
      ) : null}
      {open === 'upload' ? <UploadSigned fileId={fileId} onClose={closing('upload')} /> : null}
      {open === 'record' ? (
        <SignDialog contractId={contractId} fileId={fileId} executes onClose={closing('record')} />
      ) : null}
    </>
  )
}

/** Whom it waits for; a service that has not taken it yet has asked nobody. */
function waitingWords(
  { service, lastDay }: SignatureRequest,
  names: readonly string[],
  format: ReturnType<typeof useFormat>,
): string {
  if (service?.problem) return `${requestTexts.problem}. ${service.problem}`
  if (service && !service.accepted) return requestTexts.goesTo(service.name)
  if (names.length > 0) return requestTexts.waitingFor(format.list(names), format.date(lastDay))
  return requestTexts.waitingAt(service?.name ?? '', format.date(lastDay))
}

/** How the last request ended. */
function endedWords(request: SignatureRequest | undefined): string | undefined {
  if (request?.state === 'Completed') return requestTexts.completed
  if (request?.state === 'Expired') return requestTexts.expired
  if (request?.state === 'Voided' && request.service) return requestTexts.endedElsewhere(request.reason ?? '')
  const declined = request?.signers.find(({ state }) => state === 'Declined')
  return declined && requestTexts.declined(declined.name, declined.reason ?? '')
}
