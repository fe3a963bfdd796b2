// A contract that is signed here: sent, read on a phone without an account, signed, executed.
import { describe, expect, test } from 'vitest'
import { makeSample } from '../../server/seals/sample.ts'
import { docx } from '../documents/docx.ts'
import { form } from '../documents/forms.ts'
import { createContractTemplate, createOrganisation, createUser } from '../factories.ts'
import { mailsTo } from '../fixtures/mails.ts'
import { password, passwordHash } from '../peers/browser.ts'
import { chromiumPath } from '../peers/chromium.ts'
import { callerFor } from '../tokens.ts'
import { look } from './look.ts'
import { serveWebApp } from './web-app.ts'

const { parts, origin, open, openAs } = await serveWebApp()

const agreement = async () => ({
  name: 'Supply Agreement.pdf',
  content: Buffer.from(await makeSample(['Supply agreement'])),
})

async function withContract(file: { readonly name: string; readonly content: Buffer }) {
  const { app } = parts
  const { id: organisationId } = await createOrganisation(app, { name: 'Northgate Instruments Limited' })
  const owner = await createUser(app, {
    organisationId,
    passwordHash: await passwordHash(),
    role: 'Administrator',
    groups: ['ContractAdministrators'],
  })
  const typeId = await createContractTemplate(app, { organisationId })
  const caller = await callerFor(parts, owner)
  const { payload, headers } = form({ targetResourceType: 'ContractCreation', file })
  const document = (await caller.post('/v2/files', payload, { headers })).json<{ id: number }>()
  const made = await caller.post('/v2/contracts', { type: { id: typeId }, name: 'Supply', document })
  const { id } = made.json<{ id: number }>()
  expect((await caller.patch(`/v2/contracts/${id}`, { status: 'Signing' })).statusCode).toBe(204)
  return { owner, caller, id }
}

const lastMail = async (email: string) => (await mailsTo(parts.app, { email })).at(-1)?.body ?? ''

