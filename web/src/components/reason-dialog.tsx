// Asks for the reason before something that is done with one only.
import { Button, Group, Stack, Textarea } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { fieldError } from '../lib/refusal.ts'
import { ActionButton } from './action-button.tsx'
import { ErrorAlert } from './error-alert.tsx'
import { Modal } from './floating/modal.tsx'

/** `children` are above the reason: what happens, and what else is asked; `ready` says whether that is answered. */
export function ReasonDialog(props: {
  title: string
  label: string
  hint: string
  confirmLabel: string
  busy: boolean
  error: unknown
  onConfirm: (reason: string) => void
  onClose: () => void
  /** For what cannot be taken back. */
  danger?: boolean
  ready?: boolean
  children?: ReactNode
}) {
  const { title, label, hint, confirmLabel, busy, error, onConfirm, onClose } = props
  const { danger = false, ready = true, children } = props
  const [reason, setReason] = useState('')
  return (
    <Modal opened onClose={onClose} title={title}>
      <Stack>
        {children}
        <ErrorAlert error={error} shownFields={['reason']} />
        <Textarea
          data-autofocus
          label={label}
          description={hint}
          autosize
          minRows={2}
          maxRows={10}
          maxLength={1_000}
          required
          value={reason}
          error={fieldError(error, 'reason')}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <ActionButton
            {...(danger ? { color: 'red.9' } : {})}
            busy={busy}
            disabled={!ready || reason.trim() === ''}
            onClick={() => onConfirm(reason.trim())}
          >
            {confirmLabel}
          </ActionButton>
        </Group>
      </Stack>
    </Modal>
  )
}
