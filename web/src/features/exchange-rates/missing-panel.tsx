// The invoices without a rate, by currency, and applying rates that were entered after an approval.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { useFormat } from '../../components/format-context.ts'
import { TextLink } from '../../components/links.tsx'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { Panel } from '../../components/panel.tsx'
import { showToast } from '../../components/toast-store.ts'
import { type MissingRates, missingRatesQuery, useApplyMissing } from './exchange-rate-calls.ts'
import classes from './exchange-rates.module.css'
import { exchangeRateTexts as texts } from './texts.ts'

export function MissingPanel() {
  const found = useQuery(missingRatesQuery)
  const missing = found.data ?? []
  const applicable = missing.reduce((sum, one) => sum + one.applicable, 0)
  return (
    <Panel title={texts.missing}>
      {found.isPending ? <PageSkeleton lines={2} /> : null}
      {found.isError ? <ErrorPanel error={found.error} retry={found.refetch} /> : null}
      {found.isSuccess && missing.length === 0 ? <p className={classes.quiet}>{texts.noneMissing}</p> : null}
      {missing.length > 0 ? (
        <div className={classes.stack}>
          <p className={classes.quiet}>{texts.missingLead}</p>
          <MissingTable missing={missing} />
          {applicable > 0 ? <Apply count={applicable} /> : null}
        </div>
      ) : null}
    </Panel>
  )
}

function MissingTable({ missing }: { missing: MissingRates }) {
  const format = useFormat()
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{texts.currency}</th>
          <th scope="col" className={classes.end}>
            {texts.waiting}
          </th>
          <th scope="col" className={classes.end}>
            {texts.approved}
          </th>
          <th scope="col" className={classes.end}>
            {texts.applicable}
          </th>
          <th scope="col">{texts.list}</th>
        </tr>
      </thead>
      <tbody>
        {missing.map(({ currency, waiting, approved, applicable }) => (
          <tr key={currency}>
            <th scope="row">{currency}</th>
            <td data-label={texts.waiting} className={classes.end}>
              {format.number(waiting)}
            </td>
            <td data-label={texts.approved} className={classes.end}>
              {format.number(approved)}
            </td>
            <td data-label={texts.applicable} className={classes.end}>
              {format.number(applicable)}
            </td>
            <td data-label={texts.list}>
              <TextLink
                inherit
                to="/invoices"
                search={
                  {
                    view: 'all',
                    filter: `OwnCurrency/MissingRate eq true and Currency eq '${currency}'`,
                  } as never
                }
              >
                {texts.openList(currency)}
              </TextLink>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Apply({ count }: { count: number }) {
  const apply = useApplyMissing()
  const [isOpen, setOpen] = useState(false)
  const confirm = () =>
    apply.mutate(undefined, {
      onSuccess: (applied) => {
        showToast({ text: texts.applied(applied) })
        setOpen(false)
      },
    })
  return (
    <div>
      <Button size="xs" onClick={() => setOpen(true)}>
        {texts.apply}
      </Button>
      <ConfirmDialog
        opened={isOpen}
        title={texts.applyTitle}
        confirmLabel={texts.apply}
        busy={apply.isPending}
        error={apply.error}
        danger={false}
        onConfirm={confirm}
        onClose={() => setOpen(false)}
      >
        {count === 1 ? texts.applyText(count) : texts.applyTextMany(count)}
      </ConfirmDialog>
    </div>
  )
}