describe.skipIf(!chromiumPath())('a contract that is signed here', () => {
  test('a Word document becomes a PDF, which is read before it is sent [C-390]', async () => {
    const { owner, id } = await withContract({ name: 'Supply Agreement.docx', content: docx(['Supply']) })
    const page = await openAs({ email: owner.email, password }, `/contracts/${id}`)
    await page.getByRole('button', { name: 'Send for signature' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Helena Marsh')
    await dialog.getByLabel('Email address').fill('helena@birch.example')
    const send = dialog.getByRole('button', { name: 'Send for signature' })
    expect(await send.isDisabled()).toBe(true)
    await look(page, 'word-to-sign')
    await dialog.getByRole('button', { name: 'Make a PDF' }).click()
    await dialog.getByText('Version 2 of Supply Agreement.pdf').waitFor()
    await dialog.getByText('Made by the stand-in for LibreOffice').waitFor()
    expect(await dialog.getByLabel('Name').inputValue()).toBe('Helena Marsh')
    expect(await send.isDisabled()).toBe(false)
    await look(page, 'pdf-to-sign')
  })

  test('is sent from its page, signed on a phone without an account, and executed [C-327]', async () => {
    const { owner, caller, id } = await withContract(await agreement())
    const page = await openAs({ email: owner.email, password }, `/contracts/${id}`)
    await page.getByRole('button', { name: 'Send for signature' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Helena Marsh')
    await dialog.getByLabel('Email address').fill('helena@birch.example')
    await dialog.getByLabel('Signs for').fill('Birch and Rowan LLP')
    // the browser runs by the time of this machine, the server by that of the test
    const lastDay = new Date(parts.app.clock.now().getTime() + 30 * 86_400_000).toISOString().slice(0, 10)
    await dialog.getByLabel('Last day').fill(lastDay)
    await look(page, 'send-for-signature')
    await dialog.getByRole('button', { name: 'Send for signature' }).click()
    await page.getByText(/^Out for signature: waiting for Helena Marsh, until/).waitFor()

    await page.getByRole('button', { name: 'Signers' }).click()
    await page.getByRole('button', { name: 'Replace Helena Marsh…' }).click()
    await dialog.getByLabel('Name').fill('Otto Brandt')
    await dialog.getByLabel('Email address').fill('otto@birch.example')
    await dialog.getByLabel('Reason').fill('Helena is on leave.')
    await look(page, 'replace-signer')
    await dialog.getByRole('button', { name: 'Replace', exact: true }).click()
    await page.getByText(/^Out for signature: waiting for Otto Brandt, until/).waitFor()

    const phone = await open({ viewport: { width: 360, height: 760 } })
    const openDocument = async (email: string) => {
      const address = /\/#\/sign\/\S+/.exec(await lastMail(email))?.[0] ?? ''
      await phone.goto(`${origin}${address}`)
      await phone.getByText(/asks you to sign a document/).waitFor()
      await phone.getByRole('button', { name: 'Send me a code' }).click()
      await phone.getByLabel('Code').waitFor()
      const code = /\b\d{6}\b/.exec(await lastMail(email))?.[0] ?? ''
      await phone.getByLabel('Code').fill(code)
      await phone.getByRole('button', { name: 'Open the document' }).click()
      await phone.getByText('Read the document to its end to sign it.').waitFor()
    }
    await openDocument('otto@birch.example')
    await phone.getByRole('button', { name: 'Somebody else signs…' }).click()
    const handOver = phone.getByRole('dialog')
    await handOver.getByLabel('Name').fill('Helena Marsh')
    await handOver.getByLabel('Email address').fill('helena@birch.example')
    await handOver.getByLabel('Reason').fill('She is back.')
    await look(phone, 'hand-over')
    await phone.getByRole('button', { name: 'Hand over' }).click()
    await phone.getByRole('heading', { name: 'Somebody else signs in your place' }).waitFor()
    await openDocument('helena@birch.example')
    expect(await phone.getByRole('button', { name: 'Sign', exact: true }).isDisabled()).toBe(true)
    await phone.getByRole('button', { name: 'Go to the last page' }).click()
    await phone.getByText('You have seen the document to its end.').waitFor()
    await phone.getByLabel(/^I agree to sign/).check()
    await look(phone, 'sign')
    await phone.getByRole('button', { name: 'Sign', exact: true }).click()
    await phone.getByRole('heading', { name: 'You have signed' }).waitFor()

    await page.reload()
    await page.getByRole('button', { name: /^Signed by: Helena Marsh/ }).waitFor()
    expect((await caller.get(`/v2/contracts/${id}`)).json()).toMatchObject({ status: 'Executed' })

    // what was signed is locked, until an administrator opens it for a correction
    await page.getByRole('button', { name: /^Signed by: Helena Marsh/ }).click()
    await dialog.getByRole('link', { name: 'Make an amendment' }).waitFor()
    await look(page, 'locked')
    await dialog.getByRole('button', { name: 'Open for a correction…' }).click()
    await dialog.getByLabel('Reason').fill('The scan lacks page 7.')
    await dialog.getByRole('button', { name: 'Open for a correction' }).click()
    await page.getByText('The contract is open for a correction.').waitFor()
    await page.getByRole('button', { name: /^Signed by: Helena Marsh/ }).click()
    await dialog.getByRole('button', { name: 'Lock again' }).click()
    await page.getByText('The contract is locked.').waitFor()

    // it is renewed all the same [C-341]
    expect((await caller.patch(`/v2/contracts/${id}/keyFacts`, { expiry: '2027-01-31' })).statusCode).toBe(
      204,
    )
    await page.reload()
    await page.getByRole('tab', { name: /^Key dates/ }).click()
    await page.getByRole('button', { name: 'Renew', exact: true }).click()
    await dialog.getByLabel('Length').waitFor()
    await look(page, 'renew')
    await dialog.getByRole('button', { name: 'Renew' }).click()
    await page.getByText('Renewed until 31 Jan 2028').waitFor()
    await look(page, 'renewal')
  })
})
