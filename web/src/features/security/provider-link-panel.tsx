// Where people sign in, in short, and the way to the page on which that is set up.
import { useQuery } from '@tanstack/react-query'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { TextLink } from '../../components/links.tsx'
import { Loading } from '../../components/loading.tsx'
import { Panel } from '../../components/panel.tsx'
import { providerQuery } from './sign-in-provider.ts'

export function ProviderLinkPanel() {
  const setup = useQuery(providerQuery)
  return (
    <Panel title="Identity provider">
      {setup.isPending ? <Loading /> : null}
      {setup.isError ? <ErrorPanel error={setup.error} retry={setup.refetch} /> : null}
      {setup.data ? (
        <p>
          {setup.data.live
            ? `People sign in at “${setup.data.live.name}”.`
            : 'People sign in with a password or a passkey. They could sign in at the provider of your organisation instead, by SAML or OpenID Connect.'}
        </p>
      ) : null}
      <p>
        <TextLink to="/security/provider">Set up the identity provider</TextLink>
      </p>
      <p>
        <TextLink to="/security/mail-domains">Mail domains of your organisation</TextLink>
      </p>
    </Panel>
  )
}
