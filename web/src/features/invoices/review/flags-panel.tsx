// What the billing guidelines found in an invoice, by rule: accepted, reduced or dismissed, one by one or many at once.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import { useFormat } from '../../../components/format-context.ts'
import { lazily } from '../../../components/lazily.tsx'
import { Panel } from '../../../components/panel.tsx'
import { type Flag, type FlagAction, useDecideFlags } from './flag-calls.ts'
import { flagTexts as texts } from './flag-texts.ts'
import classes from './flags.module.css'
import type { Invoice } from './invoice-calls.ts'

const DismissDialog = lazily(() => import('./dismiss-dialog.tsx'), 'DismissDialog')

export function FlagsPanel({ invoice, flags }: { invoice: Invoice; flags: readonly Flag[] }) {
  const action = useDecideFlags(invoice.id)
  const [dismissing, setDismissing] = useState<readonly number[]>()
  const decide = (ids: readonly number[], kind: FlagAction) => {
    if (kind === 'Dismiss') setDismissing(ids)
    else action.mutate({ flags: [...ids], action: kind })
  }
  const groups = Map.groupBy(flags, ({ rule }) => rule)
  return (
    <Panel title={texts.title}>
      <ErrorAlert error={action.error} />
      {[...groups].map(([rule, its]) => (
        <RuleFlags
          key={rule}
          rule={rule}
          flags={its}
          currency={invoice.currency}
          onDecide={invoice.can.reviewLines && !action.isPending ? decide : undefined}
        />
      ))}
      {dismissing ? (
        <DismissDialog invoiceId={invoice.id} flags={dismissing} onClose={() => setDismissing(undefined)} />
      ) : null}
    </Panel>
  )
}

type Decide = (ids: readonly number[], kind: FlagAction) => void

function RuleFlags(props: {
  rule: string
  flags: readonly Flag[]
  currency: string
  onDecide: Decide | undefined
}) {
  const { rule, flags, currency, onDecide } = props
  const open = flags.filter(({ dismissed }) => dismissed === null)
  const ids = open.map(({ id }) => id)
  const areLines = open.every(({ line }) => line !== null)
  const canReduce = areLines && open.every(({ excess }) => excess !== null && excess > 0)
  return (
    <details className={classes.rule}>
      <summary>
        <strong>{texts.rule(rule)}</strong> <span className={classes.quiet}>{texts.open(open.length)}</span>
      </summary>
      {onDecide && open.length > 0 ? (
        <div className={classes.acts}>
          {areLines ? (
            <Button size="compact-sm" variant="default" onClick={() => onDecide(ids, 'Accept')}>
              {texts.accept}
            </Button>
          ) : null}
          {canReduce ? (
            <Button size="compact-sm" variant="default" onClick={() => onDecide(ids, 'Reduce')}>
              {texts.reduce}
            </Button>
          ) : null}
          <Button size="compact-sm" variant="default" onClick={() => onDecide(ids, 'Dismiss')}>
            {texts.dismiss}
          </Button>
        </div>
      ) : null}
      <ul className={classes.flags}>
        {flags.map((flag) => (
          <OneFlag key={flag.id} flag={flag} currency={currency} onDecide={onDecide} />
        ))}
      </ul>
    </details>
  )
}

function OneFlag(props: { flag: Flag; currency: string; onDecide: Decide | undefined }) {
  const { flag, currency, onDecide } = props
  const format = useFormat()
  const { line, why, excess, dismissed, severity, guideline } = flag
  const place = line === null ? texts.invoice : texts.line(line)
  const act = dismissed ? 'Restore' : 'Dismiss'
  const label = dismissed ? texts.restore : texts.dismiss
  return (
    <li>
      <div>
        <strong>{place}</strong> {why}
        <small>
          {[
            severity === 'Tell' ? texts.information : null,
            excess === null ? null : texts.excess(format.money(excess, currency)),
            texts.appliedVersion(guideline.version),
            dismissed ? texts.dismissed(dismissed.userName ?? '', dismissed.because) : null,
          ]
            .filter(Boolean)
            .join(' · ')}
        </small>
      </div>
      {onDecide ? (
        <Button
          size="compact-xs"
          variant="subtle"
          aria-label={`${label}: ${place}`}
          onClick={() => onDecide([flag.id], act)}
        >
          {label}
        </Button>
      ) : null}
    </li>
  )
}
