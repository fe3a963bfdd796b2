// Which rates of exchange are missing, so that figures in the own currency are not shown.
import { TextLink } from '../../components/links.tsx'
import { useMe } from '../../components/me-context.ts'
import { Notice } from '../../components/notice.tsx'
import classes from './report-page.module.css'
import { type Figures, listAt } from './reports.ts'
import { texts } from './texts.ts'

/** Each currency opens its invoices; nothing where no rate is missing. */
export function MissingRates({ figures }: { figures: Figures }) {
  const { can } = useMe()
  const { missingRates, ownCurrency } = figures
  if (missingRates.length === 0) return null
  return (
    <Notice kind="caution" title={texts.missingTitle}>
      <p className={classes.missing}>{texts.missingText(ownCurrency ?? '')}</p>
      <ul className={classes.missing}>
        {missingRates.map(({ currency, invoices, filter }) => (
          <li key={currency}>
            <TextLink inherit {...(listAt('invoices', filter) as object)} to="/invoices">
              {texts.missingOf(invoices, currency)}
            </TextLink>
          </li>
        ))}
      </ul>
      {can.administer ? (
        <p className={classes.missing}>
          <TextLink to="/administration/exchange-rates" inherit>
            {texts.enterRates}
          </TextLink>
        </p>
      ) : null}
    </Notice>
  )
}
