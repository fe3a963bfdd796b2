// The name of the organisation, and its time zone.
import { Select, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { ActionButton } from '../../components/action-button.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { StatusMessage } from '../../components/status-message.tsx'
import { fieldError } from '../../lib/refusal.ts'
import { timeZones } from '../../lib/time-zones.ts'
import { type Organisation, useUpdateOrganisation } from './organisation.ts'
import classes from './organisation.module.css'
import { texts } from './texts.ts'

const shown = ['name', 'timeZone']

export function GeneralForm({ organisation }: { organisation: Organisation }) {
  const update = useUpdateOrganisation(organisation.id)
  const [name, setName] = useState(organisation.name)
  const [timeZone, setTimeZone] = useState(organisation.timeZone)
  const [zones] = useState(timeZones)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    update.mutate({ name: name.trim(), timeZone })
  }
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <TextInput
        label={texts.name}
        maxLength={255}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={fieldError(update.error, 'name')}
      />
      <Select
        label={texts.timeZone}
        description={texts.timeZoneHint}
        searchable
        allowDeselect={false}
        limit={60}
        data={zones}
        value={timeZone}
        onChange={(zone) => zone && setTimeZone(zone)}
        error={fieldError(update.error, 'timeZone')}
      />
      <ErrorAlert error={update.error} shownFields={shown} />
      <ActionButton type="submit" busy={update.isPending} style={{ alignSelf: 'start' }}>
        {texts.save}
      </ActionButton>
      <StatusMessage>{update.isSuccess ? texts.saved : ''}</StatusMessage>
    </form>
  )
}
