// The properties of a client, to be read or edited.
import { Button } from '@mantine/core'
import { useRef, useState } from 'react'
import { DescriptionList } from '../../components/description-list.tsx'
import { StatusMessage } from '../../components/status-message.tsx'
import { Panel } from '../../components/panel.tsx'
import type { IntegrationClient } from './integration-clients.ts'
import { useFormat } from '../../components/format-context.ts'
import { ClientForm } from './client-form.tsx'
import { useChangeIntegrationClient } from './integration-clients.ts'
import classes from './client-details.module.css'
import { SecretRequiredField } from './secret-required-field.tsx'
import { StatusBadge } from './status-badge.tsx'

export function ClientDetails({ client }: { client: IntegrationClient }) {
  const [editing, setEditing] = useState(false)
  const [saved, setSaved] = useState(false)
  const [secretRequired, setSecretRequired] = useState(client.secretRequired)
  const change = useChangeIntegrationClient(client.id)
  const comingBack = useRef(false)

  function edit() {
    setSecretRequired(client.secretRequired)
    setEditing(true)
  }

  function close(changed: boolean) {
    setEditing(false)
    setSaved(changed)
    change.reset()
    comingBack.current = true
  }

  function focusWhenBack(button: HTMLButtonElement | null) {
    if (button === null || !comingBack.current) return
    comingBack.current = false
    button.focus()
  }

  return (
    <Panel title="Details">
      {editing ? (
        <ClientForm
          initial={{ ...client, contactEmail: client.contactEmail ?? '' }}
          submitLabel="Save"
          busy={change.isPending}
          error={change.error}
          onSubmit={(values) =>
            change.mutate({ ...values, secretRequired }, { onSuccess: () => close(true) })
          }
          onCancel={() => close(false)}
          focusFirst
        >
          {client.confidential && <SecretRequiredField value={secretRequired} onChange={setSecretRequired} />}
        </ClientForm>
      ) : (
        <>
          <ClientFacts client={client} />
          {client.can.change ? (
            <div className={classes.edit}>
              <Button ref={focusWhenBack} variant="default" onClick={edit}>
                Edit
              </Button>
              <StatusMessage>{saved ? 'Saved.' : ''}</StatusMessage>
            </div>
          ) : (
            <p>An administrator has allowed this client, so only administrators change it.</p>
          )}
        </>
      )}
    </Panel>
  )
}

function ClientFacts({ client }: { client: IntegrationClient }) {
  const format = useFormat()
  return (
    <DescriptionList
      facts={[
        ['Status', <StatusBadge key="status" status={client.status} />],
        ['Client id', <code key="id">{client.clientId}</code>],
        [
          'Type',
          client.confidential ? 'Confidential: it has a secret' : 'Public: it has no secret and uses PKCE',
        ],
        ...(client.confidential ? [['Secret', secretRule(client)] as const] : []),
        ['Contact', client.contactEmail ?? 'None'],
        ['Redirect URIs', <RedirectUris key="uris" uris={client.redirectUris} />],
        ['Available to', AVAILABLE_TO[client.availableTo]],
        [
          'Registered',
          [format.dateTime(client.created.dateUtc), client.created.userName].filter(Boolean).join(', by '),
        ],
        ['Last modified', format.dateTime(client.modified.dateUtc)],
      ]}
    />
  )
}

const secretRule = ({ secretRequired }: IntegrationClient) =>
  secretRequired ? 'Always required' : 'Optional: refresh tokens issued without it last 1 day'

const AVAILABLE_TO: Record<IntegrationClient['availableTo'], string> = {
  Organisation: 'People of your organisation, and of organisations linked to it',
  Installation: 'Everyone on this installation',
}

function RedirectUris({ uris }: { uris: string[] }) {
  if (uris.length === 0) return <>None registered</>
  return (
    <ul className={classes.uris}>
      {uris.map((uri) => (
        <li key={uri}>
          <code>{uri}</code>
        </li>
      ))}
    </ul>
  )
}
