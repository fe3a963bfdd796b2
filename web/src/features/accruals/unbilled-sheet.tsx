// The table in which what is unbilled is keyed in, for one client and month.
import { TextInput } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'
import { ActionButton } from '../../components/action-button.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { useFormat } from '../../components/format-context.ts'
import { Panel } from '../../components/panel.tsx'
import { showToast } from '../../components/toast-store.ts'
import { AmountInput } from '../../forms/inputs/amount-input.tsx'
import { type Unbilled, useStateUnbilled } from './accrual-calls.ts'
import classes from './accruals.module.css'
import { unbilledTexts as texts } from './texts.ts'

interface Typed {
  readonly amount?: number | null
  readonly note?: string
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
        entries: changed.map(({ month, matter, currency, amount, note }) => {
          const { amount: newAmount = amount ?? null, note: newNote = note ?? '' } = typed[matter.id] ?? {}
          return {
            month,
            matter: { id: matter.id },
            amount: newAmount,
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
    <Panel title={texts.until(first.customer.name ?? '', first.month, format.date(first.closesOn))}>
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
            {entries.map(({ matter, currency, amount, note }) => (
              <tr key={matter.id}>
                <th scope="row">{matter.name}</th>
                <td className={classes.amount}>
                  <AmountInput
                    aria-label={texts.amountOf(matter.name ?? '')}
                    rightSection={currency}
                    rightSectionWidth={52}
                    decimalScale={4}
                    onKeyDown={goDown}
                    min={0}
                    value={
                      typed[matter.id]?.amount === undefined ? (amount ?? null) : typed[matter.id]?.amount
                    }
                    onChange={(value) => set(matter.id, { amount: value })}
                  />
                </td>
                <td className={classes.note}>
                  <TextInput
                    aria-label={texts.noteOf(matter.name ?? '')}
                    maxLength={2_000}
                    onKeyDown={goDown}
                    value={typed[matter.id]?.note ?? note ?? ''}
                    onChange={(event) => set(matter.id, { note: event.currentTarget.value })}
                  />
                </td>
              </tr>
            ))}
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
