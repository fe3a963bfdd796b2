// What the panel beside the list shows of an invoice: its facts, why it was declined, its lines.
import { useQuery } from '@tanstack/react-query'
import { recordRoute } from '../../lib/addresses/route-of.ts'
import { kinds } from '../../lib/kinds.ts'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { Loading } from '../../components/loading.tsx'
import { StateBadge } from '../../components/state-badge.tsx'
import { answer, client } from '../../lib/client.ts'
import { invoiceStates, stateOf } from '../../lib/states.ts'
import { DayCell, MoneyCell } from '../../list/cells/cells.tsx'
import { PeekFacts, PeekPart } from '../../list/peek/peek-facts.tsx'
import type { InvoiceRow } from './invoice-list.tsx'
import { invoiceListTexts as texts } from './invoice-list-texts.ts'

export function InvoicePeek({ row }: { row: InvoiceRow }) {
  const path = { invoiceId: String(row.id) }
  const whole = useQuery({
    queryKey: ['invoices', 'peek', row.id],
    queryFn: ({ signal }) => answer(client.GET('/v2/invoices/{invoiceId}', { params: { path }, signal })),
  })
  const { currency } = row
  return (
    <>
      <PeekFacts
        facts={[
          [texts.state, <StateBadge key="state" state={stateOf(invoiceStates, row.status)} />],
          [texts.declined, row.declinedBecause],
          [texts.firm, row.providerName],
          [
            texts.matter,
            row.matter ? (
              <a key="on" href={`#${recordRoute(kinds.matter, row.matter.id)}`}>
                {row.matter.name}
              </a>
            ) : null,
          ],
          [texts.date, <DayCell key="date" value={row.invoiceDate} />],
          [texts.due, row.dueDate ? <DayCell key="due" value={row.dueDate} /> : null],
          [texts.fees, <MoneyCell key="fees" value={row.fees} currency={currency} />],
          [
            texts.disbursements,
            <MoneyCell key="disbursements" value={row.disbursements} currency={currency} />,
          ],
          [texts.tax, <MoneyCell key="tax" value={row.totalTax} currency={currency} />],
          [
            texts.total,
            <strong key="total">
              <MoneyCell value={row.total} currency={currency} />
            </strong>,
          ],
          [texts.purchaseOrder, row.purchaseOrder],
          [texts.recipient, row.recipient?.name],
          [
            texts.file,
            row.file ? (
              <a key="file" href={`#/files/${row.file.id}`}>
                {row.file.name}
              </a>
            ) : null,
          ],
          [texts.description, row.description],
        ]}
      />
      <ErrorAlert error={whole.error} />
      {whole.isPending && <Loading />}
      {whole.data && whole.data.lines.length > 0 && (
        <PeekPart title={texts.lines}>
          <PeekFacts
            facts={whole.data.lines.map(
              ({ number, description, amount }) =>
                [<MoneyCell key={number} value={amount} currency={currency} />, description] as const,
            )}
          />
        </PeekPart>
      )}
    </>
  )
}
