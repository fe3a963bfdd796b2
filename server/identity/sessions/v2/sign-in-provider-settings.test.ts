// Settings of identity providers that cannot be used are refused when they are entered, naming what is wrong.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSamlOrganisation } from '../../../../test/fixtures/saml.ts'
import { relyingParty } from '../../../../test/peers/identity-provider.ts'
import { type SamlPeer, startSamlifyProvider } from '../../../../test/peers/saml-identity-providers.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { selfSignedCertificate } from '../../../platform/outbound/self-signed.ts'

const parts = useTestApp()
let peer: SamlPeer
beforeAll(async () => {
  peer = await startSamlifyProvider()
})
afterAll(() => peer.stop())

const openId = (issuer: string) => ({ protocol: 'OpenIdConnect', issuer, ...relyingParty })

const wrong: Record<string, { body: () => object; path: string }> = {
  'metadata that are no XML': { body: () => ({ metadata: 'x' }), path: 'metadata' },
  'metadata with a document type': {
    body: () => ({ metadata: `<!DOCTYPE a [<!ENTITY b "c">]>${peer.metadata.replace(/<\?.*?\?>/, '')}` }),
    path: 'metadata',
  },
  'metadata without an identity provider': {
    body: () => ({ metadata: peer.metadata.replaceAll('IDPSSODescriptor', 'SPSSODescriptor') }),
    path: 'metadata',
  },
  'metadata of two': {
    body: () => {
      const one = peer.metadata.slice(peer.metadata.indexOf('<md:Entity'))
      return {
        metadata: `<md:EntitiesDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata">${one}${one}</md:EntitiesDescriptor>`,
      }
    },
    path: 'metadata',
  },
  'metadata without a redirect': {
    body: () => ({ metadata: peer.metadata.replace('HTTP-Redirect', 'HTTP-POST') }),
    path: 'metadata',
  },
  'metadata without a certificate': {
    body: () => ({ metadata: peer.metadata.replace(/<md:KeyDescriptor.*<\/md:KeyDescriptor>/, '') }),
    path: 'certificates',
  },
  'very large metadata': {
    body: () => ({ metadata: peer.metadata + ' '.repeat(300_000) + '<a/>' }),
    path: 'metadata',
  },
  'metadata and addresses': {
    body: () => ({ metadata: peer.metadata, ssoUrl: peer.ssoUrl }),
    path: 'metadata',
  },
  'an address without https': { body: () => byHand({ ssoUrl: 'http://login.example/sso' }), path: 'ssoUrl' },
  'no address': { body: () => byHand({ ssoUrl: undefined }), path: 'ssoUrl' },
  'no entity id': { body: () => byHand({ issuer: ' ' }), path: 'issuer' },
  'what is no certificate': { body: () => byHand({ certificates: ['abcd'] }), path: 'certificates' },
  'a certificate with another kind of key': {
    body: () => byHand({ certificates: [selfSignedCertificate().cert] }),
    path: 'certificates',
  },
  'too many certificates': {
    body: () => byHand({ certificates: Array(6).fill('abcd') }),
    path: 'certificates',
  },
  'a client id': { body: () => byHand({ clientId: 'x' }), path: 'clientId' },
  'a protocol of another kind': { body: () => ({ protocol: 'Kerberos' }), path: 'protocol' },
  'an issuer within a private network': {
    body: () => openId('https://10.0.0.7'),
    path: 'issuer',
  },
  'the address of a cloud’s credentials': {
    body: () => openId('https://169.254.169.254'),
    path: 'issuer',
  },
  'an issuer without https': {
    body: () => openId('http://login.example'),
    path: 'issuer',
  },
}
const byHand = (change: object) => ({
  issuer: peer.entityId,
  ssoUrl: peer.ssoUrl,
  certificates: [peer.certificate],
  ...change,
})
for (const [what, { body, path }] of Object.entries(wrong)) {
  test(`${what}: refused, naming ${path}`, async () => {
    const organisation = await createSamlOrganisation(parts)
    const answer = await organisation.administrator.call('PUT', '/v2/signInProvider', {
      protocol: 'Saml',
      name: 'Acme',
      ...body(),
    })
    expect(answer.statusCode, answer.body).toBe(400)
    expect(Object.keys(answer.json<{ errors: object }>().errors)).toEqual([path])
    expect((await organisation.setup()).settings).toBeNull()
  })
}

test('what a provider names for itself does not lead into private networks either', async () => {
  const called: string[] = []
  const server = createServer((request, response) => {
    called.push(request.url ?? '')
    const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    response.writeHead(200, { 'content-type': 'application/json' }).end(
      JSON.stringify({
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: 'https://169.254.169.254/token',
        jwks_uri: 'https://10.0.0.7/jwks',
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['ES256'],
      }),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { administrator, setup } = await createSamlOrganisation(parts)
  const settings = { name: 'Acme', ...openId(issuer) }
  expect((await administrator.call('PUT', '/v2/signInProvider', settings)).statusCode).toBe(204)
  const started = await administrator.call('POST', '/v2/signInProvider/tests')
  const state = new URL(started.json<{ startUrl: string }>().startUrl).searchParams.get('state') ?? ''
  await administrator.call('GET', `/session/sso/callback?code=x&state=${encodeURIComponent(state)}`)
  expect((await setup()).lastTest).toMatchObject({
    passed: false,
    details: { advice: expect.stringContaining('address not allowed') },
  })
  expect(new Set(called)).toEqual(new Set(['/.well-known/openid-configuration']))
  await new Promise((resolve) => server.close(resolve))
})
