// The pages about seals: the certificate of an organisation, and whether a document is unchanged.
import { describe, test } from 'vitest'
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
  })
})
