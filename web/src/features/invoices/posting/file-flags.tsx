// What the billing guidelines of the client say of the invoices in a file, before they are posted.
import type { Report } from './posting.ts'
import classes from './posting.module.css'
import { postingTexts as texts } from './texts.ts'

export function FileFlags({ invoices }: { invoices: Report['invoices'] }) {
  const flags = invoices.flatMap(({ number, flags: its }) => its.map((flag) => ({ ...flag, number })))
  if (flags.length === 0) return null
  return (
    <section aria-label={texts.guidelines}>
      <h3 className={classes.subtitle}>{texts.guidelines}</h3>
      <p className={classes.quiet}>{texts.guidelinesLead}</p>
      <ul className={classes.problems}>
        {flags.map(({ row, line, text, refused, number }) => (
          <li key={`${number} ${row} ${text}`}>
            <div>
              <strong>{line === null ? texts.ofInvoice(number) : texts.ofRow(row, number)}</strong>
              {refused ? <span className={classes.field}>{texts.guidelineRefused}</span> : null}
              <p>{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
