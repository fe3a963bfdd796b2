// The credit notes of an invoice on its page, and what they leave of it.
import { useFormat } from '../../../components/format-context.ts'
import { TextLink } from '../../../components/links.tsx'
import { Panel } from '../../../components/panel.tsx'
import { StateBadge } from '../../../components/state-badge.tsx'
import { invoiceStates, stateOf } from '../../../lib/states.ts'
import { sum } from '../review/grouped-lines.ts'
import type { Invoice } from '../review/invoice-calls.ts'
import classes from './credits.module.css'
import { creditTexts as texts } from './texts.ts'

export function CreditsPanel({ invoice }: { invoice: Invoice }) {
  const format = useFormat()
  const money = (value: number) => format.money(value, invoice.currency)
  const { credited, approvedTotal, creditNotes } = invoice
  const sums = [
    [texts.credited, credited],
    [texts.left, sum([approvedTotal ?? 0, -credited])],
  ] as const
  return (
    <Panel title={texts.title}>
      <dl className={classes.sums}>
        {sums.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{money(value)}</dd>
          </div>
        ))}
      </dl>
      <table className={classes.notes}>
        <thead>
          <tr>
            <th scope="col">{texts.number}</th>
            <th scope="col">{texts.state}</th>
            <th scope="col">{texts.amount}</th>
          </tr>
        </thead>
        <tbody>
          {creditNotes.map((note) => (
            <tr key={note.id}>
              <th scope="row">
                <TextLink inherit to="/invoices/$id" params={{ id: String(note.id) }}>
                  {note.number}
                </TextLink>
              </th>
              <td>
                <StateBadge state={stateOf(invoiceStates, note.status)} />
              </td>
              <td>{money(note.approvedTotal ?? note.total)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  )
}
