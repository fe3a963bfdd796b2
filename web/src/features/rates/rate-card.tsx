// The rates that are agreed between an organisation and a law firm, with their history, and as a CSV.
import { Button, Checkbox, VisuallyHidden } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { useFormat } from '../../components/format-context.ts'
import { lazily } from '../../components/lazily.tsx'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { Panel } from '../../components/panel.tsx'
import { now } from '../../lib/now.ts'
import { hasStatus } from '../../lib/refusal.ts'
import { cardFilter, type Rate, ratesQuery, type Side } from './rate-calls.ts'
import classes from './rates.module.css'
import { rateTexts as texts } from './texts.ts'
import { whoIs } from './who.ts'

const AddDialog = lazily(() => import('./add-dialog.tsx'), 'AddDialog')
const ImportDialog = lazily(() => import('./import-dialog.tsx'), 'ImportDialog')
const RateDialog = lazily(() => import('./rate-dialog.tsx'), 'RateDialog')

/** With a firm, for people of the organisation that pays, who set them; otherwise to read. */
export function RateCard({ side }: { side: Side }) {
  const [all, setAll] = useState(false)
  const [open, setOpen] = useState<'add' | 'import' | number>()
  const today = new Date(now()).toISOString().slice(0, 10)
  const filter = cardFilter(side, today, all)
  const found = useInfiniteQuery(ratesQuery(filter))
  const rates = found.data?.pages.flatMap(({ items }) => items)
  const isRefused = hasStatus(found.error, 403)
  const close = () => setOpen(undefined)
  return (
    <Panel title={texts.card}>
      {isRefused ? null : (
        <div className={classes.state}>
          {'firm' in side ? (
            <>
              <Button size="xs" onClick={() => setOpen('add')}>
                {texts.add}
              </Button>
              <Button size="xs" variant="default" onClick={() => setOpen('import')}>
                {texts.import}
              </Button>
            </>
          ) : null}
          <Button
            size="xs"
            variant="default"
            component="a"
            href={`/v2/agreedRates/export?${new URLSearchParams({ $filter: filter })}`}
          >
            {texts.export}
          </Button>
          <Checkbox
            label={texts.showEarlier}
            checked={all}
            onChange={(event) => setAll(event.currentTarget.checked)}
          />
        </div>
      )}
      {found.isPending ? <PageSkeleton lines={4} /> : null}
      {found.isError ? <ErrorPanel error={found.error} retry={found.refetch} /> : null}
      {rates?.length === 0 ? <p className={classes.quiet}>{texts.none}</p> : null}
      {rates && rates.length > 0 ? <RateTable rates={rates} today={today} onOpen={setOpen} /> : null}
      {found.hasNextPage ? (
        <Button size="sm" variant="default" onClick={() => void found.fetchNextPage()}>
          {texts.more}
        </Button>
      ) : null}
      {open === 'add' && 'firm' in side ? <AddDialog firmId={side.firm} onClose={close} /> : null}
      {open === 'import' && 'firm' in side ? <ImportDialog firmId={side.firm} onClose={close} /> : null}
      {typeof open === 'number' ? <RateDialog rateId={open} canSet={'firm' in side} onClose={close} /> : null}
    </Panel>
  )
}

function RateTable(props: { rates: readonly Rate[]; today: string; onOpen: (id: number) => void }) {
  const { rates, today, onOpen } = props
  const format = useFormat()
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{texts.who}</th>
          <th scope="col">{texts.matter}</th>
          <th scope="col" className={classes.end}>
            {texts.rate}
          </th>
          <th scope="col">{texts.from}</th>
          <th scope="col">{texts.to}</th>
          <th scope="col">
            <VisuallyHidden>{texts.details}</VisuallyHidden>
          </th>
        </tr>
      </thead>
      <tbody>
        {rates.map((rate) => {
          const { who, about } = whoIs(rate)
          const isPast = rate.withdrawn || (typeof rate.to === 'string' && rate.to < today)
          return (
            <tr key={rate.id} className={isPast ? classes.past : undefined}>
              <th scope="row">
                {who}
                {about === '' ? null : <small>{about}</small>}
              </th>
              <td data-label={texts.matter}>{rate.matter ? rate.matter.name : texts.noMatter}</td>
              <td data-label={texts.rate} className={classes.end}>
                {format.money(rate.rate, rate.currency)}
              </td>
              <td data-label={texts.from}>{format.date(rate.from)}</td>
              <td data-label={texts.to}>
                {rate.withdrawn ? texts.withdrawn : rate.to ? format.date(rate.to) : texts.open}
              </td>
              <td className={classes.end}>
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={texts.detailsOf(who)}
                  onClick={() => onOpen(rate.id)}
                >
                  {texts.details}
                </Button>
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
