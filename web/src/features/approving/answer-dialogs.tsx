// Approving and declining: neither can be taken back from a mail, so both are asked about.
import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { useFormat } from '../../components/format-context.ts'
import { ReasonDialog } from '../../components/reason-dialog.tsx'
import { useAction } from '../../lib/use-action.ts'
import { type Answer, type Question, sendAnswer } from './approving.ts'
import { approvingTexts as texts } from './texts.ts'

interface Props {
  token: string
  question: Question
  decision: Answer['decision']
  onDone: () => void
  onClose: () => void
}

export function AnswerDialog({ token, question, decision, onDone, onClose }: Props) {
  const [note, setNote] = useState('')
  const format = useFormat()
  const { invoice } = question
  const answer = useAction({
    mutationFn: (comment: string) => sendAnswer(token, { decision, comment, asked: question.asked }),
  })
  const send = (comment: string) => answer.mutate(comment, { onSuccess: onDone })
  const shared = { busy: answer.isPending, error: answer.error, onClose }
  if (decision === 'Declined')
    return (
      <ReasonDialog
        title={texts.declineTitle}
        label={texts.why}
        hint={invoice ? texts.whyHintOfInvoice : texts.whyHint}
        confirmLabel={texts.declineDo}
        danger
        onConfirm={send}
        {...shared}
      />
    )
  return (
    <ConfirmDialog
      opened
      danger={false}
      title={
        invoice ? texts.approveInvoice(format.money(invoice.toApprove, invoice.currency)) : texts.approveTitle
      }
      confirmLabel={texts.approveDo}
      onConfirm={() => send(note.trim())}
      {...shared}
    >
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
