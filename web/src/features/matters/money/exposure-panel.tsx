// What a matter may cost beside the work on it, among its money: what is at stake, how likely, what is set aside.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import { useFormat } from '../../../components/format-context.ts'
import { useMe } from '../../../components/me-context.ts'
import classes from './budget.module.css'
import { exposureQuery } from './exposure-calls.ts'
import { ExposureDialog } from './exposure-dialog.tsx'
import { exposureTexts as texts } from './exposure-texts.ts'

export function ExposurePanel({ matterId }: { matterId: number }) {
  const me = useMe()
  const format = useFormat()
  const exposure = useQuery(exposureQuery(matterId))
  const [isOpen, setOpen] = useState(false)
  if (exposure.isError) return <ErrorAlert error={exposure.error} />
  if (exposure.data === undefined) return null
  const { value, etag } = exposure.data
  const [latest] = value.versions
  const amount = latest?.amount ?? null
  const facts =
    latest && amount !== null
      ? [
          [texts.atStake, format.money(amount, latest.currency)],
          [texts.probability, texts.percent(latest.probability)],
          [texts.expected, format.money((amount * latest.probability) / 100, latest.currency)],
          [
            texts.reserve,
            typeof latest.reserve === 'number'
              ? format.money(latest.reserve, latest.currency)
              : texts.noReserve,
          ],
        ]
      : []
  return (
    <section aria-label={texts.title} className={classes.budget}>
      {facts.length === 0 ? <p className={classes.quiet}>{texts.none}</p> : null}
      {facts.length === 0 ? null : (
        <dl className={classes.facts}>
          {facts.map(([label, fact]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{fact}</dd>
            </div>
          ))}
        </dl>
      )}
      {latest?.note && amount !== null ? <p className={classes.quiet}>{latest.note}</p> : null}
      {me.can.manageInvoices ? (
        <Button size="xs" variant="default" onClick={() => setOpen(true)}>
          {amount === null ? texts.set : texts.change}
        </Button>
      ) : null}
      {isOpen ? (
        <ExposureDialog
          matterId={matterId}
          versions={value.versions}
          etag={etag}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </section>
  )
}
