// Uploading in the web app: many files at once over a network that breaks, names that are taken, folders, versions.
import { EventEmitter, once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { password, passwordHash } from '../peers/browser.ts'
import { chromiumPath } from '../peers/chromium.ts'
import { repetitions } from '../repetitions.ts'
import { insertContract } from '../fixtures/contracts.ts'
import { createContractTemplate, createOrganisation, createUser } from '../factories.ts'
import { callerFor } from '../tokens.ts'
import { breakableNetwork } from './network.ts'
import { serveWebApp } from './web-app.ts'

const network = breakableNetwork()
const { parts, openAs } = await serveWebApp({ network })

/** Somebody signed in who looks at an empty folder of their contract. */
async function inFolder() {
  const { id: organisationId } = await createOrganisation(parts.app)
  const owner = await createUser(parts.app, { organisationId, passwordHash: await passwordHash() })
  const templateId = await createContractTemplate(parts.app, { organisationId })
  const contractId = await insertContract(parts.app, { owner, templateId })
  const asOwner = await callerFor(parts, owner)
  const resource = { type: 'Contract', id: contractId }
  const made = await asOwner.post('/v2/files', { name: 'Drafts', resource })
  const folderId = made.json<{ id: number }>().id
  const page = await openAs({ email: owner.email, password }, `/files/${folderId}`)
  await page.getByRole('button', { name: 'Upload files' }).waitFor()
  const filesIn = async (id: number) => {
    const names: string[] = []
    for (
      let url: string | undefined = `/v2/files?$filter=Folder/Id eq ${id}&$top=100&$orderby=Id`;
      url !== undefined;
    ) {
      const list: { items: { name: string; id: number; version: number }[]; nextLink?: string } = (
        await asOwner.get(url)
      ).json()
      names.push(...list.items.map(({ name, version }) => (version > 1 ? `${name} v${version}` : name)))
      url = list.nextLink?.slice(list.nextLink.indexOf('/v2/'))
    }
    return names.sort()
  }
  return { page, asOwner, folderId, filesIn }
}

const file = (name: string, content = `content of ${name}`) => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(content),
})
const choose = async (page: Page, files: ReturnType<typeof file>[]) =>
  page.locator('input[type=file]:not([webkitdirectory])').first().setInputFiles(files)

/** Drops what is at these paths of this machine onto the list. */
async function drop(page: Page, files: readonly string[]) {
  const place = await page.getByText('This folder is empty').boundingBox()
  const browser = await page.context().newCDPSession(page)
  const data = { items: [], files: [...files], dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await browser.send('Input.dispatchDragEvent', {
      type,
      x: (place?.x ?? 0) + 5,
      y: (place?.y ?? 0) + 5,
      data,
    })
  }
}

// the whole number by `npm run test:release`
const many = repetitions(50, 200)

