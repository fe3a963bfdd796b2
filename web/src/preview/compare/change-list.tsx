// The list of changes beside the text.
import { compareTexts as texts } from '../texts.ts'
import classes from './compare-view.module.css'
import type { Change } from './comparison.ts'

const mostShown = 500
const mostCharacters = 120

/** Each leads to its place in the text. */
export function ChangeList(props: {
  changes: readonly Change[]
  current: number | null
  onGo: (id: number) => void
}) {
  const { changes, current, onGo } = props
  return (
    <nav className={classes.list} aria-label={texts.changesHeading}>
      <ol>
        {changes.slice(0, mostShown).map((change) => (
          <li key={change.id}>
            <button
              type="button"
              aria-current={change.id === current ? 'true' : undefined}
              onClick={() => onGo(change.id)}
            >
              <span className={classes.kind} data-kind={change.kind}>
                {texts[change.kind]}
                {change.page !== null && `, ${texts.page(change.page)}`}
              </span>
              {change.before !== '' && <del>{short(change.before)}</del>}{' '}
              {change.after !== '' && <ins>{short(change.after)}</ins>}
            </button>
          </li>
        ))}
      </ol>
      {changes.length > mostShown && (
        <p className={classes.note}>{texts.moreChanges(changes.length - mostShown)}</p>
      )}
    </nav>
  )
}

const short = (text: string): string =>
  text.length > mostCharacters ? `${text.slice(0, mostCharacters).trimEnd()}…` : text
