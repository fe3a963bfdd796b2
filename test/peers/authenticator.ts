// An authenticator for tests, in software: makes passkeys and signs with them as a phone or a security key does
// (WebAuthn level 2, "none" attestation, ES256). It can be told to do it wrong.
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

interface Options {
  readonly rpId?: string
  readonly origin?: string
  /** Whether it checks its holder. */
  readonly userVerified?: boolean
}

interface Challenge {
  readonly challenge: string
}

const encoded = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64url')
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest()

/** A software authenticator with one passkey, for the site at this origin. */
export function createAuthenticator({
  rpId = 'localhost',
  origin = 'http://localhost:8080',
  userVerified = true,
}: Options = {}) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  let uses = 0
  const flags = (more: number) => 0x01 | (userVerified ? 0x04 : 0) | more
  const dataOf = (more: number, rest = Buffer.alloc(0), count = uses) => {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(count)
    return Buffer.concat([sha256(rpId), Buffer.of(flags(more)), counter, rest])
  }
  const clientData = (type: string, challenge: string, at = origin) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: at, crossOrigin: false }))
  const common = { id: encoded(id), rawId: encoded(id), type: 'public-key' as const }
  return {
    /** What a browser answers the options of a new passkey with. */
    register({ challenge }: Challenge) {
      const credential = Buffer.concat([Buffer.alloc(16), Buffer.of(0, id.length), id, coseKey(publicKey)])
      return {
        ...common,
        clientExtensionResults: {},
        response: {
          clientDataJSON: encoded(clientData('webauthn.create', challenge)),
          attestationObject: encoded(attestation(dataOf(0x40, credential))),
          transports: ['internal'],
        },
      }
    },
    /** What a browser answers the options of a sign-in with. */
    answer({ challenge }: Challenge, wrong: { readonly origin?: string; readonly uses?: number } = {}) {
      uses += 1
      const data = dataOf(0, Buffer.alloc(0), wrong.uses ?? uses)
      const client = clientData('webauthn.get', challenge, wrong.origin)
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
      return {
        ...common,
        clientExtensionResults: {},
        response: {
          clientDataJSON: encoded(client),
          authenticatorData: encoded(data),
          signature: encoded(signature),
        },
      }
    },
  }
}

export type Authenticator = ReturnType<typeof createAuthenticator>

/** The key as COSE writes it: a map in CBOR of type EC2, algorithm ES256, curve P-256, x, y. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  const bytes = (value: string) => Buffer.concat([Buffer.of(0x58, 32), Buffer.from(value, 'base64url')])
  return Buffer.concat([
    Buffer.of(0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21),
    bytes(x),
    Buffer.of(0x22),
    bytes(y),
  ])
}

/** The map {"fmt": "none", "attStmt": {}, "authData": data} in CBOR. */
function attestation(data: Buffer): Buffer {
  const text = (value: string) => Buffer.concat([Buffer.of(0x60 + value.length), Buffer.from(value)])
  const size = Buffer.alloc(3)
  size.writeUInt8(0x59, 0)
  size.writeUInt16BE(data.length, 1)
  return Buffer.concat([
    Buffer.of(0xa3),
    text('fmt'),
    text('none'),
    text('attStmt'),
    Buffer.of(0xa0),
    text('authData'),
    size,
    data,
  ])
}
