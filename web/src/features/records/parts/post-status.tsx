// Posting a status message.
import { Button, Group, Stack, Textarea } from '@mantine/core'
import { useState } from 'react'
import { ActionButton } from '../../../components/action-button.tsx'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import { Modal } from '../../../components/floating/modal.tsx'
import { fieldError } from '../../../lib/refusal.ts'
import { type RecordRef, useRecordAction } from '../records.ts'
import { recordTexts } from '../texts.ts'

const texts = recordTexts.status

/** The dialog in which a status is written. What was typed stays until it is posted. */
export function PostStatus({
  target,
  opened,
  onClose,
}: {
  target: RecordRef
  opened: boolean
  onClose: () => void
}) {
  const [message, setMessage] = useState('')
  const post = useRecordAction(
    target,
    (text: string) => target.kind.calls.postStatus(target.id, text),
    () => texts.posted,
  )
  const send = () =>
    post.mutate(message.trim(), {
      onSuccess: () => {
        setMessage('')
        onClose()
      },
    })
  return (
    <Modal opened={opened} onClose={onClose} title={texts.post}>
      <Stack>
        <ErrorAlert error={post.error} shownFields={['message']} />
        <Textarea
          data-autofocus
          label={texts.label}
          placeholder={texts.placeholder}
          autosize
          minRows={3}
          maxRows={10}
          maxLength={4_000}
          value={message}
          error={fieldError(post.error, 'message')}
          onChange={(event) => setMessage(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && message.trim() !== '') send()
          }}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {recordTexts.cancel}
          </Button>
          <ActionButton busy={post.isPending} disabled={message.trim() === ''} onClick={send}>
            {texts.post}
          </ActionButton>
        </Group>
      </Stack>
    </Modal>
  )
}
