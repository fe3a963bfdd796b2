// What can be done with the whole invoice: buttons at the head of its page, and the dialogs that ask first.
import { Button, Textarea } from '@mantine/core'
import { useState } from 'react'
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx'
import { useFormat } from '../../../components/format-context.ts'
import { ReasonDialog } from '../../../components/reason-dialog.tsx'
import { lazily } from '../../../components/lazily.tsx'
import { showToast } from '../../../components/toast-store.ts'
import { useExchange } from '../exchange/exchange-calls.ts'
import { needsOthers, useInvoiceApproval } from '../approval/approval-calls.ts'
import { type Invoice, type Move, useMove } from './invoice-calls.ts'
import classes from './move-buttons.module.css'
import { OpenPoints } from './open-points.tsx'
import { reviewTexts as texts } from './texts.ts'

const ActDialog = lazily(() => import('../approval/act-dialog.tsx'), 'ActDialog')

type Kind = Move['kind']

const order: readonly Kind[] = ['void', 'unpay', 'decline', 'pay', 'post', 'approve']
const main: readonly Kind[] = ['approve', 'pay', 'post']

export function MoveButtons({ invoice }: { invoice: Invoice }) {
  const [asked, setAsked] = useState<Kind>()
  const action = useMove(invoice.id)
  const move = (what: Move) =>
    action.mutate(what, {
      onSuccess: () => {
        setAsked(undefined)
        showToast({ text: texts.done[what.kind] })
      },
    })
  const close = () => {
    setAsked(undefined)
    action.reset()
  }
  const approval = useInvoiceApproval(invoice)
  const othersApprove = needsOthers(approval)
  const [deciding, setDeciding] = useState(false)
  // until the firm has answered, or its appeal is decided
  const waits = typeof useExchange(invoice)?.waitsFor === 'string'
  const isOff = (kind: Kind) =>
    (kind === 'approve' && (othersApprove || waits)) || (kind === 'decline' && waits)
  const can = order.filter((kind) => invoice.can[kind] && !isOff(kind))
  return (
    <div className={classes.moves}>
      {can.map((kind) => (
        <Button
          key={kind}
          variant={
            main.includes(kind) && kind === can.findLast((each) => main.includes(each)) ? 'filled' : 'default'
          }
          onClick={() => (kind === 'post' || kind === 'unpay' ? move({ kind }) : setAsked(kind))}
        >
          {texts[kind]}
        </Button>
      ))}
      {approval?.can.decide ? <Button onClick={() => setDeciding(true)}>{texts.approve}</Button> : null}
      {deciding && approval ? (
        <ActDialog
          invoice={invoice}
          approval={approval}
          asked={{ act: 'approve' }}
          onClose={() => setDeciding(false)}
        />
      ) : null}
      <Asking
        invoice={invoice}
        asked={asked}
        busy={action.isPending}
        error={action.error}
        move={move}
        close={close}
      />
    </div>
  )
}

function Asking(props: {
  invoice: Invoice
  asked: Kind | undefined
  busy: boolean
  error: unknown
  move: (what: Move) => void
  close: () => void
}) {
  const { invoice, asked, busy, error, move, close } = props
  const format = useFormat()
  const [note, setNote] = useState('')
  const fees = invoice.review?.fees ?? invoice.fees
  const total = format.money(invoice.review?.total ?? invoice.total, invoice.currency)
  if (asked === 'decline') {
    return (
      <ReasonDialog
        title={texts.declineTitle}
        label={texts.declineReason}
        hint={texts.declineHint}
        confirmLabel={texts.decline}
        busy={busy}
        error={error}
        onConfirm={(reason) => move({ kind: 'decline', reason })}
        onClose={close}
      />
    )
  }
  const shared = { opened: true, busy, error, onClose: close }
  if (asked === 'approve') {
    return (
      <ConfirmDialog
        {...shared}
        title={texts.approveTitle}
        confirmLabel={texts.approve}
        danger={false}
        onConfirm={() => move({ kind: 'approve', fees })}
      >
        <p>{texts.approveText(total)}</p>
        <OpenPoints invoice={invoice} />
      </ConfirmDialog>
    )
  }
  if (asked === 'pay') {
    return (
      <ConfirmDialog
        {...shared}
        title={texts.payTitle}
        confirmLabel={texts.pay}
        danger={false}
        onConfirm={() => move({ kind: 'pay', note: note.trim() })}
      >
        <Textarea
          label={texts.paymentNote}
          maxLength={4_000}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
      </ConfirmDialog>
    )
  }
  if (asked !== 'void') return null
  return (
    <ConfirmDialog
      {...shared}
      title={texts.voidTitle}
      confirmLabel={texts.void}
      onConfirm={() => move({ kind: 'void' })}
    >
      {texts.voidText}
    </ConfirmDialog>
  )
}
