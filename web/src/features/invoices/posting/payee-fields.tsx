// Whose invoices they are: one of the law firms, or another payee by name.
import { NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import classes from './posting.module.css'
import { type Payee, payeesQuery } from './posting.ts'
import { postingTexts as texts } from './texts.ts'

const OTHER = 'other'

export function PayeeFields({ onChange }: { onChange: (payee: Payee) => void }) {
  const firms = useQuery(payeesQuery)
  const [chosen, setChosen] = useState('')
  const [vendor, setVendor] = useState('')
  const choose = (value: string) => {
    setChosen(value)
    if (value === '') onChange(undefined)
    else if (value === OTHER) onChange(vendorIn(vendor))
    else onChange({ serviceProviderId: Number(value) })
  }
  return (
    <div className={classes.payee}>
      <NativeSelect
        label={texts.payee}
        value={chosen}
        data={[
          { value: '', label: texts.choosePayee },
          ...(firms.data ?? []).map(({ id, name }) => ({ value: String(id), label: name ?? '' })),
          { value: OTHER, label: texts.otherPayee },
        ]}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      {chosen === OTHER ? (
        <TextInput
          label={texts.vendor}
          maxLength={255}
          value={vendor}
          onChange={(event) => {
            setVendor(event.currentTarget.value)
            onChange(vendorIn(event.currentTarget.value))
          }}
        />
      ) : null}
      <ErrorAlert error={firms.error} />
    </div>
  )
}

const vendorIn = (name: string): Payee => (name.trim() === '' ? undefined : { vendorName: name.trim() })
