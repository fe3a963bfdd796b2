// Proposed rates beside the current ones: percent, and what they would cost a year.
import { useFormat } from '../../components/format-context.ts'
import type { ProposalDetails, ProposedRate } from './rate-calls.ts'
import classes from './rates.module.css'
import { proposalTexts as texts, rateTexts } from './texts.ts'
import { whoIs } from './who.ts'

export function ComparisonTable({ proposal }: { proposal: ProposalDetails }) {
  const { rates } = proposal
  const hasCosts = rates.some(({ hours }) => typeof hours === 'number')
  const hasCounter = rates.some(({ counterRate }) => typeof counterRate === 'number')
  const heads = [
    texts.current,
    texts.proposed,
    texts.change,
    ...(hasCounter ? [texts.counter] : []),
    ...(hasCosts ? [texts.hours, texts.yearly] : []),
  ]
  return (
    <>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{rateTexts.who}</th>
            <th scope="col">{rateTexts.from}</th>
            {heads.map((head) => (
              <th key={head} scope="col" className={classes.end}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rates.map((rate) => (
            <Row key={rate.number} rate={rate} hasCosts={hasCosts} hasCounter={hasCounter} />
          ))}
        </tbody>
      </table>
      {hasCosts ? <Totals rates={rates} /> : null}
    </>
  )
}

function Row(props: { rate: ProposedRate; hasCosts: boolean; hasCounter: boolean }) {
  const { rate, hasCosts, hasCounter } = props
  const format = useFormat()
  const { who, about } = whoIs(rate)
  const money = (value: number | null | undefined) =>
    typeof value === 'number' ? format.money(value, rate.currency) : ''
  const percent = (value: number | null | undefined) =>
    typeof value === 'number'
      ? texts.percent(`${value > 0 ? '+' : ''}${format.number(value)}`)
      : texts.newRate
  const chosen = rate.counter ?? rate.proposed
  return (
    <tr>
      <th scope="row">
        {who}
        <small>{[about, rate.matter?.name].filter(Boolean).join(' · ')}</small>
      </th>
      <td data-label={rateTexts.from}>{format.date(rate.from)}</td>
      <td data-label={texts.current} className={classes.end}>
        {money(rate.currentRate)}
        {rate.currentFrom === 'Billed' ? <small>{texts.billed}</small> : null}
      </td>
      <td data-label={texts.proposed} className={classes.end}>
        {money(rate.rate)}
      </td>
      <td data-label={texts.change} className={classes.end}>
        {percent(rate.proposed.percent)}
      </td>
      {hasCounter ? (
        <td data-label={texts.counter} className={classes.end}>
          {money(rate.counterRate)}
          {rate.counter ? <small>{percent(rate.counter.percent)}</small> : null}
        </td>
      ) : null}
      {hasCosts ? (
        <>
          <td data-label={texts.hours} className={classes.end}>
            {typeof rate.hours === 'number' ? format.number(rate.hours) : ''}
          </td>
          <td data-label={texts.yearly} className={classes.end}>
            {money(chosen.yearlyCost)}
          </td>
        </>
      ) : null}
    </tr>
  )
}

function Totals({ rates }: Pick<ProposalDetails, 'rates'>) {
  const format = useFormat()
  const sums = new Map<string, number>()
  for (const { currency, counter, proposed } of rates) {
    const cost = (counter ?? proposed).yearlyCost
    if (typeof cost === 'number') sums.set(currency, (sums.get(currency) ?? 0) + cost)
  }
  if (sums.size === 0) return null
  const shown = [...sums].map(([currency, sum]) => format.money(Math.round(sum * 1e4) / 1e4, currency))
  return (
    <>
      <p>
        {texts.total}: <strong>{shown.join(' + ')}</strong>
      </p>
      <p className={classes.quiet}>{texts.totalHint}</p>
    </>
  )
}
