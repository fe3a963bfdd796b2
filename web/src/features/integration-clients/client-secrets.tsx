// A client's secrets: listing them, creating a new one with an overlap, ending an old one.
import { Button } from '@mantine/core'
import { useRef, useState } from 'react'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { StatusMessage } from '../../components/status-message.tsx'
import { Panel } from '../../components/panel.tsx'
import type { IntegrationClient, IntegrationClientSecret } from './integration-clients.ts'
import { useFormat } from '../../components/format-context.ts'
import classes from './client-secrets.module.css'
import { useEndSecret } from './integration-clients.ts'
import { RotateDialog } from './rotate-dialog.tsx'

export function ClientSecrets({ client }: { client: IntegrationClient }) {
  const format = useFormat()
  const [rotating, setRotating] = useState(false)
  const [ending, setEnding] = useState<IntegrationClientSecret>()
  const [ended, setEnded] = useState('')
  const end = useEndSecret(client.id)
  const newButton = useRef<HTMLButtonElement>(null)

  function endNow(secret: IntegrationClientSecret) {
    end.mutate(secret.id, {
      onSuccess: () => {
        setEnding(undefined)
        setEnded(`The secret ending in ${secret.lastFour} no longer works.`)
        // The button that had the focus is gone with the secret.
        newButton.current?.focus()
      },
    })
  }

  return (
    <Panel title="Secrets">
      <ul className={classes.list}>
        {client.secrets.map((secret) => (
          <li key={secret.id} className={classes.secret}>
            <span>
              Ends in <code>{secret.lastFour}</code>
            </span>
            <span>Created {format.dateTime(secret.createdAt)}</span>
            <span>
              {secret.expiresAt === null ? 'In use' : `Works until ${format.dateTime(secret.expiresAt)}`}
            </span>
            {secret.expiresAt === null ? null : (
              <Button
                variant="default"
                size="compact-md"
                aria-label={`End now: the secret ending in ${secret.lastFour}`}
                onClick={() => setEnding(secret)}
              >
                End now
              </Button>
            )}
          </li>
        ))}
      </ul>
      <StatusMessage>{ended}</StatusMessage>
      {client.can.change && (
        <Button
          ref={newButton}
          variant="default"
          style={{ alignSelf: 'start' }}
          onClick={() => setRotating(true)}
        >
          Create a new secret
        </Button>
      )}
      <RotateDialog client={client} opened={rotating} onClose={() => setRotating(false)} />
      <ConfirmDialog
        opened={ending !== undefined}
        title={`End the secret ending in ${ending?.lastFour ?? ''}?`}
        confirmLabel="End it now"
        busy={end.isPending}
        error={end.error}
        onConfirm={() => ending !== undefined && endNow(ending)}
        onClose={() => {
          setEnding(undefined)
          end.reset()
        }}
      >
        Anything that still uses it can no longer exchange codes or refresh tokens. This cannot be undone.
      </ConfirmDialog>
    </Panel>
  )
}
