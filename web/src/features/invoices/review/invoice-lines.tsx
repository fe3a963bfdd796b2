// The lines of an invoice: grouped, filtered, and decided on with the mouse or the keyboard.
import { NativeSelect } from '@mantine/core'
import { type KeyboardEvent, type MouseEvent, useCallback, useRef, useState } from 'react'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import { useFormat } from '../../../components/format-context.ts'
import { lazily } from '../../../components/lazily.tsx'
import { Panel } from '../../../components/panel.tsx'
import { roleOf } from '../../../list/grid/grid-roles.ts'
import { AgreedButton, useAgreed } from './agreed-button.tsx'
import { DrawnWhenNear } from './drawn-when-near.tsx'
import {
  type Grouping,
  groupedLines,
  type LineGroup,
  type RulesByLine,
  type Shown,
  shownLines,
} from './grouped-lines.ts'
import type { Invoice, Line } from './invoice-calls.ts'
import { type Act, LineRow } from './line-row.tsx'
import classes from './lines.module.css'
import { Selection } from './selection.tsx'
import { reviewTexts as texts } from './texts.ts'
import { useDecisions } from './use-decisions.ts'

const DecideDialog = lazily(() => import('./decide-dialog.tsx'), 'DecideDialog')
const TaxCodeDialog = lazily(() => import('./tax-code-dialog.tsx'), 'TaxCodeDialog')

const ROWS_TOGETHER = 8
const ROW_HEIGHT = 57

const keys: Readonly<Record<string, Act>> = {
  a: 'accept',
  r: 'reduce',
  x: 'reject',
  u: 'clear',
  t: 'taxCode',
}

const noRules: RulesByLine = new Map()

export function InvoiceLines({ invoice, rules = noRules }: { invoice: Invoice; rules?: RulesByLine }) {
  const format = useFormat()
  const { lines, decide, send, error } = useDecisions(invoice)
  const [grouping, setGrouping] = useState<Grouping>('none')
  const [show, setShow] = useState<Shown>('all')
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const [active, setActive] = useState(lines[0]?.number ?? 0)
  const [asked, setAsked] = useState<{ decision: 'Reduced' | 'Rejected'; lines: readonly Line[] }>()
  const [taxed, setTaxed] = useState<readonly Line[]>([])
  const grid = useRef<HTMLTableElement>(null)
  const canDecide = invoice.can.reviewLines
  const agreed = useAgreed(invoice, lines, send)
  const hasAgreed = lines.some(({ agreedRate }) => typeof agreedRate === 'number')
  const groups = groupedLines(shownLines(lines, show, rules), grouping, format.date, rules)
  const shown = groups.flatMap((group) => group.lines)

  const act = (numbers: readonly number[], kind: Act) => {
    const concerned = lines.filter(({ number }) => numbers.includes(number))
    if (kind === 'accept') decide(concerned.map(({ number }) => ({ number, decision: 'Accepted' })))
    else if (kind === 'clear') decide(concerned.map(({ number }) => ({ number, decision: null })))
    else if (kind === 'taxCode') {
      send()
      setTaxed(concerned)
    } else {
      send()
      const charging = concerned.filter(({ amount }) => amount > 0)
      if (charging.length > 0)
        setAsked({ decision: kind === 'reduce' ? 'Reduced' : 'Rejected', lines: charging })
    }
  }
  const select = useCallback((number: number, isSelected: boolean) => {
    setSelected((before) => {
      const after = new Set(before)
      if (isSelected) after.add(number)
      else after.delete(number)
      return after
    })
  }, [])
  const onKeyDown = (event: KeyboardEvent<HTMLTableElement>) => {
    const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-line]') : null
    if (row === null || event.ctrlKey || event.metaKey || event.altKey) return
    const number = Number(row.dataset['line'])
    const to = moved(event.key, shown, number)
    const kind = canDecide ? keys[event.key.toLowerCase()] : undefined
    if (to !== undefined) {
      setActive(to)
      grid.current?.querySelector<HTMLElement>(`[data-line="${to}"]`)?.focus()
    } else if (kind !== undefined) {
      act(selected.has(number) ? [...selected] : [number], kind)
    } else if (event.key.toLowerCase() === 'g') agreed.reduce()
    else if (event.key === ' ' && canDecide && event.target === row) select(number, !selected.has(number))
    else return
    event.preventDefault()
  }

  const onClick = (event: MouseEvent<HTMLTableElement>) => {
    const button = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-act]') : null
    const row = button?.closest<HTMLElement>('[data-line]')
    if (button && row) act([Number(row.dataset['line'])], button.dataset['act'] as Act)
  }

  const decided = lines.filter(({ review }) => review !== null && review !== undefined).length
  return (
    <Panel title={texts.lines}>
      <div className={classes.tools}>
        <NativeSelect
          label={texts.group}
          value={grouping}
          data={Object.entries(texts.groups).map(([value, label]) => ({ value, label }))}
          onChange={(event) => setGrouping(event.currentTarget.value as Grouping)}
        />
        {invoice.review ? (
          <NativeSelect
            label={texts.show}
            value={show}
            data={Object.entries(texts.shows).map(([value, label]) => ({ value, label }))}
            onChange={(event) => {
              setShow(event.currentTarget.value as Shown)
              // what is selected must be seen
              setSelected(new Set())
            }}
          />
        ) : null}
        {canDecide ? (
          <output className={classes.progress}>{texts.decided(decided, lines.length)}</output>
        ) : null}
        <AgreedButton {...agreed} />
      </div>
      {canDecide ? (
        <Selection
          selected={selected}
          shown={shown}
          onSelect={setSelected}
          onAct={(kind) => {
            act([...selected], kind)
            if (kind === 'accept' || kind === 'clear') setSelected(new Set())
          }}
        />
      ) : null}
      <ErrorAlert error={error} />
      {shown.length === 0 ? <p>{texts.noneShown}</p> : null}
      {/* one moves in it by keys; rows have the focus */}
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus, jsx-a11y/no-noninteractive-element-interactions */}
      <table
        ref={grid}
        {...roleOf('grid')}
        aria-label={texts.lines}
        aria-rowcount={shown.length}
        className={classes.grid}
        data-review={invoice.review !== null}
        data-agreed={hasAgreed}
        onKeyDown={onKeyDown}
        onClick={onClick}
        onFocus={(event) => {
          const row = event.target.closest<HTMLElement>('[data-line]')
          if (row) setActive(Number(row.dataset['line']))
        }}
      >
        <Head hasReview={invoice.review !== null} hasAgreed={hasAgreed} />
        {groups.map((group) => (
          <Group key={group.key} group={group} currency={invoice.currency} activeLine={active}>
            {(line) => (
              <LineRow
                key={line.number}
                line={line}
                currency={invoice.currency}
                canDecide={canDecide}
                hasReview={invoice.review !== null}
                rules={rules.get(line.number)}
                hasAgreed={hasAgreed}
                isSelected={selected.has(line.number)}
                isActive={line.number === active}
                onSelect={select}
              />
            )}
          </Group>
        ))}
      </table>
      {taxed.length > 0 ? (
        <TaxCodeDialog
          invoice={invoice}
          lines={taxed}
          onDone={() => {
            setTaxed([])
            setSelected(new Set())
          }}
          onClose={() => setTaxed([])}
        />
      ) : null}
      {asked ? (
        <DecideDialog
          invoice={invoice}
          decision={asked.decision}
          lines={asked.lines}
          onDone={() => {
            setAsked(undefined)
            setSelected(new Set())
          }}
          onClose={() => setAsked(undefined)}
        />
      ) : null}
    </Panel>
  )
}

