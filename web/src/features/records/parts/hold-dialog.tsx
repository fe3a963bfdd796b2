// Putting a record under a legal hold.
import { Button, Group, Stack, Textarea } from '@mantine/core'
import { Modal } from '../../../components/floating/modal.tsx'
import { useState } from 'react'
import { ActionButton } from '../../../components/action-button.tsx'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import { fieldError } from '../../../lib/refusal.ts'
import { type RecordRef, useRecordAction } from '../records.ts'
import { recordTexts as texts } from '../texts.ts'

export function HoldDialog({ target, onClose }: { target: RecordRef; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const put = useRecordAction(
    target,
    (why: string) => target.kind.calls.hold(target.id, why),
    () => texts.holdPut,
  )
  return (
    <Modal opened onClose={onClose} title={texts.hold}>
      <Stack>
        <ErrorAlert error={put.error} shownFields={['reason']} />
        <Textarea
          data-autofocus
          label={texts.holdReason}
          description={texts.holdReasonHint}
          autosize
          minRows={2}
          maxLength={1_000}
          value={reason}
          error={fieldError(put.error, 'reason')}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {texts.cancel}
          </Button>
          <ActionButton
            busy={put.isPending}
            disabled={reason.trim() === ''}
            onClick={() => put.mutate(reason.trim(), { onSuccess: onClose })}
          >
            {texts.putOnHold.replace('…', '')}
          </ActionButton>
        </Group>
      </Stack>
    </Modal>
  )
}
