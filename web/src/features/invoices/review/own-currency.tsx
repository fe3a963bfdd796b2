// What an invoice comes to in the organisation's own currency, with the rate; or which rate is missing.
import { useFormat } from '../../../components/format-context.ts'
import { TextLink } from '../../../components/links.tsx'
import { useMe } from '../../../components/me-context.ts'
import type { Invoice } from './invoice-calls.ts'
import classes from './own-currency.module.css'

const texts = {
  title: (currency: string) => `In ${currency}`,
  billed: 'Billed',
  approved: 'Approved',
  net: 'Without tax',
  tax: 'Tax',
  total: 'Total',
  cost: 'Cost, without recoverable tax',
  rate: (one: string, rate: string, own: string) => `1 ${one} = ${rate} ${own}`,
  of: (date: string, source: string) => `Rate of ${date}, ${source}.`,
  sources: { Entered: 'entered', Imported: 'imported' } as Readonly<Record<string, string>>,
  frozen: 'Kept since the approval.',
  open: 'Changes with the rates until it is approved.',
  missing: (currency: string, date: string) => `There is no rate of ${currency} for ${date}.`,
  blocks: (own: string) => `Totals in ${own} are blocked by this invoice.`,
  enter: 'Exchange rates',
}

type Own = NonNullable<Invoice['ownCurrency']>

export function OwnCurrency({ own, currency }: { own: Own; currency: string }) {
  const format = useFormat()
  const title = texts.title(own.currency)
  return (
    <section className={classes.own} aria-label={title}>
      {own.missingRate ? (
        <Missing own={own} title={title} />
      ) : (
        <>
          <Sums own={own} title={title} />
          <p className={classes.rate}>
            {texts.rate(currency, format.number(own.rate ?? 0), own.currency)}.{' '}
            {texts.of(format.date(own.rateDate ?? ''), texts.sources[own.source ?? ''] ?? '')}{' '}
            {own.frozen ? texts.frozen : texts.open}
          </p>
        </>
      )}
    </section>
  )
}

function Sums({ own, title }: { own: Own; title: string }) {
  const format = useFormat()
  const money = (value: number | null) => (value === null ? '' : format.money(value, own.currency))
  const isApproved = own.approvedTotal !== null
  const rows = [
    [texts.net, own.net, own.approvedNet],
    [texts.tax, own.tax, own.approvedTax],
    [texts.total, own.total, own.approvedTotal],
    ...(own.cost === own.net && own.approvedCost === own.approvedNet
      ? []
      : ([[texts.cost, own.cost, own.approvedCost]] as const)),
  ] as const
  return (
    <table className={classes.sums}>
      <thead>
        <tr>
          <th scope="col">{title}</th>
          <th scope="col">{texts.billed}</th>
          {isApproved ? <th scope="col">{texts.approved}</th> : null}
        </tr>
      </thead>
      <tbody>
        {rows.map(([label, billed, approved]) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td>{money(billed)}</td>
            {isApproved ? <td>{money(approved)}</td> : null}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Missing({ own, title }: { own: Own; title: string }) {
  const format = useFormat()
  const { can } = useMe()
  const { currency = '', date = '' } = own.missingRate ?? {}
  return (
    <>
      <strong>{title}</strong>
      <p className={classes.rate}>
        {texts.missing(currency, format.date(date))} {texts.blocks(own.currency)}{' '}
        {can.administer ? (
          <TextLink to="/administration/exchange-rates" inherit>
            {texts.enter}
          </TextLink>
        ) : null}
      </p>
    </>
  )
}
