// Signing in with SAML 2.0 at two real identity providers on loopback.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser } from '../../../../../test/peers/browser.ts'
import {
  type SamlPeer,
  startSamlifyProvider,
  startSamlpProvider,
} from '../../../../../test/peers/saml-identity-providers.ts'
import { prepareSaml } from '../../../../../test/fixtures/saml.ts'
import { useTestApp } from '../../../../../test/test-app.ts'

const parts = useTestApp()

const kinds = { samlify: startSamlifyProvider, samlp: startSamlpProvider } as const
for (const [name, start] of Object.entries(kinds)) {
  describe(`with ${name}`, () => {
    let peer: SamlPeer
    beforeAll(async () => {
      peer = await start()
    })
    afterAll(() => peer.stop())

    test('a person signs in and returns to the page they wanted [A-170]', async () => {
      const saml = await prepareSaml(parts, peer)
      const answer = await saml.signIn('/contracts')
      expect(answer.headers['location']).toBe(`${parts.app.config.webUrl}/#/contracts`)
      expect((await saml.browser.session()).user).toMatchObject({ email: saml.email })
    })

    test('an encrypted assertion, and one in a signed response, are accepted', async () => {
      const saml = await prepareSaml(parts, peer)
      for (const more of [{ encrypts: true }, { signsResponse: true }]) {
        saml.behave(more)
        expect((await saml.signIn('/')).headers['location']).toBe(`${parts.app.config.webUrl}/#/`)
        expect((await saml.browser.session()).user).toMatchObject({ email: saml.email })
        await saml.browser.call('DELETE', '/session')
      }
    })

    test('a person stays bound to what the provider calls them when their address changes', async () => {
      const saml = await prepareSaml(parts, peer)
      await saml.signIn('/')
      const other = openBrowser(parts.server)
      const changed = { ...saml.person, email: 'new@elsewhere.example' }
      expect((await saml.signIn('/', { browser: other, person: changed })).headers['location']).toBe(
        `${parts.app.config.webUrl}/#/`,
      )
      expect((await other.session()).user).toMatchObject({ email: saml.email })
    })
  })
}
