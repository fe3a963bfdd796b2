// What invoices of a matter are allocated over when they are posted, among the money of the matter.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import { useFormat } from '../../../components/format-context.ts'
import { lazily } from '../../../components/lazily.tsx'
import { useMe } from '../../../components/me-context.ts'
import type { NamedShare } from '../../invoices/allocation/allocation-calls.ts'
import { defaultAllocationQuery, useSaveDefaultAllocation } from './allocation-calls.ts'
import classes from '../../invoices/allocation/allocation.module.css'
import { labelOfCost } from '../../invoices/allocation/cost-label.ts'
import { allocationTexts as texts } from '../../invoices/allocation/texts.ts'

const AllocationDialog = lazily(
  () => import('../../invoices/allocation/allocation-dialog.tsx'),
  'AllocationDialog',
)

export function DefaultAllocation({ matterId }: { matterId: number }) {
  const me = useMe()
  const format = useFormat()
  const [isOpen, setOpen] = useState(false)
  const allocation = useQuery(defaultAllocationQuery(matterId))
  if (allocation.isError) return <ErrorAlert error={allocation.error} />
  if (allocation.data === undefined) return null
  const { shares } = allocation.data
  const named = ({ costCentre, legalEntity }: NamedShare) =>
    [costCentre, legalEntity].flatMap((each) => (each ? labelOfCost(each) : [])).join(', ')
  return (
    <section aria-label={texts.title} className={classes.allocation}>
      <p className={classes.quiet}>{shares.length === 0 ? texts.noneOfMatter : texts.ofMatter}</p>
      {shares.length > 0 ? (
        <ul className={classes.list}>
          {shares.map((share) => (
            <li key={named(share)}>
              <span className={classes.part}>{format.number(share.percent)} %</span> {named(share)}
            </li>
          ))}
        </ul>
      ) : null}
      {me.can.manageInvoices ? (
        <Button size="xs" variant="default" onClick={() => setOpen(true)}>
          {texts.set}
        </Button>
      ) : null}
      {isOpen ? <Dialog matterId={matterId} shares={shares} onClose={() => setOpen(false)} /> : null}
    </section>
  )
}

function Dialog(props: { matterId: number; shares: readonly NamedShare[]; onClose: () => void }) {
  const { matterId, shares, onClose } = props
  const save = useSaveDefaultAllocation(matterId)
  return (
    <AllocationDialog
      lead={texts.matterLead}
      shares={shares}
      needsReason={false}
      save={save}
      onClose={onClose}
    />
  )
}
