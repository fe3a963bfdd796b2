// Currency, the end of the financial year, and who pays.
import { NativeSelect, Select, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { ActionButton } from '../../components/action-button.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { StatusMessage } from '../../components/status-message.tsx'
import { fieldError } from '../../lib/refusal.ts'
import { WholeInput } from '../../forms/inputs/whole-input.tsx'
import { type FinancialSettings, useUpdateFinancial } from './organisation.ts'
import classes from './organisation.module.css'
import { texts } from './texts.ts'

const shown = ['currency', 'yearEndMonth', 'yearEndDay', 'accountsPayableContacts']

const monthName = new Intl.DateTimeFormat('en-GB', { month: 'long', timeZone: 'UTC' })
const months = Array.from({ length: 12 }, (_, index) => ({
  value: String(index + 1),
  label: monthName.format(Date.UTC(2026, index, 1)),
}))

/** The last day of a month; of February the 28th, as in `set-financial-settings.ts`. */
const lastDayOf = (month: number) => new Date(Date.UTC(2026, month, 0)).getUTCDate()

/** The end of the year in another month: the last day stays the last one, and no day is beyond it. */
const yearEndIn = (
  { yearEndDay, yearEndMonth }: Pick<FinancialSettings, 'yearEndDay' | 'yearEndMonth'>,
  month: number,
) => ({
  yearEndMonth: month,
  yearEndDay:
    yearEndDay === lastDayOf(yearEndMonth) ? lastDayOf(month) : Math.min(yearEndDay, lastDayOf(month)),
})

/** Every currency by its code and name. */
function currencies(current: string) {
  const names = new Intl.DisplayNames(['en-GB'], { type: 'currency' })
  const codes = Intl.supportedValuesOf('currency')
  const all = codes.includes(current) ? codes : [current, ...codes]
  return all.map((value) => ({ value, label: `${value}: ${names.of(value) ?? value}` }))
}

export function FinancialForm({ settings }: { settings: FinancialSettings }) {
  const update = useUpdateFinancial()
  const [next, setNext] = useState({ ...settings })
  const [codes] = useState(() => currencies(settings.currency))
  const set = (change: Partial<typeof next>) => setNext({ ...next, ...change })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    update.mutate(next)
  }
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <Select
        label={texts.currency}
        description={texts.currencyHint}
        searchable
        allowDeselect={false}
        limit={60}
        data={codes}
        value={next.currency}
        onChange={(currency) => currency && set({ currency })}
        error={fieldError(update.error, 'currency')}
      />
      <div className={classes.together}>
        <NativeSelect
          label={texts.yearEndMonth}
          data={months}
          value={String(next.yearEndMonth)}
          onChange={(event) => set(yearEndIn(next, Number(event.currentTarget.value)))}
          error={fieldError(update.error, 'yearEndMonth')}
        />
        <WholeInput
          label={texts.yearEndDay}
          min={1}
          max={lastDayOf(next.yearEndMonth)}
          w="6rem"
          value={next.yearEndDay}
          onChange={(yearEndDay) => set({ yearEndDay })}
          error={fieldError(update.error, 'yearEndDay')}
        />
      </div>
      <TextInput
        label={texts.contacts}
        description={texts.contactsHint}
        value={next.accountsPayableContacts ?? ''}
        onChange={(event) => {
          const { value } = event.currentTarget
          set({ accountsPayableContacts: value === '' ? null : value })
        }}
        error={fieldError(update.error, 'accountsPayableContacts')}
      />
      <ErrorAlert error={update.error} shownFields={shown} />
      <ActionButton type="submit" busy={update.isPending} style={{ alignSelf: 'start' }}>
        {texts.save}
      </ActionButton>
      <StatusMessage>{update.isSuccess ? texts.saved : ''}</StatusMessage>
    </form>
  )
}
