// Somebody of a law firm is invited, finds the one matter that they were added to, answers a question, files documents
// and does a task; and sees nothing else.
import { mailsTo } from '../../fixtures/mails.ts'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Browser, openBrowser } from '../../peers/browser.ts'
import { chromiumPath } from '../../peers/chromium.ts'
import { notifyNow } from '../../fixtures/notifications.ts'
import { docx } from '../../documents/docx.ts'
import { pdfOf } from '../../documents/pdf.ts'
import { absent } from '../absence.ts'
import { serveWebApp, signIn } from '../web-app.ts'
import { startJourney } from './journey.ts'

const { parts, origin, open } = await serveWebApp({ demo: true })
const demoPassword = 'chancery-demo'
const ownPassword = 'quiet harbour lantern 42'
const nora = { email: 'nora@quill.example', firstName: 'Nora', lastName: 'Quill' }
const matter = 'Joint venture with Tasman Foods'
const data = join(import.meta.dirname, '../../../../shared/data')
const markUp = 'Mark-up of the joint venture agreement.pdf'
const note = 'Note on exclusivity.docx'
let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'journey-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Documents of this machine: real ones where there are some. */
async function documents(): Promise<{ readonly pdf: string; readonly docx: string }> {
  const contract =
    'contracts/ACCELERATEDTECHNOLOGIESHOLDINGCORP_04_24_2003-EX-10.13-JOINT_VENTURE_AGREEMENT.PDF'
  const isReal = existsSync(join(data, contract))
  const read = (path: string) => readFile(join(data, path))
  const pdf = join(folder, markUp)
  const word = join(folder, note)
  await writeFile(pdf, isReal ? await read(contract) : pdfOf(['Exclusivity binds the affiliates.']))
  await writeFile(word, isReal ? await read('docx-edge-cases/tables.docx') : docx(['Exclusivity']))
  return { pdf, docx: word }
}

async function as(email: string, password: string): Promise<Browser> {
  const browser = openBrowser(parts.server)
  await browser.session()
  expect((await browser.call('POST', '/session', { email, password })).statusCode).toBe(200)
  await browser.session()
  return browser
}

const found = async (browser: Browser, address: string) =>
  (await browser.call('GET', address)).json<{ items: { id: number | string; name?: string }[] }>().items

/** The link of the mail that she got. */
async function invitation(): Promise<string> {
  const [mail] = await mailsTo(parts.app, { email: nora.email })
  return /reset-password\?token=\S+/.exec(mail?.body ?? '')?.[0] ?? ''
}

const inFolder = (page: Page, name: string) => page.getByRole('tabpanel').getByText(name)

/** Drops what is at this path onto the list of files. */
async function drop(page: Page, path: string): Promise<void> {
  const place = await inFolder(page, markUp).boundingBox()
  const browser = await page.context().newCDPSession(page)
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await browser.send('Input.dispatchDragEvent', {
      type,
      x: (place?.x ?? 0) + 5,
      y: (place?.y ?? 0) + 5,
      data: { items: [], files: [path], dragOperationsMask: 1 },
    })
  }
}