describe.skipIf(!chromiumPath())('uploads', () => {
  test(`${many} files arrive exactly once although the network is cut twice`, async () => {
    const { page, filesIn, folderId } = await inFolder()
    const names = Array.from({ length: many }, (_, at) => `Annex ${String(at + 1).padStart(3, '0')}.txt`)
    // cut by the answers themselves: asking how many there are takes so long at times that all of them have arrived
    // meanwhile
    let arrived = 0
    const arrivals = new EventEmitter()
    page.on('response', (response) => {
      if (response.request().method() !== 'POST' || !response.url().endsWith('/v2/files')) return
      arrived += 1
      arrivals.emit(String(arrived))
    })
    const cuts = [many / 5, (many * 3) / 5].map(async (share) => {
      await once(arrivals, String(share))
      await network.cut()
    })
    await choose(
      page,
      names.map((name) => file(name, name.repeat(200))),
    )
    for (const cut of cuts) {
      await cut
      await page.getByText('No connection. Uploads resume when it is back.').waitFor()
      await network.mend()
    }
    const tray = page.getByRole('region', { name: 'Uploads', exact: true })
    // what it says instead is in the failure
    await expect
      .poll(() => tray.allInnerTexts())
      .toContainEqual(expect.stringContaining(`${many} files uploaded`))
    expect(await filesIn(folderId)).toEqual(names)
  })

  test('folders dropped from the desktop keep their structure, and rows move by dragging', async () => {
    const { page, asOwner, filesIn, folderId } = await inFolder()
    const desktop = await mkdtemp(join(tmpdir(), 'chancery-desktop-'))
    await mkdir(join(desktop, 'Annexes', 'Plans'), { recursive: true })
    await writeFile(join(desktop, 'Annexes', 'a.txt'), 'a')
    await writeFile(join(desktop, 'Annexes', 'Plans', 'b.txt'), 'b')
    await writeFile(join(desktop, 'Annexes', '.DS_Store'), 'of the system')
    await writeFile(join(desktop, 'c.txt'), 'c')
    await drop(page, [join(desktop, 'Annexes'), join(desktop, 'c.txt')])
    await page.getByText('3 files uploaded').waitFor()
    const folderIn = async (id: number, name: string) => {
      const answer = await asOwner.get(`/v2/files?$filter=Folder/Id eq ${id} and Name eq '${name}'`)
      return answer.json<{ items: { id: number }[] }>().items[0]?.id ?? 0
    }
    const annexes = await folderIn(folderId, 'Annexes')
    expect(await filesIn(folderId)).toEqual(['Annexes', 'c.txt'])
    expect(await filesIn(annexes)).toEqual(['Plans', 'a.txt'])
    expect(await filesIn(await folderIn(annexes, 'Plans'))).toEqual(['b.txt'])
    await page
      .getByRole('link', { name: 'c.txt' })
      .dragTo(page.getByRole('button', { name: 'Annexes', exact: true }))
    await page.getByText('Moved 1 item to Annexes').waitFor()
    expect(await filesIn(annexes)).toContain('c.txt')
    await rm(desktop, { recursive: true })
  })

  test('names that are taken are asked about once, for all of them or each; the tray closes when all is well', async () => {
    const { page, filesIn, folderId } = await inFolder()
    await page.clock.install()
    await choose(page, [file('a.txt'), file('b.txt'), file('c.txt')])
    await page.getByText('3 files uploaded').waitFor()
    await page.clock.fastForward(10_000)
    await page.getByRole('region', { name: 'Uploads' }).waitFor({ state: 'detached' })
    await choose(page, [file('A.txt', 'new'), file('b.txt', 'new'), file('d.txt')])
    const question = page.getByRole('dialog', { name: '2 names are already taken' })
    await question.waitFor()
    await question.getByRole('button', { name: 'Decide for each file' }).click()
    await question.getByLabel('A.txt').selectOption('Keep both')
    await question.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('3 files uploaded').waitFor()
    expect(await filesIn(folderId)).toEqual(['A (1).txt', 'a.txt', 'b.txt v2', 'c.txt', 'd.txt'])
    await choose(page, [file('c.txt', 'other')])
    const one = page.getByRole('dialog', { name: 'A file with this name is already there' })
    await one.getByLabel('Skip').check()
    await one.getByRole('button', { name: 'Continue' }).click()
    await one.waitFor({ state: 'detached' })
    expect(await filesIn(folderId)).toContain('c.txt')
  })

  test('uploads go on where they were after a reload, what was paused when somebody says so, and leaving is asked about', async () => {
    const { page, filesIn, folderId } = await inFolder()
    const folder = await mkdtemp(join(tmpdir(), 'chancery-upload-'))
    const large = join(folder, 'Hearing.bin')
    await writeFile(large, 'x'.repeat(40_000_000))
    const chooseIt = () =>
      page.locator('input[type=file]:not([webkitdirectory])').first().setInputFiles(large)
    const begun: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/v2/uploads')) begun.push(request.url())
    })
    const sent = page.waitForRequest((request) => request.method() === 'PATCH')
    await chooseIt()
    await sent
    await page.getByRole('button', { name: 'Pause Hearing.bin' }).click()
    await page.getByText('Paused, 1 file waiting').waitFor()
    // this one never gets as far as its content
    await page.route('**/v2/uploads/*', () => undefined)
    const held = page.waitForRequest((request) => request.method() === 'PATCH')
    await choose(page, [file('Annex.txt')])
    await held
    const asked = page.waitForEvent('dialog')
    void page.reload().catch(() => undefined)
    await (await asked).dismiss()
    page.once('dialog', (dialog) => void dialog.accept())
    await page.unroute('**/v2/uploads/*')
    await page.reload()
    await expect.poll(() => filesIn(folderId)).toEqual(['Annex.txt'])
    await page.getByRole('button', { name: 'Continue Hearing.bin' }).click()
    await page.getByText('2 files uploaded').waitFor()
    expect(begun).toHaveLength(2)
    expect(await filesIn(folderId)).toEqual(['Annex.txt', 'Hearing.bin'])
    await rm(folder, { recursive: true })
  })

  test('uploads of a tab that was closed go on when the app is opened again, each file once', async () => {
    const { page, filesIn, folderId } = await inFolder()
    const names = Array.from({ length: 12 }, (_, at) => `Exhibit ${String(at + 1).padStart(2, '0')}.txt`)
    let arrived = 0
    page.on('response', (response) => {
      if (response.request().method() === 'POST' && response.url().endsWith('/v2/files')) arrived += 1
    })
    // those after the third get no answer before the tab is closed
    await page.route('**/v2/files', async (route) => {
      if (route.request().method() !== 'POST' || arrived < 3) return route.continue()
    })
    await choose(
      page,
      names.map((name) => file(name)),
    )
    await expect.poll(() => arrived).toBeGreaterThanOrEqual(3)
    await page.unroute('**/v2/files')
    const context = page.context()
    const url = page.url()
    await page.close()
    const again = await context.newPage()
    await again.goto(url)
    await expect.poll(() => filesIn(folderId)).toEqual(names)
    await again.close()
  })

  test('a new version has its comment, and is shown at once', async () => {
    const { page, asOwner, filesIn, folderId } = await inFolder()
    await choose(page, [file('Lease.txt', 'The first draft.')])
    await page.getByText('1 file uploaded').waitFor()
    await page.getByRole('link', { name: 'Lease.txt' }).click()
    await page.getByText('The first draft.').waitFor()
    await page.getByRole('button', { name: 'Upload new version' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.locator('input[type=file]').setInputFiles(file('Lease.txt', 'The second draft.'))
    await dialog.getByLabel('What changed in this version?').fill('With their changes')
    await dialog.getByRole('button', { name: 'Upload version' }).click()
    await page.getByText('The second draft.').waitFor()
    await page.getByText('With their changes').waitFor()
    expect(await filesIn(folderId)).toEqual(['Lease.txt v2'])
    const [id] = (await asOwner.get(`/v2/files?$filter=Folder/Id eq ${folderId}`))
      .json<{ items: { id: number }[] }>()
      .items.map((each) => each.id)
    expect((await asOwner.get(`/v2/files/${id}/versions`)).json()).toMatchObject({
      items: [{ comments: 'With their changes' }, {}],
    })
  })
})
