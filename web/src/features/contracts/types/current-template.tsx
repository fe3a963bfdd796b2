// What can be done with the template that a contract type has.
import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx'
import { showToast } from '../../../components/toast-store.ts'
import { templateAddress, useRemoveTemplate } from './template.ts'
import { templateTexts as texts } from './texts.ts'

export function CurrentTemplate({ typeId }: { typeId: number }) {
  const remove = useRemoveTemplate(typeId)
  const [asking, setAsking] = useState(false)
  return (
    <Group gap="xs">
      <Button component="a" size="xs" variant="default" href={templateAddress(typeId)} download>
        {texts.download}
      </Button>
      <Button size="xs" variant="default" onClick={() => setAsking(true)}>
        {texts.remove}
      </Button>
      <ConfirmDialog
        opened={asking}
        title={texts.removeTitle}
        confirmLabel={texts.removeConfirm}
        busy={remove.isPending}
        error={remove.error}
        onClose={() => setAsking(false)}
        onConfirm={() =>
          remove.mutate(undefined, {
            onSuccess: () => {
              setAsking(false)
              showToast({ text: texts.removed })
            },
          })
        }
      >
        {texts.removeLead}
      </ConfirmDialog>
    </Group>
  )
}
