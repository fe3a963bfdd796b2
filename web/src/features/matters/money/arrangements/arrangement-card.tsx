// One fee arrangement: what is agreed, and what is billed or left of it.
import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { useFormat } from '../../../../components/format-context.ts'
import { lazily } from '../../../../components/lazily.tsx'
import { phaseLabel } from '../phases.ts'
import type { Arrangement } from './arrangement-calls.ts'
import classes from './arrangements.module.css'
import { OutcomeButton, SuccessCondition } from './success.tsx'
import { successFacts } from './success-texts.ts'
import { arrangementTexts as texts } from './texts.ts'
import { Tiers } from './tiers.tsx'

const StatementDialog = lazily(() => import('./statement-dialog.tsx'), 'StatementDialog')

/** With `onChange` for who may change it. */
export function ArrangementCard({ fee, onChange }: { fee: Arrangement; onChange?: () => void }) {
  const { kind, firm, title } = fee
  const [isOpen, setOpen] = useState(false)
  const facts = useFacts(fee)
  return (
    <article aria-label={title}>
      <h3>{title}</h3>
      <p className={classes.quiet}>
        {[texts.of(texts.kinds[kind], firm.name ?? ''), ...useScope(fee), ...useYear(fee)].join(' · ')}
      </p>
      {fee.success ? <SuccessCondition success={fee.success} /> : null}
      <dl className={classes.facts}>
        {facts.map(([label, shown]) => (
          <div key={label} data-over={label === texts.over}>
            <dt>{label}</dt>
            <dd>{shown}</dd>
          </div>
        ))}
      </dl>
      <Parts fee={fee} />
      <Tiers fee={fee} />
      <Group gap={4}>
        {kind === 'Retainer' ? (
          <Button
            size="compact-xs"
            variant="subtle"
            aria-label={texts.statementOf(title)}
            onClick={() => setOpen(true)}
          >
            {texts.statement}
          </Button>
        ) : null}
        {onChange && fee.success && typeof fee.amount === 'number' ? <OutcomeButton fee={fee} /> : null}
        {onChange ? (
          <Button size="compact-xs" variant="subtle" aria-label={texts.changeOf(title)} onClick={onChange}>
            {texts.change}
          </Button>
        ) : null}
      </Group>
      {isOpen ? (
        <StatementDialog retainer={fee} mayMove={onChange !== undefined} onClose={() => setOpen(false)} />
      ) : null}
    </article>
  )
}

function useFacts(fee: Arrangement): readonly (readonly [string, string])[] {
  const format = useFormat()
  const { kind, amount, currency, billed, committed, remaining, over, balance } = fee
  const show = (value: number) => format.money(value, currency)
  if (typeof amount !== 'number') return []
  if (kind === 'Success') return successFacts(format, fee)
  if (typeof balance === 'number') {
    return [
      [texts.held, show(amount)],
      [texts.balance, show(balance)],
      ...(balance < amount ? [[texts.toPayIn, show(amount - balance)] as const] : []),
    ]
  }
  if (kind === 'Volume') {
    const next = fee.tiers.find(({ from }) => from > billed)
    return [
      [texts.feesOfYear, show(billed)],
      ...(next ? [[texts.nextTier, show(next.from - billed)] as const] : []),
    ]
  }
  const left = remaining ?? committed
  return [
    [texts.agreed, show(amount)],
    [kind === 'Capped' ? texts.used : texts.billed, show(billed)],
    ...(over > 0 ? [[texts.over, show(over)] as const] : []),
    ...(over === 0 || left > 0
      ? [[kind === 'Capped' ? texts.left : texts.committed, show(left)] as const]
      : []),
  ]
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

/** The fiscal year whose fees are shown. */
function useYear({ year }: Arrangement): readonly string[] {
  const format = useFormat()
  return year ? [texts.year(format.date(year.from), format.date(year.to))] : []
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
