// One invoice: its facts and amounts, its lines to be reviewed, and what can be done with it.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { useFormat } from '../../components/format-context.ts'
import { ButtonLink } from '../../components/links.tsx'
import { lazily } from '../../components/lazily.tsx'
import { kindOf, useMe } from '../../components/me-context.ts'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { Page } from '../../components/page.tsx'
import { Panel } from '../../components/panel.tsx'
import { StateBadge } from '../../components/state-badge.tsx'
import { useDrawnInSlices } from '../../components/use-drawn-in-slices.ts'
import { invoiceStates, stateOf } from '../../lib/states.ts'
import { AfterInvoice } from '../matters/money/after-invoice.tsx'
import { ApprovalPanel } from './approval/approval-panel.tsx'
import { invoiceListTexts as listTexts } from './invoice-list-texts.ts'
import classes from './invoice-page.module.css'
import { Amounts } from './review/amounts.tsx'
import { type Invoice, invoiceQuery } from './review/invoice-calls.ts'
import { type Flag, flagsQuery, rulesByLine } from './review/flag-calls.ts'
import { InvoiceFacts } from './review/invoice-facts.tsx'
import { InvoiceLines } from './review/invoice-lines.tsx'
import { MoveButtons } from './review/move-buttons.tsx'
import { reviewTexts as texts } from './review/texts.ts'

const CheckPanel = lazily(() => import('./posting/check-panel.tsx'), 'CheckPanel')
const CreditsPanel = lazily(() => import('./credits/credits-panel.tsx'), 'CreditsPanel')
const ExchangePanel = lazily(() => import('./exchange/exchange-panel.tsx'), 'ExchangePanel')
const FlagsPanel = lazily(() => import('./review/flags-panel.tsx'), 'FlagsPanel')
const OwnCurrency = lazily(() => import('./review/own-currency.tsx'), 'OwnCurrency')
const PaymentsPanel = lazily(() => import('./payments/payments-panel.tsx'), 'PaymentsPanel')
const PayerPanels = lazily(() => import('./payer-panels.tsx'), 'PayerPanels')
const ReductionDialog = lazily(() => import('./review/reduction-dialog.tsx'), 'ReductionDialog')

const noFlags: readonly Flag[] = []

const route = getRouteApi('/signed-in/invoices/$id')

const FeesOfInvoice = lazily(
  () => import('../matters/money/arrangements/fees-of-invoice.tsx'),
  'FeesOfInvoice',
)

export function InvoicePage() {
  const { id } = route.useParams()
  const invoice = useQuery(invoiceQuery(Number(id)))
  const isDrawn = useDrawnInSlices(invoice.data !== undefined)
  if (invoice.isError && invoice.data === undefined) {
    return (
      <Page title={listTexts.invoice}>
        <ErrorPanel error={invoice.error} title={listTexts.notShown} retry={invoice.refetch} />
      </Page>
    )
  }
  if (invoice.data === undefined || !isDrawn) return <PageSkeleton />
  return <WholeInvoice key={id} invoice={invoice.data.value} />
}

function WholeInvoice({ invoice }: { invoice: Invoice }) {
  const isPayer = kindOf(useMe()) !== 'law firm'
  const { data: flags = noFlags } = useQuery({
    ...flagsQuery(invoice.id),
    enabled: isPayer && invoice.status !== 'Draft',
  })
  const rules = useMemo(() => rulesByLine(flags), [flags])
  return (
    <Page
      title={`${texts.invoice} ${invoice.number}`}
      lead={invoice.providerName}
      actions={
        <>
          {invoice.status === 'Draft' && invoice.can.change ? (
            <ButtonLink variant="default" to="/invoices/$id/edit" params={{ id: String(invoice.id) }}>
              {texts.edit}
            </ButtonLink>
          ) : null}
          <MoveButtons invoice={invoice} />
        </>
      }
    >
      <Panel>
        <div className={classes.head}>
          <div>
            <div className={classes.state}>
              <StateBadge state={stateOf(invoiceStates, invoice.status)} />
            </div>
            <InvoiceFacts invoice={invoice} />
          </div>
          <div>
            <Amounts invoice={invoice} />
            {invoice.ownCurrency ? (
              <OwnCurrency own={invoice.ownCurrency} currency={invoice.currency} />
            ) : null}
            <Reduction invoice={invoice} />
            {invoice.can.reviewLines && invoice.matter ? (
              <AfterInvoice matterId={invoice.matter.id} invoiceDate={invoice.invoiceDate ?? null} />
            ) : null}
          </div>
        </div>
      </Panel>
      {invoice.can.post ? <CheckPanel invoice={invoice} /> : null}
      {invoice.creditNotes.length > 0 ? <CreditsPanel invoice={invoice} /> : null}
      {invoice.remaining !== null && invoice.credits === null ? <PaymentsPanel invoice={invoice} /> : null}
      <FeesOfInvoice invoiceId={invoice.id} />
      <ExchangePanel invoice={invoice} />
      <ApprovalPanel invoice={invoice} />
      {isPayer && invoice.status !== 'Draft' ? <PayerPanels invoice={invoice} /> : null}
      {flags.length > 0 ? <FlagsPanel invoice={invoice} flags={flags} /> : null}
      <InvoiceLines invoice={invoice} rules={rules} />
    </Page>
  )
}

function Reduction({ invoice }: { invoice: Invoice }) {
  const format = useFormat()
  const [isOpen, setOpen] = useState(false)
  const reduction = invoice.review?.reduction
  const what =
    typeof reduction?.amount === 'number'
      ? format.money(reduction.amount, invoice.currency)
      : `${format.number(reduction?.percent ?? 0)} %`
  return (
    <div className={classes.reduction}>
      {reduction ? (
        <p>
          {texts.reductionIs(what, reduction.appliesTo)}{' '}
          {[reduction.reason === 'Other' ? null : `${texts.reasons[reduction.reason]}.`, reduction.note]
            .filter(Boolean)
            .join(' ')}
        </p>
      ) : null}
      {invoice.can.reviewLines ? (
        <Button size="xs" variant="default" onClick={() => setOpen(true)}>
          {reduction ? texts.changeReduction : texts.reduceWhole}
        </Button>
      ) : null}
      {isOpen ? <ReductionDialog invoice={invoice} onClose={() => setOpen(false)} /> : null}
    </div>
  )
}
