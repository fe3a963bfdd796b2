// How an administrator moves in from another system, in a browser: a table, its files, what is wrong, the result.
import { describe, expect, onTestFinished, test } from 'vitest'
import { createContractTemplate, createOrganisation, createUser } from '../factories.ts'
import { insertFieldOn } from '../fixtures/fields.ts'
import { importsOf, zipOf } from '../fixtures/imports.ts'
import { startBucket } from '../peers/bucket.ts'
import { chromiumPath } from '../peers/chromium.ts'
import { password, passwordHash } from '../peers/browser.ts'
import { callerFor } from '../tokens.ts'
import { importKinds } from '../../server/operations/process/import-kinds.ts'
import { carryOn } from '../../server/imports/work/carry-on.ts'
import { examine, look } from './look.ts'
import { serveWebApp } from './web-app.ts'

const app = await serveWebApp()
const { parts } = app

const csv = [
  'Contract ID,Title,Contract type,File,Status,Signed on,Expiry date,Counterparty',
  'C-1,Lease of Quay Street,Mutual NDA,signed/lease.pdf,Executed,01/02/2020,31/12/2031,"Zephyr, Ltd."',
  'C-2,Supply of paper,Mutual NDA,supply.pdf,in force,15/02/2020,31/12/2032,Quay Paper',
  'C-3,Cleaning,Mutual NDA,missing.pdf,Executed,17/02/2020,31/12/2033,Quay Paper',
].join('\n')

