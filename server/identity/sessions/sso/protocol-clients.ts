// The protocols of identity providers. Their packages are loaded with the first login: most processes have none.
import type { App } from '../../../platform/app.ts'
import type { Identity, Question } from './identity.ts'
import type { IdentityProvider, OpenIdProvider, SamlProvider } from './providers.ts'
import type { SamlStatement } from './saml/saml-statement.ts'
import type { ServiceProvider } from './saml/saml-keys.ts'

export interface ProtocolClients {
  /** The address the user is sent to; the email address spares them typing it. Throws SsoRefusal. */
  addressFor(provider: IdentityProvider, question: Question, email: string | undefined): Promise<string>
  /** The user returning from an OpenID Connect provider with this query. Throws SsoRefusal. */
  identify(provider: OpenIdProvider, question: Question, query: string): Promise<Identity>
  /** What a SAML provider states in an answer to the question; without one, if it began. Throws SsoRefusal. */
  readAnswer(
    provider: SamlProvider,
    answer: { readonly message: string; readonly question: Question | undefined },
  ): Promise<SamlStatement>
  /** The metadata of this installation for SAML providers. */
  metadata(ours: ServiceProvider): Promise<string>
}

/** The protocols, as far as they are used. */
export function createProtocolClients(app: App): ProtocolClients {
  const openId = once(() => import('./openid.ts').then(({ createOpenId }) => createOpenId(app)))
  const saml = once(() => import('./saml/saml-client.ts'))
  return {
    async addressFor(provider, question, email) {
      if (provider.protocol === 'saml') return (await saml()).samlAddress(app, provider, question)
      return (await openId()).addressFor(provider, question, email)
    },
    identify: async (...login) => (await openId()).identify(...login),
    readAnswer: async (...answer) => (await saml()).readSamlAnswer(app, ...answer),
    metadata: async (ours) => (await saml()).samlMetadata(app, ours),
  }
}

function once<Value>(load: () => Promise<Value>): () => Promise<Value> {
  let loading: Promise<Value> | undefined
  return () => (loading ??= load())
}
