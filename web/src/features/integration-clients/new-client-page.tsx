// Registering an integration client, and showing its secret once.
import { Radio, Stack } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ButtonLink } from '../../components/links.tsx'
import { Page } from '../../components/page.tsx'
import { Panel } from '../../components/panel.tsx'
import type { CreatedIntegrationClient } from './integration-clients.ts'
import { ClientForm } from './client-form.tsx'
import { useCreateIntegrationClient } from './integration-clients.ts'
import { OnceShownSecret } from './once-shown-secret.tsx'
import { SecretRequiredField } from './secret-required-field.tsx'

export function NewClientPage() {
  const navigate = useNavigate()
  const create = useCreateIntegrationClient()
  const [confidential, setConfidential] = useState(true)
  const [secretRequired, setSecretRequired] = useState(true)

  if (create.data !== undefined) return <Registered client={create.data} name={create.variables.name} />
  return (
    <Page key="form" title="Register an integration client">
      <Panel>
        <ClientForm
          initial={{ name: '', contactEmail: '', redirectUris: [''] }}
          submitLabel="Register"
          busy={create.isPending}
          error={create.error}
          onSubmit={(values) =>
            create.mutate({ ...values, confidential, secretRequired: confidential && secretRequired })
          }
          onCancel={() => void navigate({ to: '/integration-clients' })}
        >
          <Radio.Group
            label="Where does it run?"
            size="md"
            value={confidential ? 'confidential' : 'public'}
            onChange={(value) => setConfidential(value === 'confidential')}
          >
            <Stack gap="xs" mt="xs">
              <Radio
                value="confidential"
                label="On a server: confidential"
                description="It can keep a secret. Its refresh tokens last 30 days."
              />
              <Radio
                value="public"
                label="In a browser or on a person’s device: public"
                description="It has no secret and uses PKCE. Its refresh tokens last 1 day."
              />
            </Stack>
          </Radio.Group>
          {confidential && <SecretRequiredField value={secretRequired} onChange={setSecretRequired} />}
        </ClientForm>
      </Panel>
    </Page>
  )
}

function Registered({ client, name }: { client: CreatedIntegrationClient; name: string }) {
  return (
    <Page key="registered" title={`${name} is registered`}>
      <Panel>
        <OnceShownSecret clientId={client.clientId} clientSecret={client.clientSecret} />
        <ButtonLink
          to="/integration-clients/$id"
          params={{ id: String(client.id) }}
          style={{ alignSelf: 'start' }}
        >
          {client.clientSecret === null ? 'Continue to the client' : 'I have stored the secret, continue'}
        </ButtonLink>
      </Panel>
    </Page>
  )
}
