// One export to finance: its invoices as they were handed over, what finance said of them, and what can be done.
import { Anchor, Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx'
import { DescriptionList } from '../../../components/description-list.tsx'
import { ErrorPanel } from '../../../components/error-panel.tsx'
import { useFormat } from '../../../components/format-context.ts'
import { TextLink } from '../../../components/links.tsx'
import { PageSkeleton } from '../../../components/page-skeleton.tsx'
import { Page } from '../../../components/page.tsx'
import { Panel } from '../../../components/panel.tsx'
import table from '../../../components/plain-table.module.css'
import { ReasonDialog } from '../../../components/reason-dialog.tsx'
import { StateBadge } from '../../../components/state-badge.tsx'
import { showToast } from '../../../components/toast-store.ts'
import { stateOf } from '../../../lib/states.ts'
import { downloadOf, type ExportDetails, exportQuery, useAcknowledge, useWithdraw } from './export-calls.ts'
import { exportStates } from './export-states.ts'
import classes from './exports.module.css'
import { exportTexts as texts } from './texts.ts'
import { Totals } from './totals.tsx'

export function ExportPage() {
  const { exportId = '' } = useParams({ strict: false })
  const found = useQuery(exportQuery(Number(exportId)))
  const shown = found.data?.value
  return (
    <Page
      title={shown ? texts.numbered(shown.number) : texts.title}
      {...(shown?.note ? { lead: shown.note } : {})}
      actions={<TextLink to="/invoices/exports">{texts.back}</TextLink>}
    >
      {found.isPending ? <PageSkeleton lines={8} /> : null}
      {found.isError ? <ErrorPanel error={found.error} retry={found.refetch} /> : null}
      {shown ? (
        <>
          <Panel>
            <div className={classes.acts}>
              <StateBadge state={stateOf(exportStates, shown.status)} />
              {shown.can.download ? <Downloads id={shown.id} /> : null}
              <Acts shown={shown} etag={found.data?.etag} />
            </div>
            <Facts shown={shown} />
            {shown.hiddenInvoices > 0 ? <p>{texts.hidden(shown.hiddenInvoices)}</p> : null}
          </Panel>
          <Panel title={texts.invoices}>
            <InvoicesTable invoices={shown.invoices} />
          </Panel>
        </>
      ) : null}
    </Page>
  )
}

function Downloads({ id }: { id: number }) {
  const links = [
    [texts.csv, downloadOf(id, 'invoices', 'csv')],
    [texts.json, downloadOf(id, 'invoices', 'json')],
    [texts.allocations, downloadOf(id, 'allocations', 'csv')],
    [texts.lines, downloadOf(id, 'lines', 'csv')],
  ] as const
  return links.map(([label, href]) => (
    <Button key={label} size="sm" variant="default" component="a" href={href} download>
      {label}
    </Button>
  ))
}

function Facts({ shown }: { shown: ExportDetails }) {
  const format = useFormat()
  const { created, ended, reference, withdrawnBecause, totals, status } = shown
  const madeBy = (made: ExportDetails['created'] | null) =>
    made ? texts.by(made.userName ?? '', format.dateTime(made.dateUtc ?? '')) : null
  const facts = [
    [texts.total, <Totals key="total" totals={totals} />],
    [texts.made, madeBy(created)],
    [status === 'Withdrawn' ? texts.withdrawnBy : texts.acknowledgedBy, madeBy(ended)],
    [texts.reference, reference],
    [texts.reason, withdrawnBecause],
  ] as const
  return <DescriptionList facts={facts.filter(([, value]) => value !== null)} />
}

function InvoicesTable({ invoices }: { invoices: ExportDetails['invoices'] }) {
  const format = useFormat()
  return (
    <table className={table.table}>
      <thead>
        <tr>
          <th scope="col">{texts.invoice}</th>
          <th scope="col">{texts.matter}</th>
          <th scope="col" className={table.end}>
            {texts.billed}
          </th>
          <th scope="col" className={table.end}>
            {texts.adjustment}
            <small>{texts.adjustmentHint}</small>
          </th>
          <th scope="col" className={table.end}>
            {texts.tax}
          </th>
          <th scope="col" className={table.end}>
            {texts.toPay}
          </th>
          <th scope="col">{texts.payment}</th>
        </tr>
      </thead>
      <tbody>
        {invoices.map((each) => (
          <tr key={each.id}>
            <th scope="row">
              <Anchor inherit href={`#/invoices/${each.id}`}>
                {each.number}
              </Anchor>
              <small>{[each.providerName, each.reference].filter(Boolean).join(' · ')}</small>
            </th>
            <td data-label={texts.matter}>{each.matter.name}</td>
            <td data-label={texts.billed} className={table.end}>
              {format.money(each.billedTotal, each.currency)}
            </td>
            <td data-label={texts.adjustment} className={table.end}>
              {format.money(each.adjustment, each.currency)}
            </td>
            <td data-label={texts.tax} className={table.end}>
              {format.money(each.approvedTax, each.currency)}
            </td>
            <td data-label={texts.toPay} className={table.end}>
              {format.money(each.toPay, each.currency)}
            </td>
            <td data-label={texts.payment}>
              <span>
                {each.paidDateUtc ? format.date(each.paidDateUtc) : texts.unpaid}
                {each.paymentReference ? <small>{each.paymentReference}</small> : null}
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Acts({ shown, etag }: { shown: ExportDetails; etag: string | undefined }) {
  const [asking, setAsking] = useState<'acknowledge' | 'withdraw'>()
  const [reference, setReference] = useState('')
  const acknowledge = useAcknowledge(shown.id)
  const withdraw = useWithdraw(shown.id, etag)
  const done = (text: string) => ({
    onSuccess: () => {
      setAsking(undefined)
      showToast({ text })
    },
  })
  const close = () => {
    setAsking(undefined)
    acknowledge.reset()
    withdraw.reset()
  }
  return (
    <>
      {shown.can.acknowledge ? (
        <Button size="sm" onClick={() => setAsking('acknowledge')}>
          {texts.acknowledge}
        </Button>
      ) : null}
      {shown.can.withdraw ? (
        <Button size="sm" variant="default" onClick={() => setAsking('withdraw')}>
          {texts.withdraw}
        </Button>
      ) : null}
      <ConfirmDialog
        opened={asking === 'acknowledge'}
        title={texts.acknowledgeTitle}
        confirmLabel={texts.acknowledge}
        danger={false}
        busy={acknowledge.isPending}
        error={acknowledge.error}
        onConfirm={() => acknowledge.mutate(reference.trim(), done(texts.acknowledged))}
        onClose={close}
      >
        <p>{texts.acknowledgeText}</p>
        <TextInput
          label={texts.reference}
          required
          maxLength={100}
          value={reference}
          onChange={(event) => setReference(event.currentTarget.value)}
        />
      </ConfirmDialog>
      {asking === 'withdraw' ? (
        <ReasonDialog
          title={texts.withdrawTitle}
          label={texts.reason}
          hint={texts.withdrawHint}
          confirmLabel={texts.withdraw}
          busy={withdraw.isPending}
          error={withdraw.error}
          onConfirm={(reason) => withdraw.mutate(reason, done(texts.withdrawn))}
          onClose={close}
        />
      ) : null}
    </>
  )
}
