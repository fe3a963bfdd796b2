// What stands against posting a draft: plain errors, and apart from them what the billing guidelines ask for.
import { StatusMessage } from '../../../components/status-message.tsx'
import type { Check } from './posting.ts'
import classes from './posting.module.css'
import { postingTexts as texts } from './texts.ts'

/** `place` names a line; null is the whole invoice. */
export function CheckFindings(props: { check: Check; place: (line: number) => string }) {
  const { check, place } = props
  const { errors, items } = check
  const placeOf = (line: number | null) => (line === null ? texts.wholeInvoice : place(line))
  return (
    <>
      <StatusMessage>{errors.length + items.length === 0 ? texts.checkedWell : null}</StatusMessage>
      {errors.length > 0 ? (
        <section aria-label={texts.plainErrors}>
          <p>{texts.plainErrors}</p>
          <ul className={classes.problems}>
            {errors.map(({ line, property, message }) => (
              <Finding key={`${line} ${property}`} place={placeOf(line)} text={message} />
            ))}
          </ul>
        </section>
      ) : null}
      {items.length > 0 ? (
        <section aria-label={texts.asked}>
          <p>{texts.asked}</p>
          <p className={classes.quiet}>{texts.guidelinesLead}</p>
          <ul className={classes.problems}>
            {items.map(({ line, text, refused }) => (
              <Finding key={`${line} ${text}`} place={placeOf(line)} text={text} refused={refused} />
            ))}
          </ul>
        </section>
      ) : null}
    </>
  )
}

function Finding(props: { place: string; text: string; refused?: boolean }) {
  const { place, text, refused = false } = props
  return (
    <li>
      <div>
        <strong>{place}</strong>
        {refused ? <span className={classes.field}>{texts.guidelineRefused}</span> : null}
        <p>{text}</p>
      </div>
    </li>
  )
}