describe.skipIf(chromiumPath === undefined)('in a browser', () => {
  test('an administrator imports contracts with their files, solves what is wrong, and undoes it [X-14]', async () => {
    const { id: organisationId } = await createOrganisation(parts.app)
    const templateId = await createContractTemplate(parts.app, { organisationId })
    const form = { organisationId, form: 'ContractUpload', templateId } as const
    await insertFieldOn(parts.app, form, {
      apiName: 'counterparty',
      title: 'Counterparty',
      type: 'ContractEntity',
    })
    const administrator = await createUser(parts.app, {
      organisationId,
      role: 'Administrator',
      groups: ['ContractAdministrators'],
      passwordHash: await passwordHash(),
    })
    const caller = await callerFor(parts, administrator)
    await caller.post('/v2/contractParties', { name: 'Zephyr Limited' })
    const work = async () => {
      const { items } = (await caller.get('/v2/imports')).json<{ items: { id: number }[] }>()
      for (let turn = 0; turn < 3; turn++)
        await carryOn(parts.app, { organisationId, id: items[0]?.id ?? 0 }, importKinds)
    }
    const page = await app.openAs({ email: administrator.email, password }, '/administration/import')
    await page.getByRole('heading', { name: 'Import', level: 1 }).waitFor()
    await page.getByLabel('What the rows of your table are').selectOption({ label: 'Contracts' })
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'contracts.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
    await look(page, 'imports')
    await page.getByRole('button', { name: 'Read the table' }).click()

    await page.getByRole('heading', { name: 'contracts.csv', level: 1 }).waitFor()
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({
        name: 'files.zip',
        mimeType: 'application/zip',
        buffer: await zipOf({ 'signed/lease.pdf': '%PDF-1.4 a', 'old/supply.pdf': '%PDF-1.4 b' }),
      })
    await page.getByText('An archive is being unpacked').waitFor()
    await work()
    await page.getByText('2 files').waitFor()
    expect(await page.getByLabel('What “Title” is').inputValue()).toBe('name')
    await page.getByLabel('Keep this mapping').fill('Old system')
    await page.getByRole('button', { name: 'Keep this mapping' }).click()
    await page.getByText('The mapping is kept.').waitFor()
    await page.getByLabel('What “Title” is').selectOption('')
    await page.getByLabel('A mapping that is kept').selectOption({ label: 'Old system' })
    await page.getByRole('button', { name: 'Use', exact: true }).click()
    await page.getByText('The mapping is used.').waitFor()
    await expect.poll(() => page.getByLabel('What “Title” is').inputValue()).toBe('name')
    await examine(page, 'import-columns')

    await page.getByRole('button', { name: 'Check', exact: true }).click()
    await page.getByText('0 of 3 rows checked').first().waitFor()
    await work()
    await page.getByText('3 rows of 3 cannot be imported as they are.').waitFor()
    await look(page, 'import-problems')
    const problems = page.getByRole('list', { name: 'What is wrong' })
    await problems.getByLabel('Read “in force” as', { exact: true }).fill('Executed')
    await problems.getByRole('button', { name: 'Use this for “in force”' }).click()
    await problems.getByText('Will be read as “Executed”.').waitFor()
    await problems.getByLabel('Read “Zephyr, Ltd.” as', { exact: true }).fill('Zephyr Limited')
    await problems.getByRole('button', { name: 'Use this for “Zephyr, Ltd.”' }).click()
    await problems.getByText('Will be read as “Zephyr Limited”.').waitFor()
    await page.getByRole('button', { name: 'Check again' }).click()
    await page.getByText('0 of 3 rows checked').first().waitFor()
    await work()
    await page.getByText('1 row of 3 cannot be imported as it is.').waitFor()

    await page.getByRole('button', { name: 'Import 2 rows and leave out 1' }).click()
    await page.getByText('0 of 3 rows').first().waitFor()
    await look(page, 'import-running')
    await work()
    await page.getByText('2 made, 1 left out').waitFor()
    await examine(page, 'import-result')
    const list = (await caller.get('/v2/contracts?$orderby=Id')).json<{
      items: { id: number; name: string; status: string }[]
    }>()
    expect(list.items.map(({ name, status }) => [name, status])).toEqual([
      ['Lease of Quay Street', 'Executed'],
      ['Supply of paper', 'Executed'],
    ])

    const supply = list.items.find(({ name }) => name === 'Supply of paper')
    const changed = await caller.patch(`/v2/contracts/${supply?.id}`, { name: 'Supply of good paper' })
    expect(changed.statusCode, changed.body).toBeLessThan(300)
    await page.getByRole('button', { name: 'Undo the import' }).click()
    const asking = page.getByRole('dialog', { name: 'Undo this import?' })
    await asking.getByRole('button', { name: 'Undo the import' }).click()
    await asking.waitFor({ state: 'detached' })
    await work()
    await page.getByText('1 removed again').waitFor()
    const notUndone = page.getByRole('list', { name: 'Not undone' })
    await notUndone.getByText('Row 3 · Somebody has worked on it since, so it stays.').waitFor()
    await look(page, 'import-not-undone')
    expect((await caller.get('/v2/contracts')).json<{ items: unknown[] }>().items).toMatchObject([
      { name: 'Supply of good paper' },
    ])
    await page.getByRole('button', { name: 'Remove this import' }).click()
    await page
      .getByRole('dialog', { name: 'Remove this import?' })
      .getByRole('button', { name: 'Remove this import' })
      .click()
    await page.getByText('There are none yet.').waitFor()
    await page.getByRole('list', { name: 'Mappings that are kept' }).getByText('Old system').waitFor()
    await page.getByRole('button', { name: 'Rename Old system' }).click()
    const renaming = page.getByRole('dialog', { name: 'Rename this mapping' })
    await renaming.getByLabel('Name').fill('Former system')
    await look(page, 'import-rename')
    // somebody else does so first
    const { items: keptNow } = (await caller.get('/v2/importMappings')).json<{ items: { id: number }[] }>()
    await caller.patch(`/v2/importMappings/${keptNow[0]?.id}`, { name: 'Old system, checked' })
    await renaming.getByRole('button', { name: 'Save' }).click()
    await renaming.getByText('It has been changed since you read it.').waitFor()
    await renaming.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Delete Old system, checked' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('None yet. A mapping is kept').waitFor()
  })

  test('an administrator has the files of an import fetched from a bucket [X-23]', async () => {
    const { id: organisationId } = await createOrganisation(parts.app)
    await createContractTemplate(parts.app, { organisationId })
    const administrator = await createUser(parts.app, {
      organisationId,
      role: 'Administrator',
      groups: ['ContractAdministrators'],
      passwordHash: await passwordHash(),
    })
    const caller = await callerFor(parts, administrator)
    const { id } = await importsOf(parts.app, organisationId, caller).send(
      'contracts',
      'Title,Contract type,File\nLease,Mutual NDA,lease.pdf',
    )
    const bucket = await startBucket({ 'signed/lease.pdf': '%PDF-1.4 lease' })
    onTestFinished(bucket.stop)
    const page = await app.openAs({ email: administrator.email, password }, `/administration/import/${id}`)
    await page.getByRole('button', { name: 'Fetch from a bucket' }).click()
    const dialog = page.getByRole('dialog', { name: 'Fetch files from a bucket' })
    await dialog.getByLabel('Endpoint').fill('https://10.0.0.7')
    await dialog.getByLabel('Bucket').fill(bucket.name)
    await dialog.getByLabel('Prefix').fill('signed/')
    await dialog.getByLabel('Access key').fill('test')
    await dialog.getByRole('textbox', { name: 'Secret' }).fill('a-secret')
    await dialog.getByRole('button', { name: 'Fetch' }).click()
    await dialog.getByRole('alert').getByText('leads to, a private or reserved network').waitFor()
    await look(page, 'import-bucket')
    await dialog.getByLabel('Endpoint').fill(bucket.endpoint)
    await dialog.getByRole('button', { name: 'Fetch' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('0 fetched so far from a bucket…').waitFor()
    for (let turn = 0; turn < 2; turn++) await carryOn(parts.app, { organisationId, id }, importKinds)
    await page.getByText('1 file, ').waitFor()
  })
})
