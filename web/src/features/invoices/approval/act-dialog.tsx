// What is asked before approval is asked for, given, declined or withdrawn.
import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx'
import { useFormat } from '../../../components/format-context.ts'
import { ReasonDialog } from '../../../components/reason-dialog.tsx'
import { showToast } from '../../../components/toast-store.ts'
import type { PersonValue } from '../../../forms/field-kind.ts'
import { nameOf } from '../../../lib/person-name.ts'
import type { Invoice } from '../review/invoice-calls.ts'
import { OpenPoints } from '../review/open-points.tsx'
import { type ApprovalAct, type InvoiceApproval, useApprovalAct } from './approval-calls.ts'
import { invoiceApprovalTexts as texts } from './texts.ts'

/** What somebody is about to do, and the approver for whom they do it. */
export interface Asked {
  readonly act: 'ask' | 'approve' | 'decline' | 'withdraw'
  readonly from?: PersonValue
}

interface Props {
  readonly invoice: Invoice
  readonly approval: InvoiceApproval
  readonly asked: Asked
  readonly onClose: () => void
}

const done = {
  ask: texts.asked,
  approve: texts.approved,
  decline: texts.declined,
  withdraw: texts.withdrawn,
} as const

export function ActDialog({ invoice, approval, asked: { act, from }, onClose }: Props) {
  const format = useFormat()
  const [note, setNote] = useState('')
  const action = useApprovalAct(invoice.id)
  const send = (sent: ApprovalAct) =>
    action.mutate(sent, {
      onSuccess: () => {
        onClose()
        showToast({ text: done[act] })
      },
    })
  const instead = from === undefined ? {} : { for: from.id }
  const behalf = from === undefined ? null : <p>{texts.insteadOf(nameOf(from))}</p>
  const shared = { busy: action.isPending, error: action.error, onClose }
  if (act === 'decline') {
    return (
      <ReasonDialog
        {...shared}
        title={texts.declineTitle}
        label={texts.declineReason}
        hint={texts.declineHint}
        confirmLabel={texts.decline}
        onConfirm={(comment) => send({ kind: 'decide', decision: 'Declined', comment, ...instead })}
      >
        {behalf}
      </ReasonDialog>
    )
  }
  if (act === 'withdraw') {
    return (
      <ConfirmDialog
        {...shared}
        opened
        title={texts.withdrawTitle}
        confirmLabel={texts.withdraw}
        onConfirm={() => send({ kind: 'withdraw' })}
      >
        {texts.withdrawText}
      </ConfirmDialog>
    )
  }
  const total = format.money(invoice.review?.total ?? invoice.total, invoice.currency)
  const comment = note.trim()
  return (
    <ConfirmDialog
      {...shared}
      opened
      title={act === 'ask' ? texts.askTitle : texts.approveTitle(total)}
      confirmLabel={act === 'ask' ? texts.ask : texts.approve}
      danger={false}
      onConfirm={() =>
        send(
          act === 'ask'
            ? { kind: 'ask', comment }
            : { kind: 'decide', decision: 'Approved', comment, ...instead },
        )
      }
    >
      {behalf}
      {act === 'ask' ? <p>{texts.askText}</p> : null}
      {act === 'approve' && isLast(approval) ? <p>{texts.approveLast}</p> : null}
      {act === 'approve' ? <OpenPoints invoice={invoice} /> : null}
      <Textarea
        label={texts.note}
        autosize
        minRows={2}
        maxRows={10}
        maxLength={4_000}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
    </ConfirmDialog>
  )
}

/** Whether one more approval approves the invoice. */
function isLast({ approval }: InvoiceApproval): boolean {
  const open = approval?.steps.filter(({ state }) => state === 'Waiting' || state === 'Later') ?? []
  const [step] = open
  if (open.length !== 1 || step === undefined) return false
  return step.need === 'One' || step.approvers.filter(({ decision }) => !decision).length === 1
}
