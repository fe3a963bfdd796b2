// SAML 2.0 with an organisation's provider: the request with which people are sent there, what the provider has to know
// of us, and its answers.
import { SAML } from '@node-saml/node-saml'
import type { App } from '../../../../platform/app.ts'
import type { Question } from '../identity.ts'
import { SsoRefusal } from '../refusal.ts'
import type { SamlProvider } from '../providers.ts'
import { checkSamlResponse } from './saml-response.ts'
import type { SamlStatement } from './saml-statement.ts'
import { findServiceProvider, openSamlKeys, type ServiceProvider } from './saml-keys.ts'

/** The id of the request that belongs to a login attempt. */
export const requestIdOf = ({ nonce }: Pick<Question, 'nonce'>): string => `_${nonce}`

/** The address with which somebody is sent to the provider. Throws SsoRefusal. */
export async function samlAddress(app: App, provider: SamlProvider, question: Question): Promise<string> {
  const { ours, keys } = await ourSide(app, provider)
  const saml = new SAML({
    entryPoint: provider.saml.ssoUrl,
    idpCert: [...provider.saml.certificates],
    issuer: ours.entityId,
    callbackUrl: ours.acsUrl,
    privateKey: keys[0] ?? '',
    signatureAlgorithm: 'sha256',
    // how the provider asks people to prove themselves, and what it calls them, is its own business
    disableRequestedAuthnContext: true,
    identifierFormat: null,
    generateUniqueId: () => requestIdOf(question),
  })
  return saml.getAuthorizeUrlAsync(question.state, undefined, {})
}

/** What the provider states in an answer to the request; without a request, if it began. Throws SsoRefusal. */
export async function readSamlAnswer(
  app: App,
  provider: SamlProvider,
  answer: { readonly message: string; readonly question: Question | undefined },
): Promise<SamlStatement> {
  const { ours, keys } = await ourSide(app, provider)
  return checkSamlResponse(answer.message, {
    issuer: provider.issuer,
    settings: provider.saml,
    entityId: ours.entityId,
    acsUrl: ours.acsUrl,
    requestId: answer.question && requestIdOf(answer.question),
    keys,
  })
}

async function ourSide(app: App, { organisationId }: SamlProvider) {
  const [ours, keys] = await Promise.all([
    findServiceProvider(app, { organisationId }),
    openSamlKeys(app, organisationId),
  ])
  if (!ours || keys.length === 0) {
    throw new SsoRefusal('not_valid', undefined, 'This installation has no certificate yet. Make one first.')
  }
  return { ours, keys }
}

/** The metadata for the provider: our addresses and certificates. */
export async function samlMetadata(app: App, ours: ServiceProvider): Promise<string> {
  const keys = await openSamlKeys(app, ours.organisationId)
  const certificates = ours.keys.map(({ certificate }) => certificate)
  const newest = certificates.at(-1)
  if (newest === undefined) return ''
  const saml = new SAML({
    // only for the type: nobody is sent anywhere
    idpCert: newest,
    issuer: ours.entityId,
    callbackUrl: ours.acsUrl,
    privateKey: keys[0] ?? '',
    decryptionPvk: keys.at(-1) ?? '',
    identifierFormat: null,
    wantAssertionsSigned: true,
    generateUniqueId: () => '_metadata',
  })
  return saml.generateServiceProviderMetadata(newest, certificates)
}
