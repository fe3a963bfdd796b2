// A contract that is signed with a service elsewhere, in a browser: set up, sent, in trouble, signed.
import { afterAll, describe, expect, test } from 'vitest'
import { followJob } from '../../server/contracts/signing/elsewhere/queue-follow.ts'
import { makeSample } from '../../server/seals/sample.ts'
import { form } from '../documents/forms.ts'
import { createContractTemplate, createOrganisation, createUser } from '../factories.ts'
import { runJobs } from '../fixtures/jobs.ts'
import { password, passwordHash } from '../peers/browser.ts'
import { chromiumPath } from '../peers/chromium.ts'
import { signedEvent, startSigningService } from '../peers/signing-elsewhere.ts'
import { as } from '../http.ts'
import { callerFor } from '../tokens.ts'
import { look } from './look.ts'
import { serveWebApp } from './web-app.ts'

const { parts, openAs } = await serveWebApp()
const peer = await startSigningService()
afterAll(() => peer.close())

async function withContract() {
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
  const file = { name: 'Supply Agreement.pdf', content: Buffer.from(await makeSample(['Supply agreement'])) }
  const { payload, headers } = form({ targetResourceType: 'ContractCreation', file })
  const document = (await caller.post('/v2/files', payload, { headers })).json<{ id: number }>()
  const made = await caller.post('/v2/contracts', { type: { id: typeId }, name: 'Supply', document })
  const { id } = made.json<{ id: number }>()
  expect((await caller.patch(`/v2/contracts/${id}`, { status: 'Signing' })).statusCode).toBe(204)
  return { owner, id }
}

const follow = () => runJobs(parts.app, followJob)

describe.skipIf(!chromiumPath())('a contract that is signed with a service', () => {
  test('an administrator sets the service up, a contract is sent with it, and is executed when all have signed [C-463]', async () => {
    const { owner, id } = await withContract()
    const admin = await openAs({ email: owner.email, password }, '/administration/signing-services')
    await admin.getByText('There is no signing service.').waitFor()
    await admin.getByRole('button', { name: 'Add a service…' }).click()
    const adding = admin.getByRole('dialog', { name: 'Add a signing service' })
    await adding.getByLabel('Name').fill('Northwind Sign')
    await adding.getByLabel('Address').fill(peer.url)
    await adding.getByLabel(/^Token/).fill('wrong')
    await adding.getByRole('button', { name: 'Test and add' }).click()
    await adding.getByRole('alert').getByText('refused the token').waitFor()
    await look(admin, 'signing-service-refused')
    await adding.getByLabel(/^Token/).fill(peer.token)
    await adding.getByRole('button', { name: 'Test and add' }).click()
    const shown = admin.getByRole('dialog', { name: 'Give these to the service' })
    const secret = await shown.getByRole('textbox', { name: 'Signing secret' }).inputValue()
    const events = await shown.getByRole('textbox', { name: 'Address for events' }).inputValue()
    expect(secret).toMatch(/^whsec_/)
    await look(admin, 'signing-service-secret')
    await shown.getByRole('button', { name: 'I have stored the secret, close' }).click()
    await admin.getByText('No document is out with it').waitFor()
    await look(admin, 'signing-services')

    const page = await openAs({ email: owner.email, password }, `/contracts/${id}`)
    await page.getByRole('button', { name: 'Send for signature' }).click()
    const sending = page.getByRole('dialog')
    await sending.getByLabel('Signed with').selectOption('Northwind Sign')
    await sending.getByText('goes to Northwind Sign, which asks the signers').waitFor()
    await sending.getByLabel('Name').fill('Helena Marsh')
    await sending.getByLabel('Email address').fill('helena@birch.example')
    await look(page, 'send-with-service')
    await sending.getByRole('button', { name: 'Send for signature' }).click()
    await page.getByText('The contract is on its way to Northwind Sign.').waitFor()

    peer.misbehave((_, response) => {
      response.writeHead(503).end()
      return true
    })
    await expect(follow()).rejects.toThrow('503')
    await page.reload()
    await page.getByText('The signing service has a problem.').waitFor()
    await page.getByRole('button', { name: 'Signers', exact: true }).click()
    const details = page.getByRole('dialog', { name: 'Signers' })
    await details.getByText('Northwind Sign answered with status 503').waitFor()
    await look(page, 'service-in-trouble')
    await details.getByRole('button', { name: 'Void…' }).click()
    await page.getByLabel('Void here only').waitFor()
    await look(page, 'void-with-service')
    peer.misbehave(undefined)

    const { status } = await voidAndSendAgain(id, owner)
    expect(status).toBe(201)
    await follow()
    await page.reload()
    await page.getByText('Out for signature: waiting for Helena Marsh').waitFor()
    const packet = await peer.complete(parts.clock.now())
    const event = signedEvent(secret, packet.id)
    const received = await as(parts.server).post(new URL(events).pathname, event.payload, {
      headers: event.headers,
    })
    expect(received.statusCode).toBe(204)
    await follow()
    await page.reload()
    await page.getByText('Executed', { exact: true }).first().waitFor()
    await look(page, 'signed-with-service')
  })
})

/** As the dialogs do, which the test has looked at. */
async function voidAndSendAgain(id: number, owner: Parameters<typeof callerFor>[1]) {
  const caller = await callerFor(parts, owner)
  const path = `/v2/contracts/${id}/signatureRequests`
  const { items, services } = (await caller.get(path)).json()
  const voided = await caller.post(`${path}/${items[0].id}/void`, { reason: 'Later.', hereOnly: true })
  expect(voided.statusCode).toBe(204)
  const sent = await caller.post(path, {
    // without the pages for signatures it is the next version
    document: { version: items[0].document.version + 1 },
    service: { id: services[0].id },
    signers: [{ name: 'Helena Marsh', email: 'helena@birch.example' }],
    expires: new Date(parts.app.clock.now().getTime() + 30 * 86_400_000).toISOString().slice(0, 10),
  })
  return { status: sent.statusCode }
}
