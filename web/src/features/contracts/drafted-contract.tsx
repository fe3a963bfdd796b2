// The contract that a request made, on the page of the request: its document, and what comes next.
import { useQuery } from '@tanstack/react-query'
import { ActionButton } from '../../components/action-button.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { DocumentPane } from '../files/file/document-pane.tsx'
import type { ContractOverview } from '../records/record-calls.ts'
import { overviewQuery, type RecordRef, useRecordAction } from '../records/records.ts'
import { contractRef } from './contract-kind.ts'
import classes from './document-tab.module.css'
import { NextStep } from './next-step.tsx'
import { nextStepTexts as texts } from './texts.ts'

/** `leads` where the reader takes the contract to its signature. */
export function DraftedContract({ contractId, leads }: { contractId: number; leads: boolean }) {
  const target = contractRef(contractId)
  const read = useQuery(overviewQuery<ContractOverview>(target))
  const overview = read.data
  if (overview === undefined)
    return read.isError ? <ErrorPanel error={read.error} retry={read.refetch} /> : <PageSkeleton lines={6} />
  const { document } = overview.record
  return (
    <>
      <NextStep contractId={contractId} overview={overview} />
      {leads ? <StartSigning target={target} overview={overview} /> : null}
      {document ? (
        <div className={classes.document}>
          <DocumentPane fileId={document.id} rights={overview.can} />
        </div>
      ) : null}
    </>
  )
}

function StartSigning({ target, overview }: { target: RecordRef; overview: ContractOverview }) {
  const { record, moves, etag } = overview
  const start = useRecordAction(
    target,
    (status: string) => target.kind.calls.change(target.id, { status }, etag),
    () => texts.outForSignature,
  )
  const isReady = moves.some(({ to, allowed }) => to === 'Signing' && allowed)
  if (record.status === 'Signing' || !isReady) return null
  return (
    <div>
      <ErrorAlert error={start.error} />
      <ActionButton busy={start.isPending} onClick={() => start.mutate('Signing')}>
        {texts.startSigning}
      </ActionButton>
    </div>
  )
}