/** The line that a key moves to; undefined for other keys, and at the ends. */
function moved(key: string, shown: readonly Line[], number: number): number | undefined {
  const at = shown.findIndex((line) => line.number === number)
  if (key === 'ArrowDown' || key === 'j') return shown[at + 1]?.number
  if (key === 'ArrowUp' || key === 'k') return shown[at - 1]?.number
  return undefined
}

function Group(props: {
  group: LineGroup
  currency: string
  activeLine: number
  children: (line: Line) => React.ReactNode
}) {
  const { group, currency, activeLine, children } = props
  const format = useFormat()
  const parts = Array.from({ length: Math.ceil(group.lines.length / ROWS_TOGETHER) }, (_, index) =>
    group.lines.slice(index * ROWS_TOGETHER, (index + 1) * ROWS_TOGETHER),
  )
  return (
    <>
      {group.title === '' ? null : (
        <tbody>
          <tr className={classes.group}>
            <th scope="rowgroup">{group.title}</th>
            <td>
              {format.money(group.amount, currency)}
              {group.remaining === null || group.remaining === group.amount
                ? ''
                : ` → ${format.money(group.remaining, currency)}`}
            </td>
          </tr>
        </tbody>
      )}
      {parts.map((part, index) => (
        <DrawnWhenNear
          key={part[0]?.number}
          height={part.length * ROW_HEIGHT}
          drawn={index === 0 || part.some(({ number }) => number === activeLine)}
        >
          {() => <tbody>{part.map((line) => children(line))}</tbody>}
        </DrawnWhenNear>
      ))}
    </>
  )
}

function Head({ hasReview, hasAgreed }: { hasReview: boolean; hasAgreed: boolean }) {
  const names = [texts.number, texts.who, texts.work]
  return (
    <thead>
      <tr className={classes.head}>
        {names.map((name) => (
          <th key={name} scope="col">
            {name}
          </th>
        ))}
        <th scope="col" className={classes.end}>
          {texts.charge}
        </th>
        {hasAgreed ? (
          <th scope="col" className={classes.end}>
            {texts.agreed}
          </th>
        ) : null}
        <th scope="col" className={classes.end}>
          {texts.amount}
        </th>
        {hasReview ? (
          <>
            <th scope="col" className={classes.end}>
              {texts.remaining}
            </th>
            <th scope="col">{texts.decision}</th>
          </>
        ) : null}
      </tr>
    </thead>
  )
}
