// Adding a law firm with its first person, who gets the invitation.
import { Button, Group, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { ActionButton } from '../../components/action-button.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { Modal } from '../../components/floating/modal.tsx'
import { fieldError } from '../../lib/refusal.ts'
import { useAddFirm } from './people.ts'
import { texts } from './texts.ts'

export function AddFirm() {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setOpened(true)}>
        {texts.addFirm}
      </Button>
      <Modal opened={opened} onClose={() => setOpened(false)} title={texts.addFirmTitle}>
        {opened ? <FirmForm onClose={() => setOpened(false)} /> : null}
      </Modal>
    </>
  )
}

function FirmForm({ onClose }: { onClose: () => void }) {
  const add = useAddFirm()
  const [name, setName] = useState('')
  const [person, setPerson] = useState({ firstName: '', lastName: '', email: '' })
  const set = (property: keyof typeof person) => (event: { currentTarget: { value: string } }) => {
    const { value } = event.currentTarget
    setPerson((before) => ({ ...before, [property]: value }))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    add.mutate({ name, administrator: person }, { onSuccess: onClose })
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        <ErrorAlert error={add.error} />
        <TextInput
          data-autofocus
          required
          label={texts.firmName}
          maxLength={255}
          value={name}
          error={fieldError(add.error, 'name')}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <TextInput
          required
          label={texts.firstName}
          maxLength={100}
          value={person.firstName}
          error={fieldError(add.error, 'administrator.firstName')}
          onChange={set('firstName')}
        />
        <TextInput
          required
          label={texts.lastName}
          maxLength={100}
          value={person.lastName}
          error={fieldError(add.error, 'administrator.lastName')}
          onChange={set('lastName')}
        />
        <TextInput
          required
          type="email"
          label={texts.email}
          description={texts.emailHint}
          value={person.email}
          error={fieldError(add.error, 'administrator.email')}
          onChange={set('email')}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <ActionButton type="submit" busy={add.isPending}>
            {texts.addFirmConfirm}
          </ActionButton>
        </Group>
      </Stack>
    </form>
  )
}
