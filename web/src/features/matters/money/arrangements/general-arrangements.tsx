// What is agreed with a law firm for all matters, on its page, and for people of the firm on that of their rates.
import { Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorAlert } from '../../../../components/error-alert.tsx'
import { lazily } from '../../../../components/lazily.tsx'
import { Panel } from '../../../../components/panel.tsx'
import { type Arrangement, generalArrangementsQuery } from './arrangement-calls.ts'
import { ArrangementCard } from './arrangement-card.tsx'
import classes from './arrangements.module.css'
import { arrangementTexts as texts } from './texts.ts'

const ArrangementDialog = lazily(() => import('./arrangement-dialog.tsx'), 'ArrangementDialog')

/** Of a law firm for the organisation that pays, or with a customer for the firm, which only reads it. */
export type GeneralSide = { readonly firm: number } | { readonly customer: number }

export function GeneralArrangements({ side }: { side: GeneralSide }) {
  const all = useQuery(generalArrangementsQuery)
  const [open, setOpen] = useState<Arrangement | Arrangement['kind']>()
  if (all.isError) return <ErrorAlert error={all.error} title={texts.notLoaded} />
  if (all.data === undefined) return null
  const own = all.data.items.filter(
    ({ firm, customer, amount }) =>
      amount !== null && ('firm' in side ? firm.id === side.firm : customer.id === side.customer),
  )
  if (!('firm' in side) && own.length === 0) return null
  return (
    <Panel title={texts.general}>
      <div className={classes.panel}>
        {own.length === 0 ? <p className={classes.quiet}>{texts.generalNone}</p> : null}
        <ul className={classes.list}>
          {own.map((each) => (
            <li key={each.id}>
              <ArrangementCard fee={each} {...('firm' in side ? { onChange: () => setOpen(each) } : {})} />
            </li>
          ))}
        </ul>
        {'firm' in side ? (
          <Group gap={8}>
            {(['Volume', 'Retainer'] as const).map((kind) => (
              <Button key={kind} size="xs" variant="default" onClick={() => setOpen(kind)}>
                {texts.adds[kind]}
              </Button>
            ))}
          </Group>
        ) : null}
      </div>
      {open && 'firm' in side ? (
        <ArrangementDialog
          matterId={null}
          firmId={side.firm}
          {...(typeof open === 'string' ? { kind: open } : { kind: open.kind, fee: open })}
          onClose={() => setOpen(undefined)}
        />
      ) : null}
    </Panel>
  )
}
