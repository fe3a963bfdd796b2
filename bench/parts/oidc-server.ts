// What tokens are compared with: node-oidc-provider with all it stores in memory, refresh tokens rotated, tokens signed
// with ES256. `GET /first-tokens?count=16` issues refresh tokens. A process of its own, started by
// listening-process.ts.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair } from 'jose'
import { Provider } from 'oidc-provider'

// its notices would be taken for the port
console.info = console.warn = () => undefined

const client = {
  client_id: 'bench',
  client_secret: 'known to both sides, and long enough for it',
  redirect_uris: ['https://client.example/callback'],
  grant_types: ['authorization_code', 'refresh_token'],
  token_endpoint_auth_method: 'client_secret_post',
  id_token_signed_response_alg: 'ES256',
}
const { privateKey } = await generateKeyPair('ES256', { extractable: true })
const provider = new Provider('http://127.0.0.1', {
  clients: [client],
  jwks: { keys: [{ ...(await exportJWK(privateKey)), kid: 'bench', alg: 'ES256', use: 'sig' }] },
  cookies: { keys: ['bench'] },
  claims: { openid: ['sub'] },
  pkce: { required: () => false },
  features: { devInteractions: { enabled: false } },
  interactions: { url: () => '/' },
  findAccount: (_, id) => ({ accountId: id, claims: async () => ({ sub: id }) }),
  rotateRefreshToken: true,
})

async function firstToken(): Promise<string> {
  const accountId = crypto.randomUUID()
  const grant = new provider.Grant({ accountId, clientId: client.client_id })
  grant.addOIDCScope('openid offline_access')
  const token = new provider.RefreshToken({
    accountId,
    client: await provider.Client.find(client.client_id),
    grantId: await grant.save(),
    gty: 'authorization_code',
    scope: 'openid offline_access',
  })
  return token.save()
}

const answer = provider.callback()
const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1')
  if (pathname !== '/first-tokens') return void answer(request, response)
  const count = Number(searchParams.get('count'))
  void Promise.all(Array.from({ length: count }, firstToken)).then((tokens) =>
    response.end(
      JSON.stringify({ tokens, client_id: client.client_id, client_secret: client.client_secret }),
    ),
  )
})
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port))
process.on('disconnect', () => process.exit())