describe.skipIf(!chromiumPath())('journey of a law firm', () => {
  test('somebody invited answers, files and does what is asked, and sees nothing else', async () => {
    const journey = startJourney('law-firm')
    const files = await documents()
    const admin = await as('admin@harbour.example', demoPassword)
    const firm = await admin.call('POST', '/v2/organizations', { name: 'Quill Law', administrator: nora })
    expect(firm.statusCode, firm.body).toBe(201)

    const page = await open()
    const link = await invitation()
    await journey.step(page, 'Nora follows the invitation in her mail and chooses a password', async () => {
      await page.goto(`${origin}/#/${link}`)
      await page.getByLabel('New password').fill(ownPassword)
      await page.getByRole('button', { name: 'Save the password' }).click()
      await page.getByRole('link', { name: 'Sign in' }).click()
    })
    await journey.step(page, 'Nora signs in and sees what to do first', async () => {
      await signIn(page, nora.email, ownPassword)
      await page.getByRole('heading', { name: 'Welcome, Nora Quill' }).waitFor()
      await page.getByRole('link', { name: 'See your matters' }).waitFor()
      await absent(page.getByRole('link', { name: 'Intake' }))
    })

    const counsel = await open()
    await journey.step(counsel, 'Counsel signs in and adds Nora to a matter', async () => {
      await counsel.goto(`${origin}/#/matters`)
      await signIn(counsel, 'counsel@harbour.example', demoPassword)
      await counsel.getByRole('searchbox', { name: 'Find matters' }).fill('Joint venture')
      await counsel.getByRole('link', { name: matter }).click()
      await counsel.getByRole('button', { name: 'Add a person' }).click()
      const dialog = counsel.getByRole('dialog')
      await dialog.getByRole('combobox', { name: 'Person' }).fill('Quill')
      await counsel.getByRole('option', { name: /Nora Quill/ }).click()
      await dialog.getByRole('button', { name: /^Add/ }).click()
      await dialog.waitFor({ state: 'detached' })
    })
    await journey.step(counsel, 'Counsel asks Nora a question', async () => {
      await counsel.getByRole('tab', { name: /^Messages/ }).click()
      await counsel.getByRole('textbox', { name: 'Write a message' }).click()
      await counsel.keyboard.type('@Nora')
      await counsel.getByRole('option', { name: 'Nora Quill' }).waitFor()
      await counsel.keyboard.press('Enter')
      await counsel.keyboard.type('does exclusivity bind their affiliates?')
      await counsel.keyboard.press('ControlOrMeta+Enter')
      await counsel.getByText('does exclusivity bind their affiliates?').waitFor()
    })
    const asCounsel = await as('counsel@harbour.example', demoPassword)
    const matterId = Number((await found(asCounsel, `/v2/matters?$filter=Name eq '${matter}'`))[0]?.id)
    const asNora = await as(nora.email, ownPassword)
    const me = (await asNora.call('GET', '/v2/me')).json<{ user: { id: string } }>()
    const task = { name: 'Mark up the exclusivity clause', assignee: { id: me.user.id } }
    const asked = await asCounsel.call('POST', `/v2/matters/${matterId}/tasks`, task)
    expect(asked.statusCode, asked.body).toBe(201)
    await notifyNow(parts.app)

    await journey.step(page, 'Nora sees the task on her first page without reloading it', async () => {
      await page.getByRole('link', { name: 'Mark up the exclusivity clause' }).waitFor()
    })
    await journey.step(page, 'Nora opens the question from her notifications and answers it', async () => {
      await page.getByRole('link', { name: /^Notifications/ }).click()
      await page.getByRole('link', { name: /does exclusivity bind their affiliates/ }).click()
      await page.getByRole('textbox', { name: 'Write a message' }).fill('Only those that it controls.')
      await page.getByRole('button', { name: 'Send' }).click()
      await page.getByRole('listitem').getByText('Only those that it controls.').waitFor()
    })
    await journey.step(counsel, 'Counsel sees the answer without reloading the page', async () => {
      await counsel.getByText('Only those that it controls.').waitFor()
    })
    await journey.step(page, 'Nora files a document that she chooses', async () => {
      await page.getByRole('tab', { name: /^Files/ }).click()
      const choosing = page.waitForEvent('filechooser')
      await page.getByRole('button', { name: 'Upload files' }).click()
      await (await choosing).setFiles(files.pdf)
      await inFolder(page, markUp).waitFor()
    })
    await journey.step(page, 'Nora files another one by dropping it', async () => {
      await drop(page, files.docx)
      await inFolder(page, note).waitFor()
    })
    await journey.step(page, 'Nora marks the task as done', async () => {
      await page.getByRole('link', { name: 'Home', exact: true }).click()
      await page.getByRole('button', { name: 'Done: Mark up the exclusivity clause' }).click()
      await page.getByText('Nothing is waiting for you.').waitFor()
    })
    await journey.step(page, 'Nora sees the one matter that she is on', async () => {
      await page.getByRole('link', { name: 'Matters', exact: true }).click()
      await page.getByText('1 matter', { exact: true }).waitFor()
      await page.getByLabel(`Select ${matter}`).click()
      await page.getByText('1 selected').waitFor()
      // what is refused is not offered
      await absent(page.getByRole('button', { name: 'Change…' }))
      await absent(page.getByRole('link', { name: 'New matter' }))
    })
    expect(journey.end()).toBeLessThan(10)
    await seesNothingElse(asNora, { asCounsel, matterId })
  })
})

/** As the server answers her, whatever the pages show. */
async function seesNothingElse(
  asNora: Browser,
  { asCounsel, matterId }: { asCounsel: Browser; matterId: number },
): Promise<void> {
  expect((await found(asNora, '/v2/matters')).map(({ id }) => id)).toEqual([matterId])
  const theirs = await found(asNora, '/v2/files?$top=100')
  const names = theirs.map(({ name }) => name)
  expect(names).toContain(markUp)
  expect(names).toContain(note)
  // in a private folder of this matter
  const all = await found(asCounsel, `/v2/files?$top=100&$filter=Resource/Id eq ${matterId}`)
  const hidden = all.find(({ name }) => name === 'Walk-away position.docx')
  expect(hidden).toBeDefined()
  expect(names).not.toContain('Walk-away position.docx')
  for (const address of [
    '/v2/contracts',
    '/v2/invoices',
    '/v2/approvals',
    '/v2/intake',
    `/v2/matters?$filter=Id ne ${matterId}`,
    `/v2/tasks?$filter=Matter/Id ne ${matterId}`,
    `/v2/files?$filter=Resource/Id ne ${matterId}`,
  ])
    expect(await found(asNora, address), address).toEqual([])
  const other = (await found(asCounsel, `/v2/matters?$filter=Id ne ${matterId}&$top=1`))[0]?.id
  for (const address of [
    `/v2/matters/${other}`,
    `/v2/matters/${other}/overview`,
    `/v2/matters/${other}/conversation`,
    `/v2/files/${hidden?.id}`,
    `/v2/files/${hidden?.id}/content`,
  ])
    expect((await asNora.call('GET', address)).statusCode, address).toBe(404)
  const change = await asNora.call('PATCH', `/v2/matters/${matterId}`, { name: 'Taken over' })
  expect(change.statusCode).toBe(403)
  const history = await asNora.call('GET', `/v2/matters/${matterId}/history?$top=200`)
  expect(history.body).not.toContain('Walk-away')
  const colleagues = await asNora.call('GET', '/v2/users?$top=200')
  expect(colleagues.body).not.toContain('grace.tui@harbour.example')
}
