// Shapes of second factors, between the web app and the server.
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import Type, { type Static } from 'typebox'
import type { RememberedDevice } from '../second-factor/known-devices.ts'
import type { PasskeyAnswer } from '../second-factor/passkey-ceremony.ts'
import type { Passkey } from '../second-factor/passkeys.ts'
import type { Proof } from '../second-factor/proof.ts'
import { badInput, sentence } from '../../../platform/errors.ts'

const closed = { additionalProperties: false }
const Code = Type.String({ minLength: 1, maxLength: 40 })
const encoded = (maxLength: number) => Type.String({ minLength: 1, maxLength })
// attestations have certificates; nothing is near this
const longestPart = 20_000

const common = {
  id: encoded(2_000),
  rawId: encoded(2_000),
  type: Type.Literal('public-key'),
  authenticatorAttachment: Type.Optional(Type.String({ maxLength: 40 })),
  clientExtensionResults: Type.Optional(Type.Record(Type.String({ maxLength: 60 }), Type.Unknown())),
}

/** What a browser answers a challenge with, as `PublicKeyCredential.toJSON()` gives it. */
const Assertion = Type.Object({
  ...common,
  response: Type.Object({
    clientDataJSON: encoded(longestPart),
    authenticatorData: encoded(longestPart),
    signature: encoded(longestPart),
    userHandle: Type.Optional(Type.String({ maxLength: 200 })),
  }),
})

const Attestation = Type.Object({
  ...common,
  response: Type.Object({
    clientDataJSON: encoded(longestPart),
    attestationObject: encoded(longestPart),
    transports: Type.Optional(Type.Array(Type.String({ maxLength: 40 }), { maxItems: 10 })),
  }),
})

export const PasskeySignIn = Type.Object({ passkey: Assertion }, closed)
export const PasskeyOptions = Type.Object({ options: Type.Unknown() })

const ways = {
  code: Type.Optional(Code),
  recoveryCode: Type.Optional(Code),
  passkey: Type.Optional(Assertion),
}
export const SecondFactor = Type.Object({ ...ways, remember: Type.Optional(Type.Boolean()) }, closed)
export const Verification = Type.Object(
  { ...ways, password: Type.Optional(Type.String({ maxLength: 1_000 })) },
  closed,
)

export const WaysToVerify = Type.Object({
  app: Type.Boolean(),
  passkey: Type.Boolean(),
  recoveryCode: Type.Boolean(),
  password: Type.Boolean(),
})

export const AppSetUp = Type.Object({
  secret: Type.String(),
  address: Type.String(),
  setUp: Type.String(),
})
export const ConfirmedApp = Type.Object({ setUp: encoded(1_000), code: Code }, closed)
export const NewPasskey = Type.Object({ name: Type.String({ maxLength: 100 }), passkey: Attestation }, closed)
export const PasskeyName = Type.Object({ name: Type.String({ maxLength: 100 }) }, closed)

const RecoveryCodeList = Type.Union([Type.Array(Type.String()), Type.Null()])
export const RecoveryCodes = Type.Object({ recoveryCodes: RecoveryCodeList })

const DateTime = Type.String({ format: 'date-time' })
const nullable = <Schema extends Parameters<typeof Type.Union>[0][number]>(schema: Schema) =>
  Type.Union([schema, Type.Null()])

export const OwnFactors = Type.Object({
  demanded: Type.Boolean(),
  app: Type.Boolean(),
  passkeys: Type.Array(
    Type.Object({
      id: Type.String({ format: 'uuid' }),
      name: Type.String(),
      created: DateTime,
      used: nullable(DateTime),
    }),
  ),
  recoveryCodes: Type.Integer(),
  devices: Type.Array(
    Type.Object({
      id: Type.String({ format: 'uuid' }),
      browser: nullable(Type.String()),
      system: nullable(Type.String()),
      address: Type.String(),
      used: DateTime,
      until: DateTime,
    }),
  ),
})

/** A passkey, as its person sees it. */
export const passkeyShown = ({ id, name, createdAt, usedAt }: Passkey) => ({
  id,
  name,
  created: createdAt.toISOString(),
  used: usedAt?.toISOString() ?? null,
})

/** A remembered browser, as its person sees it. */
export const deviceShown = ({ id, browser, system, address, seenAt, trustedUntil }: RememberedDevice) => ({
  id,
  browser,
  system,
  address,
  used: seenAt.toISOString(),
  until: trustedUntil.toISOString(),
})

/** The answer of a browser, with the secret of its cookie. */
export const answerOf = (browser: string, response: Static<typeof Assertion>): PasskeyAnswer => ({
  browser,
  response: { ...response, clientExtensionResults: {} } as unknown as AuthenticationResponseJSON,
})

/** What a browser says of the passkey that it made. */
export const attestationOf = (response: Static<typeof Attestation>) =>
  ({ ...response, clientExtensionResults: {} }) as unknown as RegistrationResponseJSON

type Ways = Pick<Static<typeof SecondFactor>, 'code' | 'recoveryCode' | 'passkey'>

/** The one proof in a body. Throws bad_request for none, or for several. */
export function proofOf(browser: string, { code, recoveryCode, passkey }: Ways): Proof {
  const proofs: Proof[] = [
    ...(code === undefined ? [] : [{ kind: 'app', code } as const]),
    ...(recoveryCode === undefined ? [] : [{ kind: 'recovery code', code: recoveryCode } as const]),
    ...(passkey === undefined ? [] : [{ kind: 'passkey', answer: answerOf(browser, passkey) } as const]),
  ]
  const [proof] = proofs
  if (!proof || proofs.length > 1) {
    throw badInput('code', sentence('Send either a code, a recovery code, or the answer of a passkey.'))
  }
  return proof
}
