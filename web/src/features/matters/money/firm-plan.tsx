// What a law firm says of the money of a matter: the budget it proposes, and what its work will still cost.
import { Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import { useFormat } from '../../../components/format-context.ts'
import classes from './budget.module.css'
import { EstimateDialog, ProposeDialog } from './firm-dialogs.tsx'
import { estimateQuery } from './proposal-calls.ts'
import { proposalTexts as texts } from './proposal-texts.ts'
import { ProposedBudgets } from './proposed-budgets.tsx'

export function FirmPlan({ matterId }: { matterId: number }) {
  const format = useFormat()
  const estimate = useQuery(estimateQuery(matterId))
  const [open, setOpen] = useState<'budget' | 'estimate' | null>(null)
  const close = () => setOpen(null)
  const [latest] = estimate.data?.value.versions ?? []
  return (
    <section aria-label={texts.firmLead} className={classes.budget}>
      <ErrorAlert error={estimate.error} />
      {latest ? (
        <dl className={classes.facts}>
          <div>
            <dt>{texts.estimate}</dt>
            <dd>{format.money(latest.amount, latest.currency)}</dd>
          </div>
        </dl>
      ) : (
        <p className={classes.quiet}>{texts.noEstimate}</p>
      )}
      <ProposedBudgets matterId={matterId} />
      <Group gap={8}>
        <Button size="xs" variant="default" onClick={() => setOpen('budget')}>
          {texts.propose}
        </Button>
        {estimate.data ? (
          <Button size="xs" variant="default" onClick={() => setOpen('estimate')}>
            {texts.setEstimate}
          </Button>
        ) : null}
      </Group>
      {open === 'budget' ? <ProposeDialog matterId={matterId} onClose={close} /> : null}
      {open === 'estimate' && estimate.data ? (
        <EstimateDialog matterId={matterId} latest={latest} etag={estimate.data.etag} onClose={close} />
      ) : null}
    </section>
  )
}
