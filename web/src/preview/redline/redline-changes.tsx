// The changes of a redline by clause; each leads to its place in the text.
import { Fragment } from 'react'
import { redlineTexts as texts } from './redline-texts.ts'
import classes from './redline-view.module.css'
import type { RedlineChange } from './redline.ts'

const mostShown = 500
const mostCharacters = 140

export function RedlineChanges(props: {
  changes: readonly RedlineChange[]
  current: number | null
  /** Whether those that were not tracked are marked, because others were. */
  marked: boolean
  onGo: (number: number) => void
}) {
  const { changes, current, marked, onGo } = props
  return (
    <nav className={classes.list} aria-label={texts.heading}>
      <ol>
        {changes.slice(0, mostShown).map((change, at) => (
          <Fragment key={change.number}>
            {clauseOf(change) !== clauseOf(changes[at - 1]) && (
              <li className={classes.clause}>{clauseOf(change)}</li>
            )}
            <li>
              <button
                type="button"
                aria-current={change.number === current ? 'true' : undefined}
                onClick={() => onGo(change.number)}
              >
                <Words change={change} marked={marked} />
              </button>
            </li>
          </Fragment>
        ))}
      </ol>
      {changes.length > mostShown && (
        <p className={classes.note}>{texts.moreChanges(changes.length - mostShown)}</p>
      )}
    </nav>
  )
}

function Words({ change, marked }: { change: RedlineChange; marked: boolean }) {
  const { kind, before, after, movedFrom, movedTo, classes: touched } = change
  const isMoved = kind === 'Moved'
  return (
    <>
      <span className={classes.kind}>
        {texts.kinds[kind]}
        {isMoved && movedFrom && movedTo && ` ${texts.moved(placeOf(movedFrom), placeOf(movedTo))}`}
        {marked && touched.includes('NotTracked') && (
          <strong className={classes.untracked}>{texts.marked}</strong>
        )}
      </span>
      {isMoved || kind === 'Format' ? (
        <span>{short(after || before)}</span>
      ) : (
        <>
          {before !== '' && <del>{short(before)}</del>} {after !== '' && <ins>{short(after)}</ins>}
        </>
      )}
    </>
  )
}

type Clause = RedlineChange['clause']

/** How a clause is called: number and heading. */
const placeOf = ({ number, heading }: Clause): string =>
  [number, heading].filter((word) => word !== null).join(' ') || texts.beginning

function clauseOf(change: RedlineChange | undefined): string | undefined {
  if (!change) return undefined
  const { clause, part } = change
  const place = placeOf(clause)
  return part === 'Body' ? place : texts.parts[part]
}

const short = (text: string): string =>
  text.length > mostCharacters ? `${text.slice(0, mostCharacters).trimEnd()}…` : text
