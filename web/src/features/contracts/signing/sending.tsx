// What every form asks that sends something to people without an account: a message, and the last day.
import { Button, Group, Textarea } from '@mantine/core'
import { useState } from 'react'
import { ActionButton } from '../../../components/action-button.tsx'
import { DateInput } from '../../../components/date-input.tsx'
import { useFormat } from '../../../components/format-context.ts'
import { fieldError } from '../../../lib/refusal.ts'
import { addDays } from '../../../list/filters/local-days.ts'

const usualDays = 30

/** Message and last day, as they are entered. */
export function useSending() {
  const today = useFormat().today()
  const [message, setMessage] = useState('')
  const [expires, setExpires] = useState(addDays(today, usualDays))
  return {
    message,
    setMessage,
    setExpires,
    expires,
    /** As they are sent. */
    sent: { message: message.trim() || null, expires },
  }
}

/** The fields of both; the server calls them `message` and `expires`. */
export function SendingFields(props: {
  sending: ReturnType<typeof useSending>
  error: unknown
  texts: { readonly message: string; readonly messageHint: string; readonly expires: string }
}) {
  const { sending, error, texts } = props
  return (
    <>
      <Textarea
        label={texts.message}
        description={texts.messageHint}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={2_000}
        value={sending.message}
        error={fieldError(error, 'message')}
        onChange={(event) => sending.setMessage(event.currentTarget.value)}
      />
      <DateInput
        size="sm"
        required
        label={texts.expires}
        value={sending.expires}
        error={fieldError(error, 'expires')}
        onChange={sending.setExpires}
      />
    </>
  )
}

/** The end of such a form. */
export function SendButtons(props: {
  cancel: string
  send: string
  busy: boolean
  disabled: boolean
  onClose: () => void
}) {
  const { cancel, send, busy, disabled, onClose } = props
  return (
    <Group justify="flex-end">
      <Button variant="default" size="sm" onClick={onClose}>
        {cancel}
      </Button>
      <ActionButton type="submit" size="sm" busy={busy} disabled={disabled}>
        {send}
      </ActionButton>
    </Group>
  )
}
