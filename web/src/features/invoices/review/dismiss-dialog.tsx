// Asks why flags do not count.
import { Button, Group, Stack, Textarea } from '@mantine/core'
import { useState } from 'react'
import { ActionButton } from '../../../components/action-button.tsx'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import { Modal } from '../../../components/floating/modal.tsx'
import { fieldError } from '../../../lib/refusal.ts'
import { useDecideFlags } from './flag-calls.ts'
import { flagTexts as texts } from './flag-texts.ts'

export function DismissDialog(props: { invoiceId: number; flags: readonly number[]; onClose: () => void }) {
  const { invoiceId, flags, onClose } = props
  const [because, setBecause] = useState('')
  const action = useDecideFlags(invoiceId)
  const dismiss = () =>
    action.mutate({ flags: [...flags], action: 'Dismiss', because: because.trim() }, { onSuccess: onClose })
  return (
    <Modal opened onClose={onClose} title={texts.dismissTitle(flags.length)}>
      <Stack>
        <ErrorAlert error={action.error} shownFields={['because']} />
        <Textarea
          data-autofocus
          required
          autosize
          maxLength={2_000}
          label={texts.because}
          description={texts.becauseHint}
          value={because}
          error={fieldError(action.error, 'because')}
          onChange={(event) => setBecause(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {texts.cancel}
          </Button>
          <ActionButton busy={action.isPending} disabled={because.trim() === ''} onClick={dismiss}>
            {texts.dismiss}
          </ActionButton>
        </Group>
      </Stack>
    </Modal>
  )
}
