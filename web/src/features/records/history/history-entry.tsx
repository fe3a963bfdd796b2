// One entry of a history: who did what and when, and each property before and after.
import type { ReactNode } from 'react'
import { useFormat } from '../../../components/format-context.ts'
import { titleOf } from '../../../lib/words.ts'
import type { HistoryItem } from '../record-calls.ts'
import { type ChangeText, isNothing } from './change-text.ts'
import classes from './history.module.css'
import { historyTexts as texts } from './texts.ts'

/** `words` say what was done; `about` is what it was done to, where that is not the page it stands on. */
export function HistoryEntry(props: {
  item: HistoryItem
  text: ChangeText
  words: string
  about?: ReactNode
}) {
  const { item, text, words, about } = props
  const format = useFormat()
  const at = item.at ?? ''
  const changes = shownChanges(item)
  return (
    <>
      <div className={classes.what}>
        <strong>{item.user?.name ?? item.guest ?? texts.bySystem}</strong> {words}
        {about === undefined ? null : <> · {about}</>}
        {item.client?.name ? <span className={classes.dim}> {texts.through(item.client.name)}</span> : null}
        <time dateTime={at} title={format.exactly(at)} className={classes.when}>
          {format.dateTime(at)}
        </time>
      </div>
      {changes.length === 0 ? null : (
        <dl className={classes.changes}>
          {changes.map(({ property, label, from, to }) => (
            <div key={`${property} ${label}`} className={classes.change}>
              <dt>{titleOf(label ?? '')}</dt>
              <dd>
                {isNothing(from) ? null : (
                  <>
                    <del className={classes.from}>{text(item, property, from)}</del>{' '}
                  </>
                )}
                <ins className={classes.to}>{text(item, property, to)}</ins>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </>
  )
}

/** Of something new, what it does not have is not worth a line. */
function shownChanges({ action, changes }: HistoryItem) {
  if (!action.endsWith('.created')) return changes
  return changes.filter(
    ({ from, to }) => !isNothing(from) || !(isNothing(to) || to === false || Number(to) === 0),
  )
}
