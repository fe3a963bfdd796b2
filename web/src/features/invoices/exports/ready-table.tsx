// The invoices that are ready for an export, each to be chosen or left.
import { Checkbox } from '@mantine/core'
import { useFormat } from '../../../components/format-context.ts'
import { TextLink } from '../../../components/links.tsx'
import table from '../../../components/plain-table.module.css'
import type { ReadyInvoice } from './export-calls.ts'
import classes from './exports.module.css'
import { exportTexts as texts } from './texts.ts'

interface Props {
  readonly invoices: readonly ReadyInvoice[]
  /** The ids of those that are not chosen. */
  readonly left: ReadonlySet<number>
  readonly onChange: (left: ReadonlySet<number>) => void
}

export function ReadyTable({ invoices, left, onChange }: Props) {
  const format = useFormat()
  const toggle = (id: number) => {
    const next = new Set(left)
    if (!next.delete(id)) next.add(id)
    onChange(next)
  }
  return (
    <table className={`${table.table} ${classes.middle}`}>
      <thead>
        <tr>
          <th scope="col">{texts.invoice}</th>
          <th scope="col">{texts.firm}</th>
          <th scope="col">{texts.matter}</th>
          <th scope="col">{texts.approvedOn}</th>
          <th scope="col" className={table.end}>
            {texts.toPay}
          </th>
        </tr>
      </thead>
      <tbody>
        {invoices.map(({ id, number, providerName, matter, approved, toPay, currency }) => (
          <tr key={id}>
            <th scope="row">
              <Checkbox
                aria-label={texts.choose(number)}
                checked={!left.has(id)}
                label={
                  <TextLink inherit to="/invoices/$id" params={{ id: String(id) }}>
                    {number}
                  </TextLink>
                }
                onChange={() => toggle(id)}
              />
            </th>
            <td data-label={texts.firm}>{providerName}</td>
            <td data-label={texts.matter}>{matter?.name}</td>
            <td data-label={texts.approvedOn}>{format.date(approved?.dateUtc ?? '')}</td>
            <td data-label={texts.toPay} className={table.end}>
              {format.money(toPay ?? 0, currency)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
