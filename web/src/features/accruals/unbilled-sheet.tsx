// The table in which what is unbilled is keyed in, for one client and month.
import { Button, TextInput } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'
import { ActionButton } from '../../components/action-button.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { useFormat } from '../../components/format-context.ts'
import { Panel } from '../../components/panel.tsx'
import { showToast } from '../../components/toast-store.ts'
import { AmountInput } from '../../forms/inputs/amount-input.tsx'
import { type Unbilled, useStateUnbilled } from './accrual-calls.ts'
import classes from './accruals.module.css'
import { offeredPhases, PhaseAmounts, type PhaseTyped } from './phase-amounts.tsx'
import { unbilledTexts as texts } from './texts.ts'

interface Typed {
  readonly amount?: number | null
  readonly note?: string
  /** By phase; null in all. */
  readonly phases?: readonly PhaseTyped[] | null
}

/** What is to be sent of a matter: by phase, in all, or nothing. */
function amountsOf({ amount, phases }: Unbilled, typed: Typed) {
  const known = typed.phases === undefined ? (phases ?? null) : typed.phases
  if (known === null) return { amount: typed.amount === undefined ? (amount ?? null) : typed.amount }
  const stated = known.flatMap((each) =>
    each.amount === null ? [] : [{ phase: each.phase ?? null, amount: each.amount }],
  )
  return stated.length === 0 ? { amount: null } : { phases: stated }
}

export function UnbilledSheet({ entries }: { entries: readonly Unbilled[] }) {
  const format = useFormat()
  const [typed, setTyped] = useState<Readonly<Record<number, Typed>>>({})
  const save = useStateUnbilled()
  const [first] = entries
  if (!first) return null
  const set = (id: number, change: Typed) => setTyped({ ...typed, [id]: { ...typed[id], ...change } })
  const changed = entries.filter(({ matter }) => typed[matter.id] !== undefined)
  const send = () =>
    save.mutate(
      {
        entries: changed.map((entry) => {
          const { month, matter, currency, note } = entry
          const given = typed[matter.id] ?? {}
          const { note: newNote = note ?? '' } = given
          return {
            month,
            matter: { id: matter.id },
            ...amountsOf(entry, given),
            currency,
            note: newNote.trim() || null,
          }
        }),
      },
      {
        onSuccess: () => {
          setTyped({})
          showToast({ text: texts.saved })
        },
      },
    )
  const done = entries.filter(({ amount }) => typeof amount === 'number').length
  return (
    <Panel
      title={texts.until(first.customer.name ?? '', format.month(first.month), format.date(first.closesOn))}
    >
      <p className={classes.quiet}>{texts.answered(done, entries.length)}</p>
      <ErrorAlert error={save.error} />
      <div className={classes.scroll}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{texts.matter}</th>
              <th scope="col">{texts.amount}</th>
              <th scope="col">{texts.note}</th>
            </tr>
          </thead>
          <tbody>
            {entries.map((entry) => {
              const { matter, note } = entry
              return (
                <tr key={matter.id}>
                  <th scope="row">{matter.name}</th>
                  <td className={classes.amount} data-label={texts.amount}>
                    <Amount
                      entry={entry}
                      typed={typed[matter.id] ?? {}}
                      onChange={(change) => set(matter.id, change)}
                    />
                  </td>
                  <td className={classes.note} data-label={texts.note}>
                    <TextInput
                      aria-label={texts.noteOf(matter.name ?? '')}
                      maxLength={2_000}
                      onKeyDown={goDown}
                      value={typed[matter.id]?.note ?? note ?? ''}
                      onChange={(event) => set(matter.id, { note: event.currentTarget.value })}
                    />
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
      <div className={classes.bar}>
        <ActionButton busy={save.isPending} disabled={changed.length === 0} onClick={send}>
          {texts.save}
        </ActionButton>
      </div>
    </Panel>
  )
}

interface AmountProps {
  readonly entry: Unbilled
  readonly typed: Typed
  readonly onChange: (change: Typed) => void
}

/** The amount in all, or by phase where the budget of the matter has phases. */
function Amount({ entry, typed, onChange }: AmountProps) {
  const { matter, currency, amount, budgetPhases } = entry
  const name = matter.name ?? ''
  const stated = entry.phases ?? null
  const phases =
    typed.phases === undefined ? (stated === null ? null : offeredPhases(budgetPhases, stated)) : typed.phases
  const isChoice = budgetPhases.length > 0 || phases !== null
  return (
    <div className={classes.stated}>
      {phases === null ? (
        <AmountInput
          aria-label={texts.amountOf(name)}
          rightSection={currency}
          rightSectionWidth={52}
          decimalScale={4}
          onKeyDown={goDown}
          min={0}
          value={typed.amount === undefined ? (amount ?? null) : typed.amount}
          onChange={(value) => onChange({ amount: value })}
        />
      ) : (
        <PhaseAmounts
          matter={name}
          {...{ currency, phases }}
          onChange={(next) => onChange({ phases: next })}
        />
      )}
      {isChoice ? (
        <Button
          variant="subtle"
          size="compact-sm"
          aria-label={phases === null ? texts.byPhaseOf(name) : texts.inAllOf(name)}
          onClick={() =>
            onChange({ phases: phases === null ? offeredPhases(budgetPhases, stated ?? []) : null })
          }
        >
          {phases === null ? texts.byPhase : texts.inAll}
        </Button>
      ) : null}
    </div>
  )
}

/** Enter goes to the same column of the next row. */
function goDown(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== 'Enter') return
  const cell = event.currentTarget.closest('td')
  const next = cell?.parentElement?.nextElementSibling?.children[cell.cellIndex]?.querySelector('input')
  if (!next) return
  event.preventDefault()
  next.focus()
  next.select()
}
