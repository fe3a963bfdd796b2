// Calls of a signer, who has no account: an address from a mail, and the proof that the code gives.
import type { OwnField } from './fields/own-fields.ts'
import { outsideCalls } from './outside-call.ts'

/** What is known before the signer has proven that the mail is theirs. */
export interface Opened {
  readonly organization: string
  readonly sender: string
  readonly email: string
  /** On which it can be signed, in the time zone of the sender's organisation. */
  readonly lastDay: string
  readonly signed: boolean
  readonly completed: boolean
}

/** What they are asked to sign. */
export interface AskedToSign {
  readonly name: string
  readonly title: string | null
  readonly party: string | null
  readonly contract: string
  readonly message: string | null
  readonly mayHandOver: boolean
  /** What was removed from the document when it was made fixed, in words. */
  readonly madeFixed: readonly string[]
  readonly consent: { readonly version: number; readonly text: string }
  /** Theirs alone. */
  readonly fields: readonly OwnField[]
}

/** The same, in a browser that has proven whose it is. */
export interface Proven extends AskedToSign {
  readonly proof: string
}

/** After the code by mail: what they are asked to sign, or what they have to do with an authenticator app first. */
export interface MailProven {
  readonly proof: string
  readonly app: 'None' | 'SetUp' | 'Code'
  readonly asked: AskedToSign | null
}

/** What an authenticator app is given. */
export interface AppSetUp {
  readonly secret: string
  readonly address: string
  readonly setUp: string
}

export interface ShownDocument {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly sha256: string
}

const call = outsideCalls('/signing', 'x-signing-proof')

export const openAddress = async (token: string): Promise<Opened> =>
  (await call(token, '')).json() as Promise<Opened>

export const askForCode = async (token: string): Promise<void> =>
  void (await call(token, '/codes', { method: 'POST', body: {} }))

export const proveByCode = async (token: string, code: string): Promise<MailProven> =>
  (await call(token, '/proofs', { method: 'POST', body: { code } })).json() as Promise<MailProven>

export const startApp = async (token: string, proof: string): Promise<AppSetUp> =>
  (await call(token, '/app/setups', { method: 'POST', body: {}, proof })).json() as Promise<AppSetUp>

/** With the set-up, it is the first code of an app. */
export const proveByApp = async (
  token: string,
  proof: string,
  { code, setUp }: { readonly code: string; readonly setUp: string | undefined },
): Promise<AskedToSign> => {
  const body = { code, ...(setUp === undefined ? {} : { setUp }) }
  return (await call(token, '/app/codes', { method: 'POST', body, proof })).json() as Promise<AskedToSign>
}

export async function readDocument(token: string, proof: string): Promise<ShownDocument> {
  const response = await call(token, '/document', { proof })
  return {
    bytes: new Uint8Array(await response.arrayBuffer()),
    sha256: response.headers.get('x-sha256') ?? '',
  }
}

/** What is sent to sign. */
export interface Signature {
  readonly consentVersion: number
  readonly sha256: string
  /** PNG in base64. */
  readonly picture: string
  readonly drawn: boolean
  /** PNG in base64. */
  readonly initials?: string
  readonly fields: readonly {
    readonly field: number
    readonly text?: string
    readonly checked?: boolean
  }[]
}

export const sign = async (token: string, proof: string, signature: Signature): Promise<void> =>
  void (await call(token, '/signature', { method: 'POST', body: signature, proof }))

/** Somebody who signs in place of the signer, and why. */
export interface HandOver {
  readonly name: string
  readonly email: string
  readonly reason: string
}

export const handOver = async (token: string, proof: string, to: HandOver): Promise<void> =>
  void (await call(token, '/handover', { method: 'POST', body: to, proof }))

export const decline = async (token: string, proof: string, reason: string): Promise<void> =>
  void (await call(token, '/refusal', { method: 'POST', body: { reason }, proof }))
