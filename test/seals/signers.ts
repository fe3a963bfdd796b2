// What signers do without an account: open their address, enter the code, read and sign.
import { expect } from 'vitest'
import { mailsTo } from '../fixtures/mails.ts'
import type { useTestApp } from '../test-app.ts'
import { pictureOf } from './picture.ts'

interface Opened {
  readonly address: string
  readonly proof: string
  readonly contract: string
  readonly consent: { readonly version: number }
}

interface MailProven {
  readonly proof: string
  readonly app: 'None' | 'SetUp' | 'Code'
  readonly asked: Omit<Opened, 'address' | 'proof'> | null
}

/** The acts of signers, who are known by their mail addresses. */
export function signersOf(parts: ReturnType<typeof useTestApp>) {
  const lastMail = async (email: string) => (await mailsTo(parts.app, { email })).at(-1)?.body ?? ''
  const addressOf = async (email: string) => {
    const bodies = (await mailsTo(parts.app, { email })).map(({ body }) => body)
    return /#\/sign\/(\S+)/.exec(bodies.findLast((body) => body.includes('/#/sign/')) ?? '')?.[1] ?? ''
  }
  const call = (method: 'GET' | 'POST', url: string, payload?: object, proof?: string) =>
    parts.server.inject({
      method,
      url: `/signing/${url}`,
      ...(payload ? { payload } : {}),
      headers: proof === undefined ? {} : { 'x-signing-proof': proof },
    })
  const read = ({ address, proof }: Opened) => call('GET', `${address}/document`, undefined, proof)
  const signWithout = ({ address, proof, consent }: Opened, more: object) => {
    const picture = pictureOf().toString('base64')
    const signature = { consentVersion: consent.version, picture, drawn: true, ...more }
    return call('POST', `${address}/signature`, signature, proof)
  }
  /** Opens the address, and enters the code from the mail. */
  async function proveMail(email: string) {
    const address = await addressOf(email)
    expect((await call('POST', `${address}/codes`)).statusCode).toBe(204)
    const code = /\b(\d{6})\b/.exec(await lastMail(email))?.[1] ?? ''
    const proven = await call('POST', `${address}/proofs`, { code })
    expect(proven.statusCode, proven.body).toBe(200)
    return { address, ...proven.json<MailProven>() }
  }
  return {
    lastMail,
    addressOf,
    call,
    proveMail,
    /** Opens the address, and proves that the mail is theirs. */
    async open(email: string): Promise<Opened> {
      const { address, proof, asked } = await proveMail(email)
      if (!asked) throw new Error(`${email} has to confirm with an app first`)
      return { ...asked, address, proof }
    },
    read,
    /** Reads the document, and signs it. */
    async sign(opened: Opened, more: object = {}) {
      const document = await read(opened)
      expect(document.statusCode, document.body).toBe(200)
      return signWithout(opened, { sha256: document.headers['x-sha256'], ...more })
    },
    /** Signs without reading it again. */
    signWithout,
  }
}
