// Signing a colleague out everywhere, with or without the integrations that act for them.
import { Button, Checkbox } from '@mantine/core'
import { useState } from 'react'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { showToast } from '../../components/toast-store.ts'
import { nameOf } from '../../lib/person-name.ts'
import { type Person, useEndSessionsOf } from './people.ts'
import { texts } from './texts.ts'

export function EndSessions({ person, userId }: { person: Person; userId: string }) {
  const end = useEndSessionsOf(userId)
  const [asking, setAsking] = useState(false)
  const [integrations, setIntegrations] = useState(false)
  const name = nameOf(person)
  const close = () => {
    setAsking(false)
    setIntegrations(false)
    end.reset()
  }
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        {texts.endSessions}
      </Button>
      <ConfirmDialog
        opened={asking}
        title={texts.endSessionsTitle(name)}
        confirmLabel={texts.endSessionsConfirm}
        busy={end.isPending}
        error={end.error}
        onConfirm={() =>
          end.mutate(integrations, {
            onSuccess: () => {
              close()
              showToast({ text: texts.endSessionsDone(name) })
            },
          })
        }
        onClose={close}
      >
        <p>{texts.endSessionsLead}</p>
        <Checkbox
          mt="md"
          label={texts.endIntegrations}
          description={texts.endIntegrationsHint}
          checked={integrations}
          onChange={(event) => setIntegrations(event.currentTarget.checked)}
        />
      </ConfirmDialog>
    </>
  )
}
