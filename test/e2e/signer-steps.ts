// What people do who sign at the address from their mail, without an account.
import type { Page } from 'playwright-core'
import { mailsTo } from '../fixtures/mails.ts'
import type { WebApp } from './web-app.ts'

/** The steps at this app; each phone opens the address of one signer after the other. */
export function signerSteps({ parts, origin }: Pick<WebApp, 'parts' | 'origin'>) {
  const mailsOf = async (email: string) => (await mailsTo(parts.app, { email })).map(({ body }) => body)

  /** Opens the address that a signer got by mail, and enters the code. */
  async function enterCode(phone: Page, email: string) {
    const asking = (await mailsOf(email)).findLast((body) => body.includes('/#/sign/')) ?? ''
    const address = /\/#\/sign\/\S+/.exec(asking)?.[0] ?? ''
    await phone.goto(`${origin}${address}`)
    await phone.getByText(/asks you to sign a document/).waitFor()
    await phone.getByRole('button', { name: 'Send me a code' }).click()
    await phone.getByLabel('Code').waitFor()
    const code = /\b\d{6}\b/.exec((await mailsOf(email)).at(-1) ?? '')?.[0] ?? ''
    await phone.getByLabel('Code').fill(code)
    await phone.getByRole('button', { name: 'Open the document' }).click()
  }

  /** The same, and waits for the document. */
  async function openDocument(phone: Page, email: string) {
    await enterCode(phone, email)
    await phone.getByText('Read the document to its end to sign it.').waitFor()
  }

  /** Reads the document to its end, agrees and signs. */
  async function signAtEnd(phone: Page) {
    await phone.getByRole('button', { name: 'Go to the last page' }).click()
    await phone.getByLabel(/^I agree to sign/).check()
    await phone.getByRole('button', { name: 'Sign', exact: true }).click()
  }

  return { enterCode, openDocument, signAtEnd }
}
