// The first lines that an integrator needs: the authorize address, the exchange, the first call.
import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { CodeBlock } from '../../components/code-block.tsx'
import { Panel } from '../../components/panel.tsx'
import type { IntegrationClient } from './integration-clients.ts'
import { authorizeUrl, exchangeLine, firstCallLine } from './example-requests.ts'

export function TryClient({ client }: { client: IntegrationClient }) {
  const [chosen, setChosen] = useState<string>()
  const redirectUris = client.redirectUris.length > 0 ? client.redirectUris : ['http://localhost']
  const redirectUri = chosen !== undefined && redirectUris.includes(chosen) ? chosen : (redirectUris[0] ?? '')
  const integration = { host: window.location.origin, ...client, redirectUri }
  return (
    <Panel title="Try it">
      <p>
        Open the address in a browser and allow it. You come back to the redirect URI with a code, which works
        once within 10 minutes.
      </p>
      {redirectUris.length > 1 && (
        <NativeSelect
          label="Redirect URI"
          size="md"
          data={redirectUris}
          value={redirectUri}
          onChange={(event) => setChosen(event.currentTarget.value)}
        />
      )}
      <CodeBlock label="1. Ask for consent" text={authorizeUrl(integration)} />
      <CodeBlock label="2. Exchange the code for tokens" text={exchangeLine(integration)} />
      <CodeBlock label="3. First call" text={firstCallLine(integration)} />
    </Panel>
  )
}
