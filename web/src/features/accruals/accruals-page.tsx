// The months of accruals, and for administrators the window in which law firms are asked.
import { Anchor, Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ActionButton } from '../../components/action-button.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { useFormat } from '../../components/format-context.ts'
import { useMe } from '../../components/me-context.ts'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { Page } from '../../components/page.tsx'
import { Panel } from '../../components/panel.tsx'
import { showToast } from '../../components/toast-store.ts'
import { WholeInput } from '../../forms/inputs/whole-input.tsx'
import { useWriting } from '../../forms/inputs/use-writing.ts'
import { readWholeNumbers, WHOLE_NUMBERS } from '../../lib/written-amount.ts'
import { type AccrualSettings, monthsQuery, settingsQuery, useSaveSettings } from './accrual-calls.ts'
import classes from './accruals.module.css'
import { accrualTexts as texts } from './texts.ts'

export function AccrualsPage() {
  const format = useFormat()
  const me = useMe()
  const found = useQuery(monthsQuery)
  const months = found.data?.months ?? []
  return (
    <Page title={texts.title} lead={texts.lead}>
      {found.isPending ? <PageSkeleton lines={4} /> : null}
      {found.isError ? <ErrorPanel error={found.error} retry={found.refetch} /> : null}
      {found.isSuccess ? (
        <Panel title={texts.months}>
          {months.length === 0 ? (
            <p className={classes.quiet}>{texts.none}</p>
          ) : (
            <div className={classes.scroll}>
              <table className={classes.table}>
                <thead>
                  <tr>
                    <th scope="col">{texts.month}</th>
                    <th scope="col">{texts.state}</th>
                    <th scope="col">{texts.closesOn}</th>
                  </tr>
                </thead>
                <tbody>
                  {months.map(({ month, state, closesOn }) => (
                    <tr key={month}>
                      <th scope="row">
                        <Anchor href={`#/accruals/${month}`} size="sm">
                          {format.month(month)}
                        </Anchor>
                      </th>
                      <td>{texts.states[state]}</td>
                      <td>{format.date(closesOn)}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )}
        </Panel>
      ) : null}
      {me.can.administer ? <Window /> : null}
    </Page>
  )
}

function Window() {
  const found = useQuery(settingsQuery)
  if (found.isError) return <ErrorPanel error={found.error} retry={found.refetch} />
  if (found.data === undefined) return null
  return <Fields key={found.data.etag} saved={found.data.value} etag={found.data.etag} />
}

function Fields({ saved, etag }: { saved: AccrualSettings; etag: string | undefined }) {
  const [enabled, setEnabled] = useState(saved.enabled ?? false)
  const [opensDay, setOpensDay] = useState(saved.opensDay ?? Number.NaN)
  const [closesDay, setClosesDay] = useState(saved.closesDay ?? Number.NaN)
  const [remindDays, setRemindDays] = useState(saved.remindDays?.join(', ') ?? '')
  const [unanswered, setUnanswered] = useState(saved.unanswered ?? 'Mean')
  const save = useSaveSettings()
  const settings = {
    enabled,
    opensDay,
    closesDay,
    remindDays: [...readWholeNumbers(remindDays, useWriting())],
    unanswered,
  }
  return (
    <Panel title={texts.settings}>
      <div className={classes.stack}>
        <ErrorAlert error={save.error} />
        <Checkbox
          label={texts.enabled}
          checked={enabled}
          onChange={(event) => setEnabled(event.currentTarget.checked)}
        />
        <div className={classes.days}>
          {(
            [
              [texts.opensDay, opensDay, setOpensDay],
              [texts.closesDay, closesDay, setClosesDay],
            ] as const
          ).map(([label, value, set]) => (
            <WholeInput key={label} label={label} min={1} max={28} value={value} onChange={set} />
          ))}
          <TextInput
            label={texts.remindDays}
            value={remindDays}
            error={settings.remindDays.some(Number.isNaN) ? WHOLE_NUMBERS : undefined}
            onChange={(event) => setRemindDays(event.currentTarget.value)}
          />
          <NativeSelect
            label={texts.unanswered}
            data={(['Mean', 'Zero'] as const).map((value) => ({ value, label: texts.ways[value] }))}
            value={unanswered}
            onChange={(event) => setUnanswered(event.currentTarget.value as 'Mean' | 'Zero')}
          />
        </div>
        <div className={classes.bar}>
          <ActionButton
            busy={save.isPending}
            onClick={() =>
              save.mutate({ settings, etag }, { onSuccess: () => showToast({ text: texts.saved }) })
            }
          >
            {texts.save}
          </ActionButton>
        </div>
      </div>
    </Panel>
  )
}
