// Correcting the address or the name of somebody who was invited.
import { Button, Group, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { ActionButton } from '../../components/action-button.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { fieldError } from '../../lib/refusal.ts'
import { useCorrectInvitation } from './people.ts'
import { texts } from './texts.ts'

interface Invited {
  readonly email: string
  readonly firstName: string
  readonly lastName: string
}

export function CorrectInvitation(props: { userId: string; invited: Invited; onClose: () => void }) {
  const { userId, invited, onClose } = props
  const correct = useCorrectInvitation(userId)
  const [next, setNext] = useState(invited)
  const field = (name: keyof Invited) => ({
    required: true,
    value: next[name],
    error: fieldError(correct.error, name),
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget
      setNext((before) => ({ ...before, [name]: value }))
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    correct.mutate(next, { onSuccess: onClose })
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        <div>{texts.correctLead(invited.email)}</div>
        <ErrorAlert error={correct.error} />
        <TextInput data-autofocus type="email" label={texts.email} {...field('email')} />
        <TextInput label={texts.firstName} maxLength={100} {...field('firstName')} />
        <TextInput label={texts.lastName} maxLength={100} {...field('lastName')} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <ActionButton type="submit" busy={correct.isPending}>
            {texts.correctConfirm}
          </ActionButton>
        </Group>
      </Stack>
    </form>
  )
}
