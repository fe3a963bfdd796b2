// What is known of an invoice besides its amounts and lines.
import { Anchor } from '@mantine/core'
import { DescriptionList } from '../../../components/description-list.tsx'
import { useFormat } from '../../../components/format-context.ts'
import { recordRoute } from '../../../lib/addresses/route-of.ts'
import { kinds } from '../../../lib/kinds.ts'
import { DayCell, DueCell } from '../../../list/cells/cells.tsx'
import { invoiceListTexts as listTexts } from '../invoice-list-texts.ts'
import classes from './invoice-facts.module.css'
import type { Invoice } from './invoice-calls.ts'
import { reviewTexts as texts } from './texts.ts'

export function InvoiceFacts({ invoice }: { invoice: Invoice }) {
  const format = useFormat()
  const { matter, billingPeriod, original, financeExport } = invoice
  const isDone = invoice.status === 'Paid' || invoice.status === 'Void'
  const facts = [
    [
      listTexts.matter,
      matter ? (
        <Anchor inherit key="on" href={`#${recordRoute(kinds.matter, matter.id)}`}>
          {matter.name}
        </Anchor>
      ) : null,
    ],
    [listTexts.declined, invoice.declinedBecause],
    [listTexts.date, <DayCell key="date" value={invoice.invoiceDate} />],
    [listTexts.due, invoice.dueDate ? <DueCell key="due" value={invoice.dueDate} done={isDone} /> : null],
    [
      listTexts.period,
      billingPeriod ? `${format.date(billingPeriod.start)} – ${format.date(billingPeriod.end)}` : null,
    ],
    [listTexts.posted, invoice.postedDateUtc ? format.dateTime(invoice.postedDateUtc) : null],
    [
      texts.approved,
      invoice.approved?.dateUtc
        ? texts.decidedBy(invoice.approved.userName ?? '', format.dateTime(invoice.approved.dateUtc))
        : null,
    ],
    [listTexts.paid, invoice.paidDateUtc ? format.date(invoice.paidDateUtc) : null],
    [texts.paymentNote, invoice.paymentNote],
    [
      listTexts.export,
      financeExport ? (
        <Anchor inherit key="export" href={`#/invoices/exports/${financeExport.id}`}>
          {listTexts.exportIs(financeExport.number, financeExport.reference)}
        </Anchor>
      ) : null,
    ],
    [
      listTexts.credits,
      invoice.credits ? (
        <Anchor inherit key="credits" href={`#/invoices/${invoice.credits.id}`}>
          {invoice.credits.number}
        </Anchor>
      ) : null,
    ],
    [listTexts.purchaseOrder, invoice.purchaseOrder],
    [listTexts.recipient, invoice.recipient?.name],
    [
      listTexts.file,
      invoice.file ? (
        <Anchor inherit key="file" href={`#/files/${invoice.file.id}`}>
          {invoice.file.name}
        </Anchor>
      ) : null,
    ],
    [
      texts.original,
      original ? (
        <Anchor inherit key="original" href={`/v2/invoices/${invoice.id}/original`} download>
          {original.name}
        </Anchor>
      ) : null,
    ],
    [
      texts.adjusted,
      invoice.status === 'Approved' || invoice.status === 'Paid' ? (
        <span key="adjusted" className={classes.formats}>
          {(['98BI', '1998B', 'XML'] as const).map((format) => (
            <Anchor
              inherit
              key={format}
              href={`/v2/invoices/${invoice.id}/adjusted?format=${format}`}
              download
            >
              {texts.ledes(format)}
            </Anchor>
          ))}
        </span>
      ) : null,
    ],
    [listTexts.description, invoice.description],
  ] as const
  return (
    <DescriptionList
      facts={facts.filter(([, value]) => value !== null && value !== undefined && value !== '')}
    />
  )
}
