// Making an export: the invoices that are ready, narrowed, chosen, and handed over.
import { Checkbox, NativeSelect, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { ActionButton } from '../../../components/action-button.tsx'
import { DateInput } from '../../../components/date-input.tsx'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import { ErrorPanel } from '../../../components/error-panel.tsx'
import { TextLink } from '../../../components/links.tsx'
import { PageSkeleton } from '../../../components/page-skeleton.tsx'
import { Page } from '../../../components/page.tsx'
import { Panel } from '../../../components/panel.tsx'
import { showToast } from '../../../components/toast-store.ts'
import { MOST_EXPORTED, type ReadyInvoice, readyQuery, useExport } from './export-calls.ts'
import classes from './exports.module.css'
import { ReadyTable } from './ready-table.tsx'
import { exportTexts as texts } from './texts.ts'
import { Totals } from './totals.tsx'

interface Narrowed {
  readonly firm: string
  readonly currency: string
  readonly until: string
}

export function NewExportPage() {
  const found = useQuery(readyQuery)
  return (
    <Page
      title={texts.add}
      lead={texts.newLead}
      actions={<TextLink to="/invoices/exports">{texts.back}</TextLink>}
    >
      {found.isPending ? <PageSkeleton lines={8} /> : null}
      {found.isError ? <ErrorPanel error={found.error} retry={found.refetch} /> : null}
      {found.data?.length === 0 ? (
        <Panel>
          <p className={classes.quiet}>{texts.nothingReady}</p>
        </Panel>
      ) : null}
      {found.data && found.data.length > 0 ? <Choosing ready={found.data} /> : null}
    </Page>
  )
}

const fits = ({ providerName, currency, approved }: ReadyInvoice, narrowed: Narrowed) =>
  (narrowed.firm === '' || providerName === narrowed.firm) &&
  (narrowed.currency === '' || currency === narrowed.currency) &&
  (narrowed.until === '' || (approved?.dateUtc ?? '').slice(0, 10) <= narrowed.until)

function Choosing({ ready }: { ready: readonly ReadyInvoice[] }) {
  const navigate = useNavigate()
  const [narrowed, setNarrowed] = useState<Narrowed>({ firm: '', currency: '', until: '' })
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set())
  const [note, setNote] = useState('')
  const action = useExport()
  const shown = useMemo(() => ready.filter((each) => fits(each, narrowed)), [ready, narrowed])
  const chosen = shown.filter(({ id }) => !left.has(id))
  const send = () =>
    action.mutate(
      { invoices: chosen.map(({ id }) => ({ id })), note: note.trim() === '' ? null : note.trim() },
      {
        onSuccess: ({ id, number }) => {
          showToast({ text: texts.created(number) })
          void navigate({ to: '/invoices/exports/$exportId', params: { exportId: String(id) } })
        },
      },
    )
  return (
    <>
      <Panel>
        <Narrowing ready={ready} narrowed={narrowed} onChange={setNarrowed} />
        {shown.length === 0 ? <p className={classes.quiet}>{texts.nothingFound}</p> : null}
        {shown.length > 0 ? (
          <>
            <Checkbox
              label={texts.chooseAll}
              checked={chosen.length === shown.length}
              indeterminate={chosen.length > 0 && chosen.length < shown.length}
              onChange={() =>
                setLeft(chosen.length === shown.length ? new Set(shown.map(({ id }) => id)) : new Set())
              }
            />
            <ReadyTable invoices={shown} left={left} onChange={setLeft} />
          </>
        ) : null}
      </Panel>
      <Panel>
        <div className={classes.foot}>
          <Textarea
            label={texts.note}
            description={texts.noteHint}
            autosize
            maxLength={1_000}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
          <div className={classes.sum}>
            <span className={classes.quiet}>{texts.chosen(chosen.length)}</span>
            <strong>
              <Totals totals={totalsOf(chosen)} />
            </strong>
          </div>
          <ActionButton
            busy={action.isPending}
            disabled={chosen.length === 0 || chosen.length > MOST_EXPORTED}
            onClick={send}
          >
            {texts.create(chosen.length)}
          </ActionButton>
        </div>
        {chosen.length > MOST_EXPORTED ? <p role="alert">{texts.tooMany(MOST_EXPORTED)}</p> : null}
        <ErrorAlert error={action.error} />
      </Panel>
    </>
  )
}

function Narrowing(props: {
  ready: readonly ReadyInvoice[]
  narrowed: Narrowed
  onChange: (narrowed: Narrowed) => void
}) {
  const { ready, narrowed, onChange } = props
  const firms = [...new Set(ready.map(({ providerName }) => providerName))].toSorted()
  const currencies = [...new Set(ready.map(({ currency }) => currency))].toSorted()
  return (
    <div className={classes.bar}>
      <NativeSelect
        label={texts.firm}
        value={narrowed.firm}
        data={[{ value: '', label: texts.allFirms }, ...firms]}
        onChange={(event) => onChange({ ...narrowed, firm: event.currentTarget.value })}
      />
      <NativeSelect
        label={texts.currency}
        value={narrowed.currency}
        data={[{ value: '', label: texts.allCurrencies }, ...currencies]}
        onChange={(event) => onChange({ ...narrowed, currency: event.currentTarget.value })}
      />
      <DateInput
        label={texts.until}
        value={narrowed.until}
        onChange={(until) => onChange({ ...narrowed, until })}
      />
    </div>
  )
}

// in ten-thousandths, which numbers add up exactly
const PARTS = 10_000

function totalsOf(invoices: readonly ReadyInvoice[]) {
  const sums = new Map<string, number>()
  for (const { currency, toPay } of invoices) {
    sums.set(currency, (sums.get(currency) ?? 0) + Math.round((toPay ?? 0) * PARTS))
  }
  return [...sums].map(([currency, sum]) => ({ currency, total: sum / PARTS }))
}
