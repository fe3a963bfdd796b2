// The tracked changes by clause. The list has one stop of the keyboard; the current change is the one that keys act on.
import { Button } from '@mantine/core'
import { Fragment, type KeyboardEvent, useEffect, useRef } from 'react'
import { useFormat } from '../../components/format-context.ts'
import type { Decision, TrackedChange } from './markup.ts'
import classes from './markup-panel.module.css'
import { markupTexts as texts } from './markup-texts.ts'

const mostShown = 500
const mostCharacters = 140

interface ListProps {
  changes: readonly TrackedChange[]
  current: number | undefined
  chosen: ReadonlyMap<number, Decision>
  isDecidable: boolean
  onGo: (change: TrackedChange | undefined) => void
  onChoose: (id: number | undefined, decision: Decision | undefined) => void
}

export function MarkupList({ changes, current, chosen, isDecidable, onGo, onChoose }: ListProps) {
  const list = useRef<HTMLOListElement>(null)
  const at = changes.findIndex(({ id }) => id === current)
  const isByKey = useRef(false)
  // once the change that a key led to is drawn as the current one
  useEffect(() => {
    if (!isByKey.current) return
    isByKey.current = false
    list.current?.querySelector<HTMLElement>('[aria-current="true"]')?.focus()
  })
  const step = (by: number) => {
    isByKey.current = true
    onGo(changes[Math.min(changes.length - 1, Math.max(0, at + by))])
  }
  const decideByKey = (decision: Decision | undefined) => {
    onChoose(changes[at]?.id, decision)
    if (decision !== undefined && at < changes.length - 1) step(1)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const act = keysOf(step, decideByKey).get(event.key)
    if (!act) return
    event.preventDefault()
    event.stopPropagation()
    act()
  }
  const shown = changes.slice(0, Math.max(mostShown, at + 1))
  return (
    // the keys are those of the buttons in it
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <ol ref={list} className={classes.list} onKeyDown={onKeyDown}>
      {shown.map((change, place) => (
        <Fragment key={change.id}>
          {clauseOf(change) !== clauseOf(shown[place - 1]) && (
            <li className={classes.clause}>{clauseOf(change)}</li>
          )}
          <Entry
            change={change}
            isCurrent={change.id === current}
            decision={chosen.get(change.id)}
            isDecidable={isDecidable}
            onGo={() => onGo(change)}
            onChoose={(decision) => onChoose(change.id, decision)}
          />
        </Fragment>
      ))}
    </ol>
  )
}

const keysOf = (step: (by: number) => void, choose: (decision: Decision | undefined) => void) =>
  new Map([
    ['j', () => step(1)],
    ['ArrowDown', () => step(1)],
    ['k', () => step(-1)],
    ['ArrowUp', () => step(-1)],
    ['a', () => choose('Accept')],
    ['r', () => choose('Reject')],
    ['u', () => choose(undefined)],
  ])

function Entry(props: {
  change: TrackedChange
  isCurrent: boolean
  decision: Decision | undefined
  isDecidable: boolean
  onGo: () => void
  onChoose: (decision: Decision) => void
}) {
  const { change, isCurrent, decision, isDecidable, onGo, onChoose } = props
  const format = useFormat()
  const { author, date } = change
  return (
    <li className={classes.entry} data-current={isCurrent} data-decision={decision}>
      <button
        type="button"
        className={classes.words}
        tabIndex={isCurrent ? 0 : -1}
        aria-current={isCurrent ? 'true' : undefined}
        onClick={onGo}
      >
        <span className={classes.by}>
          <strong>{author ?? texts.unknownAuthor}</strong>
          {date !== null && <time dateTime={date}>{format.dateTime(date)}</time>}
        </span>
        <span className={classes.kind}>{aboutOf(change)}</span>
        <Text change={change} />
        {decision !== undefined && <span className={classes.decided}>{texts.decided[decision]}</span>}
      </button>
      {isDecidable && isCurrent && (
        <span className={classes.all}>
          {(['Accept', 'Reject'] as const).map((each) => (
            <Button
              key={each}
              variant={decision === each ? 'filled' : 'default'}
              size="compact-sm"
              aria-pressed={decision === each}
              onClick={() => onChoose(each)}
            >
              {each === 'Accept' ? texts.accept : texts.reject}
            </Button>
          ))}
        </span>
      )}
    </li>
  )
}

function Text({ change: { kind, text } }: { change: TrackedChange }) {
  const words = text.length > mostCharacters ? `${text.slice(0, mostCharacters).trimEnd()}…` : text
  if (words.trim() === '') return null
  if (kind === 'Inserted') return <ins>{words}</ins>
  return kind === 'Deleted' ? <del>{words}</del> : <span>{words}</span>
}

/** What happened, and to what. */
function aboutOf({ kind, of, text, from, formatting }: TrackedChange): string {
  const thing =
    of === 'Paragraph' && kind !== 'Formatted' && text === '' ? texts.paragraphEnd : texts.things[of]
  return [
    texts.kinds[kind],
    thing,
    texts.formatting(formatting),
    kind === 'Moved' && from ? texts.movedFrom(placeOf(from.clause)) : '',
  ]
    .filter((word) => word !== '')
    .join(' · ')
}

type Clause = TrackedChange['place']['clause']

const placeOf = ({ number, heading }: Clause): string =>
  [number, heading].filter((word) => word !== null).join(' ') || texts.beginning

function clauseOf(change: TrackedChange | undefined): string | undefined {
  if (!change) return undefined
  const { part, clause } = change.place
  const place = placeOf(clause)
  return part === 'Body' ? `${place.charAt(0).toUpperCase()}${place.slice(1)}` : texts.parts[part]
}
