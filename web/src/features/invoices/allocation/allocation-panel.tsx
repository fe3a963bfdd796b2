// Over which cost centres and legal entities an invoice goes, with amounts, on its page.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import { useFormat } from '../../../components/format-context.ts'
import { lazily } from '../../../components/lazily.tsx'
import { Panel } from '../../../components/panel.tsx'
import plain from '../../../components/plain-table.module.css'
import type { Invoice } from '../review/invoice-calls.ts'
import { type Allocation, allocationQuery, useSaveAllocation } from './allocation-calls.ts'
import classes from './allocation.module.css'
import { labelOfCost } from './cost-label.ts'
import { allocationTexts as texts } from './texts.ts'

const AllocationDialog = lazily(() => import('./allocation-dialog.tsx'), 'AllocationDialog')

/** Nothing where there is no allocation, and none can be made. */
export function AllocationPanel({ invoice }: { invoice: Invoice }) {
  const allocation = useQuery(allocationQuery(invoice))
  const [isOpen, setOpen] = useState(false)
  if (allocation.isError) return <ErrorAlert error={allocation.error} />
  if (allocation.data === undefined) return null
  const { value, etag } = allocation.data
  const { shares, can } = value
  if (shares.length === 0 && !can.change) return null
  return (
    <Panel title={texts.title}>
      <div className={classes.allocation}>
        {shares.length === 0 ? <p className={classes.quiet}>{texts.none}</p> : <Shares allocation={value} />}
        {can.change ? (
          <Button size="xs" variant="default" onClick={() => setOpen(true)}>
            {shares.length === 0 ? texts.allocate : texts.change}
          </Button>
        ) : null}
      </div>
      {isOpen ? (
        <Dialog invoiceId={invoice.id} allocation={value} etag={etag} onClose={() => setOpen(false)} />
      ) : null}
    </Panel>
  )
}

function Dialog(props: {
  invoiceId: number
  allocation: Allocation
  etag: string | undefined
  onClose: () => void
}) {
  const { invoiceId, allocation, etag, onClose } = props
  const save = useSaveAllocation(invoiceId, etag)
  const { shares, can } = allocation
  return (
    <AllocationDialog
      lead={texts.invoiceLead}
      shares={shares}
      needsReason={can.needsReason}
      save={save}
      onClose={onClose}
    />
  )
}

function Shares({ allocation: { shares, currency } }: { allocation: Allocation }) {
  const format = useFormat()
  const isApproved = shares.some(({ approvedNet }) => approvedNet !== null)
  const columns = isApproved
    ? ([
        [texts.approved, 'approvedNet'],
        [texts.approvedTax, 'approvedTax'],
      ] as const)
    : ([
        [texts.billed, 'billedNet'],
        [texts.tax, 'billedTax'],
      ] as const)
  const sum = (name: (typeof columns)[number][1]) =>
    format.money(
      shares.reduce((all, share) => all + (share[name] ?? 0), 0),
      currency,
    )
  return (
    <table className={plain.table}>
      <thead>
        <tr>
          <th scope="col">{texts.costCentre}</th>
          <th scope="col">{texts.legalEntity}</th>
          <th scope="col" className={plain.end}>
            {texts.percent}
          </th>
          {columns.map(([label]) => (
            <th key={label} scope="col" className={plain.end}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {shares.map((share) => (
          <tr key={`${share.costCentre?.id}/${share.legalEntity?.id}`}>
            <th scope="row" data-label={texts.costCentre}>
              {share.costCentre ? labelOfCost(share.costCentre) : '–'}
            </th>
            <td data-label={texts.legalEntity}>{share.legalEntity ? labelOfCost(share.legalEntity) : '–'}</td>
            <td data-label={texts.percent} className={plain.end}>
              {format.number(share.percent)} %
            </td>
            {columns.map(([label, name]) => (
              <td key={name} data-label={label} className={plain.end}>
                {format.money(share[name] ?? 0, currency)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      {shares.length > 1 ? (
        <tfoot>
          <tr>
            <th scope="row" colSpan={3}>
              {texts.total}
            </th>
            {columns.map(([label, name]) => (
              <td key={name} data-label={label} className={plain.end}>
                {sum(name)}
              </td>
            ))}
          </tr>
        </tfoot>
      ) : null}
    </table>
  )
}
