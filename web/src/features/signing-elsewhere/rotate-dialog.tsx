// Replacing the secret of a signing service, with an overlap.
import { Button, Group, NativeSelect, Stack } from '@mantine/core'
import { useState } from 'react'
import { ActionButton } from '../../components/action-button.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { Modal } from '../../components/floating/modal.tsx'
import { ShownSecret } from './shown-secret.tsx'
import { type SigningService, useRotateSecret } from './signing-elsewhere.ts'
import { serviceTexts as texts } from './texts.ts'

export function RotateDialog({ service, onClose }: { service: SigningService; onClose: () => void }) {
  const rotate = useRotateSecret(service.id)
  const [hours, setHours] = useState('24')
  if (rotate.data)
    return <ShownSecret events={service.events} signingSecret={rotate.data.signingSecret} onClose={onClose} />
  return (
    <Modal opened onClose={onClose} title={texts.rotateTitle}>
      <Stack>
        <ErrorAlert error={rotate.error} />
        <NativeSelect
          data-autofocus
          label={texts.overlapLabel}
          description={texts.overlapHint}
          data={texts.overlaps}
          value={hours}
          onChange={(event) => setHours(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {texts.cancel}
          </Button>
          <ActionButton busy={rotate.isPending} onClick={() => rotate.mutate(Number(hours))}>
            {texts.rotateDo}
          </ActionButton>
        </Group>
      </Stack>
    </Modal>
  )
}
