// The lines of a file that are above the rate that is agreed for them.
import { useFormat } from '../../../components/format-context.ts'
import { WideTable } from '../../../components/wide-table.tsx'
import type { Report } from './posting.ts'
import classes from './posting.module.css'
import { postingTexts as texts } from './texts.ts'

export function LinesAboveRates(props: {
  aboveRates: NonNullable<Report['aboveRates']>
  currency: string | null
}) {
  const { aboveRates, currency } = props
  const format = useFormat()
  const { count, lines } = aboveRates
  const amount = (value: number) => (currency ? format.money(value, currency) : format.number(value))
  return (
    <section aria-label={texts.aboveTitle}>
      <p>
        <strong>{texts.above(count)}</strong> {texts.aboveHint}
      </p>
      <WideTable className={classes.scroll} label={texts.aboveTitle}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{texts.row}</th>
              <th scope="col">{texts.timekeeper}</th>
              <th scope="col" className={classes.end}>
                {texts.billed}
              </th>
              <th scope="col" className={classes.end}>
                {texts.agreed}
              </th>
            </tr>
          </thead>
          <tbody>
            {lines.map(({ row, timekeeper, unitPrice, agreedRate }) => (
              <tr key={row}>
                <th scope="row">{format.number(row)}</th>
                <td>{timekeeper}</td>
                <td className={classes.end}>{amount(unitPrice)}</td>
                <td className={classes.end}>{amount(agreedRate)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </WideTable>
      {count > lines.length ? <p>{texts.aboveMore(count - lines.length)}</p> : null}
    </section>
  )
}
