// The tiers of a discount by volume, with the one that the fees of the year have come to.
import { useFormat } from '../../../../components/format-context.ts'
import type { Format } from '../../../../lib/format.ts'
import type { Arrangement } from './arrangement-calls.ts'
import classes from './arrangements.module.css'
import { arrangementTexts as texts } from './texts.ts'

type Tier = Arrangement['tiers'][number]

/** `5 % from £1,000.00`. */
export const tierText = (format: Format, currency: string, { from, percent }: Tier): string =>
  texts.tier(format.number(percent), format.money(from, currency))

export function Tiers({ fee: { title, tiers, currency, billed } }: { fee: Arrangement }) {
  const format = useFormat()
  if (tiers.length === 0) return null
  const reached = tiers.filter(({ from }) => billed >= from).length - 1
  return (
    <div className={classes.scroll}>
      <table className={classes.table} aria-label={texts.tiersOf(title)}>
        <thead>
          <tr>
            <th scope="col">{texts.feesFrom}</th>
            <th scope="col" data-number="true">
              {texts.discount}
            </th>
          </tr>
        </thead>
        <tbody>
          {tiers.map(({ from, percent }, index) => (
            <tr key={from} aria-current={index === reached ? 'step' : undefined}>
              <th scope="row">{format.money(from, currency)}</th>
              <td data-label={texts.discount} data-number="true">
                {texts.percentOf(format.number(percent))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
