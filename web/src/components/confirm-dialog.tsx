// Asks for confirmation of an action that people may regret.
import { Button, Group, Stack } from '@mantine/core'
import { Modal } from './floating/modal.tsx'
import type { ReactNode } from 'react'
import { ActionButton } from './action-button.tsx'
import { ErrorAlert } from './error-alert.tsx'

/** The focus starts on Cancel, so that a hasty Enter does nothing. */
export function ConfirmDialog(props: {
  opened: boolean
  title: string
  confirmLabel: string
  busy: boolean
  error: unknown
  onConfirm: () => void
  onClose: () => void
  /** False for what is final but harmless. */
  danger?: boolean
  children: ReactNode
}) {
  const { opened, title, confirmLabel, busy, error, onConfirm, onClose, danger = true, children } = props
  return (
    <Modal opened={opened} onClose={onClose} title={title}>
      <Stack>
        <div>{children}</div>
        <ErrorAlert error={error} />
        <Group justify="flex-end" gap="xs">
          <Button data-autofocus variant="default" onClick={onClose}>
            Cancel
          </Button>
          <ActionButton {...(danger ? { color: 'red.9' } : {})} busy={busy} onClick={onConfirm}>
            {confirmLabel}
          </ActionButton>
        </Group>
      </Stack>
    </Modal>
  )
}
