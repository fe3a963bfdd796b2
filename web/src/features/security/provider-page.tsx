// The identity provider of the organisation: what counts, what it has to know of us, its settings, and their test.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '@mantine/core'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { DescriptionList } from '../../components/description-list.tsx'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { useFormat } from '../../components/format-context.ts'
import { TextLink } from '../../components/links.tsx'
import { Loading } from '../../components/loading.tsx'
import { Page } from '../../components/page.tsx'
import { Panel } from '../../components/panel.tsx'
import { OwnSidePanel } from './provider-own-side.tsx'
import { ProviderSettingsPanel } from './provider-settings.tsx'
import { ProviderTestPanel } from './provider-test.tsx'
import { type ProviderSetup, providerQuery, useDisableProvider } from './sign-in-provider.ts'

const protocols = { OpenIdConnect: 'OpenID Connect', Saml: 'SAML 2.0' } as const

export function ProviderPage() {
  const setup = useQuery(providerQuery)
  return (
    <Page
      title="Identity provider"
      lead="Where people of your organisation sign in. What you enter here counts only after a test of it has passed; until then people sign in as before."
    >
      {setup.isPending ? <Loading /> : null}
      {setup.isError ? <ErrorPanel error={setup.error} retry={setup.refetch} /> : null}
      {setup.data ? (
        <>
          <LivePanel setup={setup.data} />
          <ProviderTestPanel setup={setup.data} />
          <OwnSidePanel setup={setup.data} />
          <ProviderSettingsPanel key={setup.data.settings?.changed.dateUtc ?? ''} setup={setup.data} />
        </>
      ) : null}
    </Page>
  )
}

function LivePanel({ setup: { live, mailDomains, passwords } }: { setup: ProviderSetup }) {
  const format = useFormat()
  const disable = useDisableProvider()
  const [asking, setAsking] = useState(false)
  const domains = mailDomains.join(', ')
  return (
    <Panel title="In use">
      {live ? (
        <DescriptionList
          facts={[
            ['Provider', live.name],
            ['Protocol', protocols[live.protocol]],
            [live.protocol === 'Saml' ? 'Entity id' : 'Issuer', live.issuer],
            [
              'Since',
              `${format.dateTime(live.changed.dateUtc)}, ${live.setBy === 'Operator' ? 'set by the operator' : 'turned on here'}`,
            ],
            ['For addresses in', domains || 'no mail domain yet'],
            ['Passwords', passwords ? 'are accepted as well' : 'are refused'],
          ]}
        />
      ) : (
        <p>None. People sign in with a password or a passkey.</p>
      )}
      {mailDomains.length === 0 ? (
        <p>
          Your organisation has no mail domain yet, so nobody would be sent to a provider.{' '}
          <TextLink to="/security/mail-domains">Add one</TextLink>
        </p>
      ) : null}
      {live ? (
        <Button variant="default" style={{ alignSelf: 'start' }} onClick={() => setAsking(true)}>
          Turn off
        </Button>
      ) : null}
      <ConfirmDialog
        opened={asking}
        title="Turn off the identity provider?"
        confirmLabel="Turn off"
        busy={disable.isPending}
        error={disable.error}
        onConfirm={() => disable.mutate(undefined, { onSuccess: () => setAsking(false) })}
        onClose={() => setAsking(false)}
      >
        People sign in with passwords again. Who has none asks for a link on the sign-in page.
      </ConfirmDialog>
    </Panel>
  )
}
