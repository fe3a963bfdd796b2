// Passkeys (WebAuthn) without the database: challenges that only the browser they were given to can answer, and the
// check of its answers. Passkeys always check their holder (user verification), so one is both factors.
import { randomBytes } from 'node:crypto'
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import type { App } from '../../../platform/app.ts'
import { hashOfSecret } from '../../../platform/secrets/crypto.ts'

const challengeMinutes = 5

/** A passkey as it is stored. */
export interface StoredPasskey {
  readonly credential_id: Buffer
  readonly public_key: Buffer
  readonly uses: number
  readonly transports: readonly string[]
}

type Parts = Pick<App, 'config' | 'vault' | 'clock'>

// loaded with the first passkey: most processes see none
const loaded = () => import('@simplewebauthn/server')

/** What a challenge is for: the same answer does not do for both. */
export type Ceremony = 'registration' | 'sign-in'

const purposeOf = (ceremony: Ceremony, browser: string) =>
  `passkey ${ceremony} ${hashOfSecret(browser).toString('base64url')}`

/** A challenge for the browser with this cookie. Nothing is stored: the cookie is enough to open it. */
async function challengeFor(
  { vault, clock }: Parts,
  ceremony: Ceremony,
  browser: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const until = clock.now().getTime() + challengeMinutes * 60_000
  const sealed = await vault.sealShortLived(
    JSON.stringify([until, randomBytes(12).toString('base64url')]),
    purposeOf(ceremony, browser),
  )
  return new Uint8Array(sealed)
}

/** Until when a challenge given to this browser may be answered; undefined if it was not given to it. */
async function endOf(
  { vault }: Parts,
  ceremony: Ceremony,
  { browser, challenge }: { readonly browser: string; readonly challenge: string },
): Promise<Date | undefined> {
  const sealed = Buffer.from(challenge, 'base64url')
  const opened = await vault.open(sealed, purposeOf(ceremony, browser)).catch(() => undefined)
  return opened === undefined ? undefined : new Date((JSON.parse(opened) as [number])[0])
}

/** The site that passkeys are bound to: the host of the web app. */
const siteOf = ({ config }: Parts) => new URL(config.webUrl).hostname
const originsOf = ({ config }: Parts) => [...new Set([config.webUrl, config.publicUrl].map(originOf))]
const originOf = (url: string) => new URL(url).origin

interface NewPasskeyFor {
  readonly browser: string
  readonly userId: string
  readonly email: string
  readonly name: string
  readonly existing: readonly StoredPasskey[]
}

/** What a browser needs to make a passkey for the person. */
export async function registrationOptions(
  app: Parts,
  { browser, userId, email, name, existing }: NewPasskeyFor,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await loaded()
  return generateRegistrationOptions({
    rpName: 'Chancery',
    rpID: siteOf(app),
    userName: email,
    userDisplayName: name,
    userID: new Uint8Array(Buffer.from(userId)),
    challenge: await challengeFor(app, 'registration', browser),
    attestationType: 'none',
    excludeCredentials: existing.map(descriptorOf),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

/** The passkey that a browser made; undefined if its answer is not right for the challenge, the site, or the time. */
export async function checkRegistration(
  app: Parts,
  browser: string,
  response: RegistrationResponseJSON,
): Promise<{ readonly passkey: StoredPasskey; readonly spends: Spent } | undefined> {
  const { verifyRegistrationResponse } = await loaded()
  const challenge = await challengeIn(app, 'registration', browser)
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge: challenge.isOurs,
      expectedOrigin: originsOf(app),
      expectedRPID: siteOf(app),
      requireUserVerification: true,
    })
    const spends = challenge.spent()
    if (!registrationInfo || !spends) return undefined
    const { credential } = registrationInfo
    return {
      spends,
      passkey: {
        credential_id: Buffer.from(credential.id, 'base64url'),
        public_key: Buffer.from(credential.publicKey),
        uses: credential.counter,
        transports: credential.transports ?? [],
      },
    }
  } catch {
    // what the library refuses is wrong input: its messages are about details of the protocol
    return undefined
  }
}

/** What a browser needs to prove that it has one of these passkeys; without any, whichever it has for this site. */
export async function signInOptions(
  app: Parts,
  browser: string,
  passkeys: readonly StoredPasskey[],
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await loaded()
  return generateAuthenticationOptions({
    rpID: siteOf(app),
    challenge: await challengeFor(app, 'sign-in', browser),
    userVerification: 'required',
    ...(passkeys.length === 0 ? {} : { allowCredentials: passkeys.map(descriptorOf) }),
  })
}

/** How often the passkey was used; undefined if the answer is not right for the passkey, challenge, site, or time. */
export async function checkSignIn(
  app: Parts,
  { browser, response, passkey }: PasskeyAnswer & { readonly passkey: StoredPasskey },
): Promise<{ readonly uses: number; readonly spends: Spent } | undefined> {
  const { verifyAuthenticationResponse } = await loaded()
  const challenge = await challengeIn(app, 'sign-in', browser)
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge.isOurs,
      expectedOrigin: originsOf(app),
      expectedRPID: siteOf(app),
      requireUserVerification: true,
      credential: {
        id: passkey.credential_id.toString('base64url'),
        publicKey: new Uint8Array(passkey.public_key),
        counter: passkey.uses,
      },
    })
    const spends = challenge.spent()
    return verified && spends ? { uses: authenticationInfo.newCounter, spends } : undefined
  } catch {
    return undefined
  }
}

/** An answer of a browser, and the secret of its cookie. */
export interface PasskeyAnswer {
  readonly browser: string
  readonly response: AuthenticationResponseJSON
}

/** The challenge that was answered, to be used up, and until when. */
export interface Spent {
  readonly proof: string
  readonly until: Date
}

async function challengeIn(app: Parts, ceremony: Ceremony, browser: string) {
  let answered: Spent | undefined
  return {
    isOurs: async (challenge: string) => {
      const until = await endOf(app, ceremony, { browser, challenge })
      if (until === undefined || until <= app.clock.now()) return false
      answered = { proof: `passkey ${challenge}`, until }
      return true
    },
    spent: () => answered,
  }
}

const descriptorOf = ({ credential_id: id, transports }: StoredPasskey) => ({
  id: id.toString('base64url'),
  transports: [...transports],
})
