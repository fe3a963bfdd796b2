// All rates that are kept, and entering and importing them.
import { Button, NativeSelect, VisuallyHidden } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { useFormat } from '../../components/format-context.ts'
import { lazily } from '../../components/lazily.tsx'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { Panel } from '../../components/panel.tsx'
import { type ExchangeRate, exchangeRatesQuery } from './exchange-rate-calls.ts'
import classes from './exchange-rates.module.css'
import { exchangeRateTexts as texts } from './texts.ts'

const EnterDialog = lazily(() => import('./enter-dialog.tsx'), 'EnterDialog')
const ImportDialog = lazily(() => import('./import-dialog.tsx'), 'ImportDialog')
const RateDialog = lazily(() => import('./rate-dialog.tsx'), 'RateDialog')

export function RatesPanel({ ownCurrency }: { ownCurrency: string }) {
  const [currency, setCurrency] = useState('')
  const [known, setKnown] = useState<readonly string[]>([])
  const [open, setOpen] = useState<'enter' | 'import' | number>()
  const found = useInfiniteQuery(exchangeRatesQuery(currency))
  const rates = found.data?.pages.flatMap(({ items }) => items) ?? []
  const currencies = [...new Set([...known, ...rates.map((rate) => rate.currency)])].toSorted()
  const choose = (next: string) => {
    setKnown(currencies)
    setCurrency(next)
  }
  const close = () => setOpen(undefined)
  return (
    <Panel title={texts.rates}>
      <div className={classes.stack}>
        <div className={classes.bar}>
          <Button size="xs" onClick={() => setOpen('enter')}>
            {texts.add}
          </Button>
          <Button size="xs" variant="default" onClick={() => setOpen('import')}>
            {texts.import}
          </Button>
          {currencies.length > 1 ? (
            <NativeSelect
              size="xs"
              aria-label={texts.show}
              value={currency}
              data={[
                { value: '', label: texts.all },
                ...currencies.map((value) => ({ value, label: value })),
              ]}
              onChange={(event) => choose(event.currentTarget.value)}
            />
          ) : null}
        </div>
        {found.isPending ? <PageSkeleton lines={4} /> : null}
        {found.isError ? <ErrorPanel error={found.error} retry={found.refetch} /> : null}
        {found.isSuccess && rates.length === 0 ? (
          <p className={classes.quiet}>{currency === '' ? texts.none : texts.noneOf(currency)}</p>
        ) : null}
        {rates.length > 0 ? <RateTable rates={rates} onOpen={setOpen} /> : null}
        {found.hasNextPage ? (
          <Button size="sm" variant="default" onClick={() => void found.fetchNextPage()}>
            {texts.more}
          </Button>
        ) : null}
      </div>
      {open === 'enter' ? <EnterDialog ownCurrency={ownCurrency} onClose={close} /> : null}
      {open === 'import' ? <ImportDialog onClose={close} /> : null}
      {typeof open === 'number' ? <RateDialog rateId={open} onClose={close} /> : null}
    </Panel>
  )
}

function RateTable(props: { rates: readonly ExchangeRate[]; onOpen: (id: number) => void }) {
  const { rates, onOpen } = props
  const format = useFormat()
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{texts.currency}</th>
          <th scope="col">{texts.from}</th>
          <th scope="col" className={classes.end}>
            {texts.rate}
          </th>
          <th scope="col">{texts.source}</th>
          <th scope="col">{texts.by}</th>
          <th scope="col">
            <VisuallyHidden>{texts.details}</VisuallyHidden>
          </th>
        </tr>
      </thead>
      <tbody>
        {rates.map((rate) => (
          <tr key={rate.id}>
            <th scope="row">{rate.currency}</th>
            <td data-label={texts.from}>{format.date(rate.from)}</td>
            <td data-label={texts.rate} className={classes.end}>
              {format.number(rate.rate)} {rate.ownCurrency}
            </td>
            <td data-label={texts.source} className={classes.source}>
              {typeof rate.fileName === 'string' ? texts.imported(rate.fileName) : texts.entered}
            </td>
            <td data-label={texts.by}>{rate.set?.userName}</td>
            <td className={classes.end}>
              <Button
                size="compact-sm"
                variant="default"
                aria-label={texts.detailsOf(rate.currency, format.date(rate.from))}
                onClick={() => rate.id !== undefined && onOpen(rate.id)}
              >
                {texts.details}
              </Button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
