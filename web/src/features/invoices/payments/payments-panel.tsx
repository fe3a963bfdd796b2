// The payments of an invoice on its page: what is paid, what remains, recording one and taking one back.
import { Button, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import { useFormat } from '../../../components/format-context.ts'
import { kindOf, useMe } from '../../../components/me-context.ts'
import { Panel } from '../../../components/panel.tsx'
import { ReasonDialog } from '../../../components/reason-dialog.tsx'
import { showToast } from '../../../components/toast-store.ts'
import { WideTable } from '../../../components/wide-table.tsx'
import type { Invoice } from '../review/invoice-calls.ts'
import classes from './payments.module.css'
import { type Payment, paymentsQuery, useTakeBack } from './payment-calls.ts'
import { RecordDialog } from './record-dialog.tsx'
import { paymentTexts as texts } from './texts.ts'

export function PaymentsPanel({ invoice }: { invoice: Invoice }) {
  const format = useFormat()
  const payments = useQuery(paymentsQuery(invoice))
  const isPayer = kindOf(useMe()) !== 'law firm'
  const [isRecording, setRecording] = useState(false)
  const [taken, setTaken] = useState<Payment>()
  const remaining = invoice.remaining ?? 0
  const mayPay = isPayer && (invoice.can.pay || invoice.can.unpay)
  const withheld = invoice.approvedWithheld ?? 0
  const sums = [
    ...(withheld === 0 ? [] : ([[texts.withheld, withheld]] as const)),
    [texts.paid, invoice.paidAmount ?? 0],
    [remaining < 0 ? texts.owed : texts.remaining, Math.abs(remaining)],
  ] as const
  return (
    <Panel title={texts.title}>
      <dl className={classes.sums}>
        {sums.map(([label, sum]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{format.money(sum, invoice.currency)}</dd>
          </div>
        ))}
      </dl>
      <ErrorAlert error={payments.error} />
      {payments.data ? (
        <List
          invoice={invoice}
          payments={payments.data}
          isPayer={isPayer}
          {...(mayPay ? { onTakeBack: setTaken } : {})}
        />
      ) : null}
      {mayPay && remaining !== 0 ? (
        <div>
          <Button size="xs" variant="default" onClick={() => setRecording(true)}>
            {remaining < 0 ? texts.recordRefund : texts.record}
          </Button>
        </div>
      ) : null}
      {isRecording ? <RecordDialog invoice={invoice} onClose={() => setRecording(false)} /> : null}
      {taken ? <TakeBack invoice={invoice} payment={taken} onClose={() => setTaken(undefined)} /> : null}
    </Panel>
  )
}

function List(props: {
  invoice: Invoice
  payments: readonly Payment[]
  isPayer: boolean
  onTakeBack?: (payment: Payment) => void
}) {
  const { invoice, payments, isPayer, onTakeBack } = props
  const format = useFormat()
  if (payments.length === 0) {
    const isOld = (invoice.paidAmount ?? 0) !== 0
    return <p className={classes.quiet}>{isOld ? texts.before : texts.none}</p>
  }
  return (
    <WideTable className={classes.scroll} label={texts.title}>
      <table className={classes.payments} aria-label={texts.title}>
        <thead>
          <tr>
            <th scope="col">{texts.day}</th>
            <th scope="col" data-number="true">
              {texts.amount}
            </th>
            <th scope="col">{texts.reference}</th>
            <th scope="col">{texts.note}</th>
            {isPayer ? <th scope="col">{texts.by}</th> : null}
            {onTakeBack ? (
              <th scope="col">
                <VisuallyHidden component="span">{texts.act}</VisuallyHidden>
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {payments.map((payment) => (
            <tr key={payment.id} data-off={payment.withdrawn !== null}>
              <th scope="row">{format.date(payment.paidDateUtc)}</th>
              <td data-number="true">{format.money(payment.amount, invoice.currency)}</td>
              <td>{payment.reference}</td>
              <td>
                {payment.note}
                {payment.retainer ? <em>{texts.fromRetainer(payment.retainer.title)}</em> : null}
                {payment.withdrawn ? <em>{texts.wasTakenBack(payment.withdrawn.reason)}</em> : null}
              </td>
              {isPayer ? <td>{payment.createdBy?.name}</td> : null}
              {onTakeBack ? (
                <td>
                  {payment.withdrawn ? null : (
                    <Button
                      size="compact-xs"
                      variant="subtle"
                      aria-label={texts.takeBackOf(format.money(payment.amount, invoice.currency))}
                      onClick={() => onTakeBack(payment)}
                    >
                      {texts.act}
                    </Button>
                  )}
                </td>
              ) : null}
            </tr>
          ))}
        </tbody>
      </table>
    </WideTable>
  )
}

function TakeBack(props: { invoice: Invoice; payment: Payment; onClose: () => void }) {
  const { invoice, payment, onClose } = props
  const action = useTakeBack(invoice.id)
  return (
    <ReasonDialog
      title={texts.takeBackTitle}
      label={texts.reason}
      hint={texts.reasonHint}
      confirmLabel={texts.act}
      busy={action.isPending}
      error={action.error}
      onConfirm={(reason) =>
        action.mutate(
          { paymentId: payment.id, reason },
          {
            onSuccess: () => {
              showToast({ text: texts.takenBack })
              onClose()
            },
          },
        )
      }
      onClose={onClose}
    >
      <p>{texts.takeBackText}</p>
    </ReasonDialog>
  )
}
