// The pages about seals: the certificate of an organisation, and whether a document is unchanged.
import { readFileSync } from 'node:fs'
import { PDF } from '@libpdf/core'
import { describe, expect, test } from 'vitest'
import { updateOrganisation } from '../../server/identity/organisations/commands/update-organisation.ts'
import { internalTransaction, systemActor } from '../../server/platform/events/change.ts'
import { selfSignedRsaCertificate } from '../../server/platform/outbound/self-signed.ts'
import { createOrganisation, createUser } from '../factories.ts'
import { password, passwordHash } from '../peers/browser.ts'
import { chromiumPath } from '../peers/chromium.ts'
import { makeSample } from '../../server/seals/sample.ts'
import { sealForOrganisation } from '../../server/seals/seal.ts'
import { sealWith, startAuthority } from '../seals/authority.ts'
import { p12Of } from '../seals/p12.ts'
import { look } from './look.ts'
import { serveWebApp } from './web-app.ts'

const app = await serveWebApp()
const { parts } = app

describe.skipIf(!chromiumPath())('seals', () => {
  test('are made with a certificate that is seen, tried and replaced, and checked by everybody [C-317]', async () => {
    const { id: organisationId, name } = await createOrganisation(parts.app)
    const admin = await createUser(parts.app, {
      organisationId,
      role: 'Administrator',
      passwordHash: await passwordHash(),
    })
    const page = await app.openAs({ email: admin.email, password }, '/administration/seals')
    await page.getByText('There is none yet.').waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download a sealed sample' }).click(),
    ])
    const certificate = page.getByRole('region', { name: 'Certificate', exact: true })
    await certificate.getByText('your organisation itself').waitFor()
    const sealed = await download.path()

    await page.getByRole('button', { name: 'Use this certificate' }).click()
    await page.getByText('Choose a file.').waitFor()
    const file = await p12Of(await selfSignedRsaCertificate('Harbour Foods Legal', parts.app.clock.now()), {
      password: 'right',
    })
    const choose = (buffer: Buffer) =>
      page
        .getByLabel('File', { exact: true })
        .setInputFiles({ name: 'legal.p12', mimeType: 'application/x-pkcs12', buffer })
    await choose(file)
    await page.getByLabel('Password of the file').fill('wrong')
    await page.getByRole('button', { name: 'Use this certificate' }).click()
    await page.getByText('The password does not open the file.').first().waitFor()
    await look(page, 'seals')
    await page.getByLabel('Password of the file').fill('right')
    await page.getByRole('button', { name: 'Use this certificate' }).click()
    await page.getByText('The certificate was replaced.').first().waitFor()
    await certificate.getByText('Harbour Foods Legal').first().waitFor()
    await page.getByRole('region', { name: 'Earlier certificates' }).getByText(name).waitFor()
    await page.getByRole('button', { name: 'Make a new one' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Make a new one' }).click()
    await certificate.getByText('your organisation itself').waitFor()

    await page.getByRole('button', { name: 'Test and use' }).click()
    await page.getByText('The address must begin with https://').first().waitFor()

    await page.getByRole('link', { name: 'Check a sealed document' }).click()
    await page.getByLabel('Choose a PDF…').setInputFiles(sealed)
    await page.getByText('Sealed here, complete and unchanged').waitFor()
    await page
      .getByRole('region', { name: `Seal of ${name}` })
      .getByText('Sample of a seal')
      .waitFor()
    await look(page, 'check-seal')
  })

  test('with a certificate of an authority are followed by validation data, which the check says [C-464]', async () => {
    const { id: organisationId, name } = await createOrganisation(parts.app)
    await sealWith(parts.app, organisationId, await startAuthority())
    const pdf = await makeSample(['Supply agreement'])
    const buffer = await sealForOrganisation(parts.app, {
      organisationId,
      pdf,
      reason: 'Signed by Ana Prior',
    })
    const page = await app.open()
    await page.goto(`${app.origin}/#/check-seal`)
    const file = { name: 'agreement.pdf', mimeType: 'application/pdf', buffer }
    await page.getByLabel('Choose a PDF…').setInputFiles(file)
    await page.getByText('Sealed here, complete and unchanged').waitFor()
    await page.getByText('After the last seal, validation data was added, and nothing else').waitFor()
    await page
      .getByRole('region', { name: `Seal of ${name}` })
      .getByText('Signed by Ana Prior')
      .waitFor()
    await look(page, 'check-validated-seal')
  })

  test('with what is known of who sealed; what was added is warned of, and left out of the part that is offered [C-560, C-561]', async () => {
    const { id: organisationId } = await createOrganisation(parts.app)
    const rename = (name: string) =>
      updateOrganisation(parts.app, systemActor('rename'), organisationId, { name })
    await rename('Harbour Foods Ltd')
    const pdf = await makeSample(['Supply agreement', 'Price: EUR 1,000'])
    const reason = 'Signed by Ana Prior for Harbour Foods Ltd'
    const sealed = await sealForOrganisation(parts.app, { organisationId, pdf, reason })
    parts.clock.advance({ minutes: 1 })
    await rename('Meridian Ltd')
    const provedAt = parts.app.clock.now()
    const row = { organisation_id: organisationId, created_at: provedAt, proved_at: provedAt }
    await internalTransaction(parts.app, (tx) =>
      tx
        .insertInto('mail_domains')
        .values({ domain: 'harbour-foods.example', ...row })
        .execute(),
    )
    const page = await app.open()
    await page.goto(`${app.origin}/#/check-seal`)
    const drop = (buffer: Buffer) =>
      page
        .getByLabel('Choose a PDF…')
        .setInputFiles({ name: 'agreement.pdf', mimeType: 'application/pdf', buffer })
    await drop(sealed)
    const seal = page.getByRole('region', { name: 'Seal of Harbour Foods Ltd' })
    await seal.getByText('Meridian Ltd').waitFor()
    await seal.getByText('harbour-foods.example, proven by this organisation on').waitFor()
    await seal.getByText('Fingerprint (SHA-256)').waitFor()

    const extended = await PDF.load(new Uint8Array(sealed))
    extended.getPage(0)?.drawText('EUR 9,999,999', { x: 50, y: 500 })
    await drop(Buffer.from(await extended.save({ incremental: true })))
    await page.getByText('may not be what was signed').waitFor()
    await look(page, 'check-extended-seal')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download the sealed part' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('agreement (as sealed).pdf')
    const part = readFileSync(await download.path())
    expect(part.equals(sealed)).toBe(true)
    await drop(part)
    await page.getByText('Sealed here, complete and unchanged').waitFor()
    await look(page, 'check-renamed-seal')

    // another organisation seals over it: the earlier seal is of the file as it was
    const other = await createOrganisation(parts.app)
    const over = await sealForOrganisation(parts.app, {
      organisationId: other.id,
      pdf: sealed,
      reason: 'Signed',
    })
    await drop(over)
    await page.getByText('Sealed by more than one organisation').waitFor()
    await seal.getByRole('button', { name: 'Download the file as it was then' }).waitFor()
    await look(page, 'check-two-seals')
    const changed = Buffer.from(sealed)
    changed[300] = (changed[300] ?? 0) ^ 1
    await drop(changed)
    await page.getByText('Changed after it was sealed').waitFor()
    await look(page, 'check-changed-seal')
  })

  test('are checked without an account, also of a file that is none', async () => {
    const page = await app.open()
    await page.goto(`${app.origin}/#/check-seal`)
    await page
      .getByLabel('Choose a PDF…')
      .setInputFiles({ name: 'letter.pdf', mimeType: 'application/pdf', buffer: Buffer.from('hello') })
    await page.getByText('The file is not a PDF.').waitFor()
    await page
      .getByLabel('Choose a PDF…')
      .setInputFiles({ name: 'letter.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n') })
    await page.getByText('No seal').waitFor()
    await look(page, 'check-no-seal')
  })
})
