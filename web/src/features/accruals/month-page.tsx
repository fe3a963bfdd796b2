// The accruals of a month, by law firm and matter; it is closed here, and its lines go to the ledger.
import { Anchor, Button, Checkbox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { ActionButton } from '../../components/action-button.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { useFormat } from '../../components/format-context.ts'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { Page } from '../../components/page.tsx'
import { Panel } from '../../components/panel.tsx'
import { kinds } from '../../lib/kinds.ts'
import { type Accruals, monthQuery, useCloseMonth } from './accrual-calls.ts'
import { phaseLabel } from '../matters/money/phases.ts'
import classes from './accruals.module.css'
import { accrualTexts as texts } from './texts.ts'

type Entry = Accruals['entries'][number]

export function AccrualMonthPage() {
  const { month = '' } = useParams({ strict: false })
  const format = useFormat()
  const found = useQuery(monthQuery(month))
  const { data } = found
  const lead = data && (data.state === 'Open' ? texts.leadOpen(format.date(data.closesOn)) : texts.leadClosed)
  return (
    <Page
      title={texts.monthTitle(format.month(month))}
      {...(lead ? { lead } : {})}
      actions={data ? <Acts accruals={data} /> : null}
    >
      {found.isPending ? <PageSkeleton lines={6} /> : null}
      {found.isError ? <ErrorPanel error={found.error} retry={found.refetch} /> : null}
      {data ? (
        <>
          <Totals accruals={data} />
          <Entries accruals={data} />
        </>
      ) : null}
    </Page>
  )
}

function Acts({ accruals: { month, state } }: { accruals: Accruals }) {
  const format = useFormat()
  const [isClosing, setClosing] = useState(false)
  const close = useCloseMonth()
  if (state === 'Closed')
    return (
      <>
        <Button variant="default" component="a" href={`/v2/accruals/${month}/lines.csv`}>
          {texts.csv}
        </Button>
        <Button
          variant="default"
          component="a"
          href={`/v2/accruals/${month}/lines`}
          download={`${month}.json`}
        >
          {texts.json}
        </Button>
      </>
    )
  return (
    <>
      <ActionButton busy={close.isPending} onClick={() => setClosing(true)}>
        {texts.close}
      </ActionButton>
      <ConfirmDialog
        opened={isClosing}
        danger={false}
        title={texts.closeTitle(format.month(month))}
        confirmLabel={texts.close}
        busy={close.isPending}
        error={close.error}
        onConfirm={() => close.mutate(month, { onSuccess: () => setClosing(false) })}
        onClose={() => setClosing(false)}
      >
        {texts.closeWarning}
      </ConfirmDialog>
    </>
  )
}

function Totals({ accruals: { totals, complete } }: { accruals: Accruals }) {
  const format = useFormat()
  if (totals.length === 0) return null
  return (
    <Panel title={texts.totals}>
      <div className={classes.scroll}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{texts.currency}</th>
              <th scope="col" className={classes.end}>
                {texts.accrual}
              </th>
              <th scope="col" className={classes.end}>
                {texts.reversed}
              </th>
              <th scope="col" className={classes.end}>
                {texts.movement}
              </th>
            </tr>
          </thead>
          <tbody>
            {totals.map(({ currency, accrued, reversed, movement }) => (
              <tr key={currency}>
                <th scope="row">{currency}</th>
                <td className={classes.end} data-label={texts.accrual}>
                  {format.money(accrued, currency)}
                </td>
                <td className={classes.end} data-label={texts.reversed}>
                  {format.money(reversed, currency)}
                </td>
                <td className={classes.end} data-label={texts.movement}>
                  {format.money(movement, currency)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {complete ? null : <p className={classes.quiet}>{texts.incomplete}</p>}
    </Panel>
  )
}

function Entries({ accruals: { entries } }: { accruals: Accruals }) {
  const format = useFormat()
  const [only, setOnly] = useState(false)
  const waiting = entries.filter(({ stated }) => stated === null)
  const shown = only ? waiting : entries
  return (
    <Panel title={texts.entries}>
      {entries.length === 0 ? <p className={classes.quiet}>{texts.noEntries}</p> : null}
      {waiting.length === 0 ? null : (
        <div className={classes.bar}>
          <span>{texts.waiting(waiting.length)}</span>
          <Checkbox
            label={texts.onlyWaiting}
            checked={only}
            onChange={(event) => setOnly(event.currentTarget.checked)}
          />
        </div>
      )}
      {shown.length === 0 ? null : (
        <div className={classes.scroll}>
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">{texts.firm}</th>
                <th scope="col">{texts.matter}</th>
                <th scope="col" className={classes.end}>
                  {texts.stated}
                </th>
                <th scope="col">{texts.counts}</th>
                <th scope="col" className={classes.end}>
                  {texts.accrual}
                </th>
              </tr>
            </thead>
            <tbody>
              {shown.map(({ firm, matter, currency, stated, source, accrual, note, phases }) => (
                <tr key={`${firm.id} ${matter.id}`}>
                  <th scope="row">{firm.name}</th>
                  <td>
                    <div className={classes.stated}>
                      <Anchor href={`#/${kinds.matter.many}/${matter.id}?tab=money`} size="sm">
                        {matter.name}
                      </Anchor>
                      {note ? <div className={classes.quiet}>{note}</div> : null}
                      {phases ? <Phases {...{ phases, currency }} /> : null}
                    </div>
                  </td>
                  <td className={classes.end} data-label={texts.stated}>
                    {typeof stated === 'number' ? (
                      format.money(stated, currency)
                    ) : (
                      <span className={classes.waits}>{texts.notAnswered}</span>
                    )}
                  </td>
                  <td data-label={texts.counts}>{texts.sources[source]}</td>
                  <td className={classes.end} data-label={texts.accrual}>
                    {format.money(accrual, currency)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Panel>
  )
}

/** What is accrued of each phase that was stated. */
function Phases({ phases, currency }: { phases: NonNullable<Entry['phases']>; currency: string }) {
  const format = useFormat()
  const accruedOf = (phase: string | null) =>
    phases.accrued.find((each) => (each.phase ?? null) === phase)?.amount ?? 0
  return (
    <ul className={classes.list}>
      {phases.stated.map(({ phase, amount }) => (
        <li key={phase ?? ''}>
          {texts.ofStated(
            phase === null ? texts.allElse : phaseLabel(phase),
            format.money(accruedOf(phase), currency),
            format.money(amount, currency),
          )}
        </li>
      ))}
    </ul>
  )
}
