// What is agreed with law firms on their fees for a matter, beside rates: with what is billed of it, and what is not.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorAlert } from '../../../../components/error-alert.tsx'
import { useFormat } from '../../../../components/format-context.ts'
import { lazily } from '../../../../components/lazily.tsx'
import { kindOf, useMe } from '../../../../components/me-context.ts'
import { phaseLabel } from '../phases.ts'
import { type Arrangement, arrangementsQuery } from './arrangement-calls.ts'
import classes from './arrangements.module.css'
import { arrangementTexts as texts } from './texts.ts'

const ArrangementDialog = lazily(() => import('./arrangement-dialog.tsx'), 'ArrangementDialog')

export function ArrangementsPanel({ matterId }: { matterId: number }) {
  const me = useMe()
  const arrangements = useQuery(arrangementsQuery(matterId))
  const [open, setOpen] = useState<Arrangement | 'new'>()
  if (arrangements.isError) return <ErrorAlert error={arrangements.error} title={texts.notLoaded} />
  if (arrangements.data === undefined) return null
  const { items } = arrangements.data
  const maySet = me.can.manageInvoices && kindOf(me) !== 'law firm'
  if (items.length === 0 && kindOf(me) === 'law firm') return null
  const [taken, standing] = [true, false].map((isTaken) =>
    items.filter(({ amount }) => (amount === null) === isTaken),
  )
  const list = (some: readonly Arrangement[] = []) => (
    <ul className={classes.list}>
      {some.map((each) => (
        <li key={each.id}>
          <Fee fee={each} {...(maySet ? { onChange: () => setOpen(each) } : {})} />
        </li>
      ))}
    </ul>
  )
  return (
    <section aria-label={texts.title} className={classes.panel}>
      <h2>{texts.title}</h2>
      {items.length === 0 ? <p className={classes.quiet}>{texts.none}</p> : list(standing)}
      {taken?.length ? (
        <details>
          <summary>{texts.showRemoved}</summary>
          {list(taken)}
        </details>
      ) : null}
      {maySet ? (
        <Button size="xs" variant="default" onClick={() => setOpen('new')}>
          {texts.add}
        </Button>
      ) : null}
      {open ? (
        <ArrangementDialog
          matterId={matterId}
          {...(open === 'new' ? {} : { fee: open })}
          onClose={() => setOpen(undefined)}
        />
      ) : null}
    </section>
  )
}

function Fee({ fee, onChange }: { fee: Arrangement; onChange?: () => void }) {
  const format = useFormat()
  const { kind, firm, title, amount, currency, billed, committed, over } = fee
  const show = (value: number) => format.money(value, currency)
  const facts =
    typeof amount === 'number'
      ? ([
          [texts.agreed, show(amount)],
          [texts.billed, show(billed)],
          over > 0 ? [texts.over, show(over)] : [texts.committed, show(committed)],
          ...(over > 0 && committed > 0 ? [[texts.committed, show(committed)] as const] : []),
        ] as const)
      : []
  return (
    <article aria-label={title}>
      <h3>{title}</h3>
      <p className={classes.quiet}>
        {[texts.of(texts.kinds[kind], firm.name ?? ''), ...useScope(fee)].join(' · ')}
      </p>
      <dl className={classes.facts}>
        {facts.map(([label, shown]) => (
          <div key={label} data-over={label === texts.over}>
            <dt>{label}</dt>
            <dd>{shown}</dd>
          </div>
        ))}
      </dl>
      <Parts fee={fee} />
      {onChange ? (
        <Button size="compact-xs" variant="subtle" aria-label={texts.changeOf(title)} onClick={onChange}>
          {texts.change}
        </Button>
      ) : null}
    </article>
  )
}

/** For the work of which days, and how it is billed. */
function useScope({ from, to, billedAs }: Arrangement): readonly string[] {
  const format = useFormat()
  const days =
    from && to
      ? [texts.between(format.date(from), format.date(to))]
      : from
        ? [texts.from(format.date(from))]
        : to
          ? [texts.until(format.date(to))]
          : []
  return [...days, ...(billedAs ? [texts.billedAsIs(billedAs)] : [])]
}

function Parts({ fee: { title, parts, currency } }: { fee: Arrangement }) {
  const format = useFormat()
  if (parts.length === 0) return null
  const hasDue = parts.some(({ due }) => typeof due === 'string')
  return (
    <div className={classes.scroll}>
      <table className={classes.table} aria-label={texts.partsOf(title)}>
        <thead>
          <tr>
            <th scope="col">{texts.part}</th>
            {hasDue ? <th scope="col">{texts.due}</th> : null}
            <th scope="col" data-number="true">
              {texts.agreed}
            </th>
            <th scope="col" data-number="true">
              {texts.billed}
            </th>
          </tr>
        </thead>
        <tbody>
          {parts.map(({ name, phase, due, amount, billed }) => (
            <tr key={`${phase} ${name} ${due} ${amount}`}>
              <th scope="row">{[phase ? phaseLabel(phase) : '', name].filter(Boolean).join(', ')}</th>
              {hasDue ? <td data-label={texts.due}>{due ? format.date(due) : ''}</td> : null}
              <td data-label={texts.agreed} data-number="true">
                {format.money(amount, currency)}
              </td>
              <td data-label={texts.billed} data-number="true" data-over={billed > amount}>
                {format.money(billed, currency)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
