// What is agreed with law firms on their fees for a matter, beside rates: with what is billed of it, and what is not.
import { Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorAlert } from '../../../../components/error-alert.tsx'
import { lazily } from '../../../../components/lazily.tsx'
import { kindOf, useMe } from '../../../../components/me-context.ts'
import { type Arrangement, arrangementsQuery } from './arrangement-calls.ts'
import { ArrangementCard } from './arrangement-card.tsx'
import classes from './arrangements.module.css'
import { arrangementTexts as texts } from './texts.ts'

const ArrangementDialog = lazily(() => import('./arrangement-dialog.tsx'), 'ArrangementDialog')

export function ArrangementsPanel({ matterId }: { matterId: number }) {
  const me = useMe()
  const arrangements = useQuery(arrangementsQuery(matterId))
  const [open, setOpen] = useState<Arrangement | Arrangement['kind']>()
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
          <ArrangementCard fee={each} {...(maySet ? { onChange: () => setOpen(each) } : {})} />
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
        <Group gap={8}>
          {(['Fixed', 'Capped', 'Success', 'Retainer'] as const).map((kind) => (
            <Button key={kind} size="xs" variant="default" onClick={() => setOpen(kind)}>
              {texts.adds[kind]}
            </Button>
          ))}
        </Group>
      ) : null}
      {open ? (
        <ArrangementDialog
          matterId={matterId}
          {...(typeof open === 'string' ? { kind: open } : { kind: open.kind, fee: open })}
          onClose={() => setOpen(undefined)}
        />
      ) : null}
    </section>
  )
}
