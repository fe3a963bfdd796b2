// A contract that is signed here: sent, read on a phone without an account, signed, executed.
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { makeSample } from '../../server/seals/sample.ts'
import { noteOverPrice } from '../documents/changeable-pdf.ts'
import { docx } from '../documents/docx.ts'
import { form } from '../documents/forms.ts'
import { createContractTemplate, createOrganisation, createUser } from '../factories.ts'
import { appOf } from '../fixtures/second-factors.ts'
import { password, passwordHash } from '../peers/browser.ts'
import { chromiumPath } from '../peers/chromium.ts'
import { callerFor } from '../tokens.ts'
import { absent } from './absence.ts'
import { examine, look } from './look.ts'
import { signerSteps } from './signer-steps.ts'
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

const { enterCode, openDocument, signAtEnd } = signerSteps({ parts, origin })

/** The browser runs by the time of this machine, the server by that of the test. */
const lastDay = () => new Date(parts.app.clock.now().getTime() + 30 * 86_400_000).toISOString().slice(0, 10)

/** Opens the dialog that sends the contract, with one signer. */
async function startSending(page: Page, email: string) {
  await page.getByRole('button', { name: 'Send for signature' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send for signature' })
  await dialog.getByLabel('Name').fill('Helena Marsh')
  await dialog.getByLabel('Email address').fill(email)
  await dialog.getByLabel('Last day').fill(lastDay())
  return dialog
}

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

  test('a PDF that can look different is made fixed, and its signers read so [C-549]', async () => {
    const { owner, id } = await withContract({ name: 'Supply.pdf', content: noteOverPrice(36) })
    const page = await openAs({ email: owner.email, password }, `/contracts/${id}`)
    const dialog = await startSending(page, 'helena@fixed.example')
    const trait = 'a note that only appears in print, on page 1'
    await dialog.getByText(trait).waitFor()
    await dialog.getByRole('button', { name: 'Send for signature', disabled: true }).waitFor()
    await examine(page, 'changeable-pdf')
    await dialog.getByRole('button', { name: 'Make it fixed' }).click()
    await dialog.getByText('Version 2 of Supply.pdf').waitFor()
    await dialog.getByRole('button', { name: 'Send for signature' }).click()
    await page.getByText(/^Out for signature: waiting for Helena Marsh/).waitFor()
    await page.getByRole('button', { name: 'Signers' }).click()
    await page.getByRole('dialog').getByText(trait).waitFor()
    await look(page, 'fixed-request')
    const phone = await open({ viewport: { width: 360, height: 760 } })
    await enterCode(phone, 'helena@fixed.example')
    await phone.getByText(trait).waitFor()
    await look(phone, 'fixed-for-signer')
  })

  test('fields are placed by mouse and keyboard, and filled in on a phone [C-394]', async () => {
    const lines = ['Supply agreement', 'Signed for Northgate: {{sign:1}}', 'Delivery address:']
    const content = Buffer.from(await makeSample(lines))
    const { owner, caller, id } = await withContract({ name: 'Supply.pdf', content })
    const page = await openAs({ email: owner.email, password }, `/contracts/${id}`)
    const dialog = await startSending(page, 'helena@birch.example')
    // the anchor in the text
    await dialog.getByText('1 field to fill in.').waitFor()
    await dialog.getByRole('button', { name: 'Place fields…' }).click()
    const place = page.getByRole('dialog', { name: 'Place fields' })
    await place.getByRole('button', { name: 'Text', exact: true }).click()
    const text = place.getByRole('region', { name: 'Pages of the document' }).getByRole('button', {
      name: 'Text of signer 1, page 1',
    })
    await text.waitFor()
    await place.getByLabel('Label').fill('Delivery address')
    await place.getByLabel('Must be filled in').check()
    const before = await text.boundingBox()
    await text.press('ArrowDown')
    await text.press('Shift+ArrowRight')
    const boxOfText = async () => (await text.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    await expect.poll(async () => (await boxOfText()).width).toBeGreaterThan(before?.width ?? 0)
    const moved = await boxOfText()
    expect(moved.y).toBeGreaterThan(before?.y ?? 0)
    await text.hover()
    await page.mouse.down()
    await page.mouse.move(moved.x + 40, moved.y - 60, { steps: 3 })
    await page.mouse.up()
    await expect.poll(async () => (await boxOfText()).y).toBeLessThan(moved.y)
    await place.getByRole('button', { name: 'Initials', exact: true }).click()
    await place.getByRole('button', { name: 'Tick', exact: true }).click()
    await page.keyboard.press('Delete')
    await examine(page, 'place-fields')
    await place.getByRole('button', { name: 'Done' }).click()
    await dialog.getByText('3 fields to fill in.').waitFor()
    await look(page, 'fields-placed')
    await dialog.getByRole('button', { name: 'Send for signature' }).click()
    await page.getByText(/^Out for signature: waiting for Helena Marsh/).waitFor()

    const phone = await open({ viewport: { width: 360, height: 760 } })
    await openDocument(phone, 'helena@birch.example')
    await phone.getByText('You have 3 fields in this document.').waitFor()
    await phone.getByText('You have seen the document to its end.').waitFor()
    await phone.getByLabel(/^I agree to sign/).check()
    const sign = phone.getByRole('button', { name: 'Sign', exact: true })
    expect(await sign.isDisabled()).toBe(true)
    await phone.getByRole('button', { name: 'Start' }).click()
    await phone.getByText('Field 1 of 3, on page 1').waitFor()
    await phone.getByLabel('Put my signature here').check()
    await look(phone, 'fill-signature')
    await phone.getByRole('button', { name: 'Next', exact: true }).click()
    await phone.getByText('Field 2 of 3, on page 1').waitFor()
    await phone.getByRole('button', { name: 'Initials, page 1, empty' }).click()
    await phone.getByLabel('Put my initials here').check()
    await phone.getByRole('button', { name: 'Delivery address, page 1, empty' }).click()
    await phone.getByRole('textbox', { name: 'Delivery address' }).fill('1 Harbour Street, Hull')
    await phone.getByText('All fields are filled in.').waitFor()
    await examine(phone, 'fill-fields')
    await sign.click()
    await phone.getByRole('heading', { name: 'You have signed' }).waitFor()
    const { items } = (await caller.get(`/v2/contracts/${id}/signatureRequests`)).json()
    expect(items[0].fields).toMatchObject([
      { kind: 'Signature', value: 'true' },
      { kind: 'Text', label: 'Delivery address', value: '1 Harbour Street, Hull' },
      { kind: 'Initials', value: 'true' },
    ])
  })

  test('a signer sets up an authenticator app on a phone, and opens the document with it [C-448]', async () => {
    const { owner, caller, id } = await withContract(await agreement())
    const page = await openAs({ email: owner.email, password }, `/contracts/${id}`)
    const dialog = await startSending(page, 'helena@larch.example')
    await dialog.getByLabel('Confirms with an authenticator app, besides the code by mail').check()
    await look(page, 'send-with-app')
    await dialog.getByRole('button', { name: 'Send for signature' }).click()
    await page.getByText(/^Out for signature: waiting for Helena Marsh, until/).waitFor()

    const phone = await open({ viewport: { width: 360, height: 760 } })
    await enterCode(phone, 'helena@larch.example')
    const code = phone.getByLabel('Code of the app')
    await code.waitFor()
    await look(phone, 'set-up-signer-app')
    const secret = await phone.getByRole('textbox', { name: 'Key' }).inputValue()
    const codeOf = appOf(parts, secret)
    await code.fill('000000')
    await phone.getByRole('button', { name: 'Set up the app, and open the document' }).click()
    await phone.getByText(/This is not the code that the app shows now/).waitFor()
    await code.fill(codeOf(0))
    await phone.getByRole('button', { name: 'Set up the app, and open the document' }).click()
    await phone.getByText('Read the document to its end to sign it.').waitFor()

    // the page is opened again later
    const again = await open({ viewport: { width: 360, height: 760 } })
    await enterCode(again, 'helena@larch.example')
    await again.getByText('Enter the code that your authenticator app shows').waitFor()
    await look(again, 'signer-app-code')
    await again.getByLabel('Code of the app').fill(codeOf(1))
    await again.getByRole('button', { name: 'Open the document' }).click()
    await signAtEnd(again)
    await again.getByRole('heading', { name: 'You have signed' }).waitFor()
    const { items } = (await caller.get(`/v2/contracts/${id}/signatureRequests`)).json()
    expect(items[0].signers).toMatchObject([{ state: 'Signed', authenticatorApp: true }])
    expect(items[0].signers[0].appConfirmed).not.toBeNull()
  })

  test('is sent from its page, signed on a phone without an account, and executed [C-327]', async () => {
    const { owner, caller, id } = await withContract(await agreement())
    const page = await openAs({ email: owner.email, password }, `/contracts/${id}`)
    await page.getByRole('button', { name: 'Send for signature' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Helena Marsh')
    await dialog.getByLabel('Email address').fill('helena@birch.example')
    await dialog.getByLabel('Signs for').fill('Birch and Rowan LLP')
    await dialog.getByLabel('Last day').fill(lastDay())
    await look(page, 'send-for-signature')
    // what is opened while the page still reads what was sent stays open
    const held = Promise.withResolvers<void>()
    await page.route(/\/contracts\/\d+\/approvals$/, (route) => held.promise.then(() => route.continue()))
    await dialog.getByRole('button', { name: 'Send for signature' }).click()
    await page.getByText(/^Out for signature: waiting for Helena Marsh, until/).waitFor()
    await page.getByRole('button', { name: 'Signers' }).click()
    await page.getByRole('button', { name: 'Replace Helena Marsh…' }).click()
    await dialog.getByLabel('Name').fill('Otto Brandt')
    // not at rest: what was sent is still being read
    expect(await page.getByText('The contract is out for signature.').count()).toBe(0)
    held.resolve()
    await page.getByText('The contract is out for signature.').waitFor()
    await dialog.getByLabel('Email address').fill('otto@birch.example')
    await dialog.getByLabel('Reason').fill('Helena is on leave.')
    await look(page, 'replace-signer')
    await dialog.getByRole('button', { name: 'Replace', exact: true }).click()
    await page.getByText(/^Out for signature: waiting for Otto Brandt, until/).waitFor()

    const phone = await open({ viewport: { width: 360, height: 760 } })
    await openDocument(phone, 'otto@birch.example')
    await phone.getByRole('button', { name: 'Somebody else signs…' }).click()
    const handOver = phone.getByRole('dialog')
    await handOver.getByLabel('Name').fill('Helena Marsh')
    await handOver.getByLabel('Email address').fill('helena@birch.example')
    await handOver.getByLabel('Reason').fill('She is back.')
    await look(phone, 'hand-over')
    await phone.getByRole('button', { name: 'Hand over' }).click()
    await phone.getByRole('heading', { name: 'Somebody else signs in your place' }).waitFor()
    await openDocument(phone, 'helena@birch.example')
    expect(await phone.getByRole('button', { name: 'Sign', exact: true }).isDisabled()).toBe(true)
    await phone.getByRole('button', { name: 'Go to the last page' }).click()
    await phone.getByText('You have seen the document to its end.').waitFor()
    await phone.getByLabel(/^I agree to sign/).check()
    await examine(phone, 'sign')
    // who is replaced meanwhile, or asked anew, has not signed, and reads why
    const requests = `/v2/contracts/${id}/signatureRequests`
    const [{ id: requestId }] = (await caller.get(requests)).json().items
    const helena = { place: 1, name: 'Helena Marsh', email: 'helena@birch.example', reason: 'Asked again.' }
    await caller.post(`${requests}/${requestId}/replacements`, helena)
    await phone.getByRole('button', { name: 'Sign', exact: true }).click()
    await phone.getByRole('heading', { name: 'You have not signed' }).waitFor()
    await look(phone, 'not-signed')
    await openDocument(phone, 'helena@birch.example')
    await signAtEnd(phone)
    await phone.getByRole('heading', { name: 'You have signed' }).waitFor()
    await page.reload()
    await page.getByRole('button', { name: /^Signed by: Helena Marsh/ }).waitFor()
    expect((await caller.get(`/v2/contracts/${id}`)).json()).toMatchObject({ status: 'Executed' })
    // what can only be refused is not offered [C-564]
    await page.getByRole('link', { name: 'Make an amendment' }).waitFor()
    await absent(page.getByRole('button', { name: 'Upload new version' }))
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
