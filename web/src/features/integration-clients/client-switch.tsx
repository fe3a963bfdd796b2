// Disabling a client, and enabling it again.
import { useState } from 'react'
import { ActionButton } from '../../components/action-button.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { StatusMessage } from '../../components/status-message.tsx'
import { Panel } from '../../components/panel.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import type { IntegrationClient } from './integration-clients.ts'
import { useChangeIntegrationClient } from './integration-clients.ts'

export function ClientSwitch({ client }: { client: IntegrationClient }) {
  const [asking, setAsking] = useState(false)
  const change = useChangeIntegrationClient(client.id)
  const active = client.status === 'Active'
  const outcome = change.isSuccess ? (active ? 'The client works again.' : 'The client is disabled.') : ''

  return (
    <Panel title={active ? 'Disable this client' : 'This client is disabled'}>
      <p>
        {active
          ? 'While it is disabled, its tokens do not work and no one is asked for consent. It can be enabled again.'
          : 'Its tokens do not work and no one is asked for consent. Nothing was deleted.'}
      </p>
      {asking ? null : <ErrorAlert error={change.error} />}
      <StatusMessage>{outcome}</StatusMessage>
      {/* One button for both ways, so that it keeps the focus when it changes. */}
      <ActionButton
        variant={active ? 'default' : 'filled'}
        style={{ alignSelf: 'start' }}
        busy={change.isPending && !asking}
        onClick={() => (active ? setAsking(true) : change.mutate({ status: 'Active' }))}
      >
        {active ? 'Disable…' : 'Enable'}
      </ActionButton>
      <ConfirmDialog
        opened={asking}
        title={`Disable ${client.name}?`}
        confirmLabel="Disable"
        busy={change.isPending}
        error={change.error}
        onConfirm={() => change.mutate({ status: 'Disabled' }, { onSuccess: () => setAsking(false) })}
        onClose={() => {
          setAsking(false)
          change.reset()
        }}
      >
        Everything that uses this client stops working at once, for all people who allowed it.
      </ConfirmDialog>
    </Panel>
  )
}
