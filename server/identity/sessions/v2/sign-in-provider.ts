// v2 of the identity provider that an organisation signs in with: set up, tested, and only then turned on.
import Type from 'typebox'
import { idsIn } from '../../../http/ids.ts'
import { actorOf, type RouteModule } from '../../../http/route.ts'
import { onDelete, onGet, onPost, onPut } from '../../../http/routes.ts'
import { sessionCookie } from '../../../http/session-cookie.ts'
import { forbidden } from '../../../platform/errors.ts'
import { startProviderTest } from '../sso/login-attempt.ts'
import { createProtocolClients } from '../sso/protocol-clients.ts'
import { disableProvider, enableDraft, saveDraft } from '../sso/provider-drafts.ts'
import { getProviderSetup } from '../sso/provider-setup.ts'
import { createSamlKey, endSamlKey } from '../sso/saml/saml-keys.ts'
import { settingsBody, settingsFromV2 } from './sign-in-provider-settings.wire.ts'
import { setupSchema, setupToV2 } from './sign-in-provider.wire.ts'

const administer = { access: { right: 'administer' } } as const
const verified = { ...administer, act: 'identityProvider' } as const

export const signInProviderRoutes: RouteModule = (server, app) => {
  const clients = createProtocolClients(app)

  onGet(server, '/v2/signInProvider', {
    config: administer,
    operationId: 'getSignInProvider',
    summary: 'Get the identity provider',
    description:
      'The one that people of the caller’s organisation sign in with, what is prepared to replace it, and what its last test showed.',
    returns: setupSchema,
    handler: async (request) => setupToV2(await getProviderSetup(app, actorOf(request).organisationId)),
  })

  onPut(server, '/v2/signInProvider', {
    config: { ...verified, documentedBodies: settingsBody },
    operationId: 'prepareSignInProvider',
    summary: 'Prepare an identity provider',
    description:
      'Keeps the settings. They count once a test of them has passed and they were enabled; until then people sign in as before.',
    handler: (request) => saveDraft(app, actorOf(request), settingsFromV2(request.body)),
  })

  onPost(server, '/v2/signInProvider/tests', {
    config: verified,
    operationId: 'testSignInProvider',
    summary: 'Test the prepared identity provider',
    description:
      'Answers the address at the provider, to be opened in the same browser. It comes back to the page of the settings, which shows what came; nobody is signed in. Only for somebody signed in to the web app.',
    creates: Type.Object(
      { startUrl: Type.String() },
      { examples: [{ startUrl: 'https://login.acme.example/saml/sso?SAMLRequest=fZJ…' }] },
    ),
    handler: async (request) => {
      const actor = actorOf(request)
      const browser = sessionCookie(request, app.config)
      if (actor.via.kind !== 'session' || browser === undefined) {
        throw forbidden('Only somebody signed in to the web app can do this.')
      }
      return { startUrl: await startProviderTest(app, clients, actor, { browser, ip: request.ip }) }
    },
  })

  onPost(server, '/v2/signInProvider/enable', {
    config: verified,
    operationId: 'enableSignInProvider',
    summary: 'Enable the prepared identity provider',
    description:
      'People whose address is in a mail domain of the organisation sign in with it from now on. 409 unless a test of exactly these settings has passed.',
    handler: (request) => enableDraft(app, actorOf(request)),
  })

  onPost(server, '/v2/signInProvider/disable', {
    config: verified,
    operationId: 'disableSignInProvider',
    summary: 'Disable the identity provider',
    description:
      'People sign in with passwords again; what was prepared stays. 409 if passwords are not allowed.',
    handler: (request) => disableProvider(app, actorOf(request)),
  })

  onPost(server, '/v2/signInProvider/certificates', {
    config: verified,
    operationId: 'createSamlCertificate',
    summary: 'Make a certificate for SAML',
    description:
      'The first one also makes the addresses for the provider. To replace one: make another, let the provider take over the metadata, then end the old one. There are three at most.',
    creates: Type.Object({ id: Type.Integer() }, { examples: [{ id: 4 }] }),
    handler: (request) => createSamlKey(app, actorOf(request)),
  })

  const certificate = idsIn('/v2/signInProvider/certificates/:certificateId')
  onDelete(server, '/v2/signInProvider/certificates/:certificateId', {
    config: verified,
    operationId: 'endSamlCertificate',
    summary: 'End a certificate for SAML',
    description: 'Requests are signed with the next one. 409 for the only one.',
    handler: (request) => endSamlKey(app, actorOf(request), certificate.idOf(request)),
  })
}
