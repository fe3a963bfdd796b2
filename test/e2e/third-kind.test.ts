// A kind of record that is described in one folder has a list, a panel beside it, a page and a page that creates one:
// what all kinds share in the web app is written for none of them. The server has no disputes: it is asked for matters
// in their place, and what it says of them is said of disputes.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chromiumPath } from '../peers/chromium.ts'
import { look } from './look.ts'
import { serveWebApp } from './web-app.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const dist = mkdtempSync(join(tmpdir(), 'chancery-third-kind-'))
afterAll(() => rmSync(dist, { recursive: true, force: true }))

const app = await serveWebApp({ demo: true })

/** Builds the app with the kind, in a process of its own: the bundler's memory does not stay. */
function build(): void {
  const options = ['--config', 'test/e2e/disputes/vite.config.ts', '--configLoader', 'native']
  const { status, stderr } = spawnSync(
    process.execPath,
    [
      'node_modules/vite/bin/vite.js',
      'build',
      ...options,
      '--outDir',
      dist,
      '--emptyOutDir',
      '--logLevel',
      'warn',
    ],
    { cwd: root, env: { ...process.env, NODE_ENV: 'production' }, encoding: 'utf8' },
  )
  expect(status, stderr).toBe(0)
}

const asMatters = (text: string) => text.replaceAll('disputes', 'matters').replaceAll('Dispute', 'Matter')
const asDisputes = (text: string) => text.replaceAll('"Matter"', '"Dispute"')

async function answerAsDisputes(route: Route): Promise<void> {
  const request = route.request()
  const url = asMatters(request.url())
  if (url === request.url()) return route.fallback()
  const postData = request.postData()
  const answered = await route.fetch({ url, ...(postData === null ? {} : { postData: asMatters(postData) }) })
  return route.fulfill({ response: answered, body: asDisputes(await answered.text()) })
}

/** The page of the app that was built here, for somebody who is signed in. */
async function openDisputes(route: string, who = 'counsel'): Promise<Page> {
  const page = await app.open()
  const file = ({ pathname }: URL) => (pathname === '/' ? 'index.html' : pathname.slice(1))
  await page.route(
    (url) => url.origin === app.origin && (url.pathname === '/' || url.pathname.startsWith('/assets/')),
    (asked) => asked.fulfill({ path: join(dist, file(new URL(asked.request().url()))) }),
  )
  await page.route((url) => url.origin === app.origin && url.pathname.startsWith('/v2/'), answerAsDisputes)
  await app.signInAs(page, { email: `${who}@harbour.example`, password: 'chancery-demo' })
  await page.goto(`${app.origin}/#${route}`)
  return page
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1, exact: true })

describe.skipIf(!chromiumPath())('in a browser', () => {
  beforeAll(build)

  test('a third kind has a list, which filters, and shows one beside itself', async () => {
    const page = await openDisputes('/')
    await page.getByRole('link', { name: 'Disputes', exact: true }).click()
    await heading(page, 'Disputes').waitFor()
    const rows = page.getByRole('row')
    await rows.nth(2).waitFor()
    await look(page, 'disputes')
    for (const name of [/^Name/, /^Status/, /^Owner/, /^Created/]) {
      await page.getByRole('columnheader', { name }).waitFor()
    }
    await page.goto(`${app.origin}/#/disputes?view=court`)
    await rows
      .filter({ hasText: 'In court' })
      .first()
      .click({ position: { x: 500, y: 10 } })
    const beside = page.getByRole('complementary')
    await beside.getByText('In court').waitFor()
    expect(await beside.getByRole('link', { name: 'Open' }).getAttribute('href')).toMatch(
      /^#\/disputes\/\d+$/,
    )
  })

  test('a third kind has a page with the parts of all kinds, and comes back from the bin', async () => {
    const page = await openDisputes('/disputes', 'admin')
    await page.getByRole('link', { name: 'Distributor for the Baltics' }).click()
    await heading(page, 'Distributor for the Baltics').waitFor()
    await page.getByText('Seat: London').waitFor()
    await page.getByRole('heading', { name: 'People' }).waitFor()
    expect(await page.getByRole('tab').allTextContents()).toEqual([
      'Claim',
      expect.stringMatching(/^Files/),
      expect.stringMatching(/^Messages/),
      'History',
    ])
    await look(page, 'dispute')
    await page.getByRole('tab', { name: 'Files' }).click()
    await page.getByRole('button', { name: 'Upload' }).first().waitFor()
    await page.getByRole('tab', { name: 'Messages' }).click()
    await page.getByRole('textbox', { name: 'Write a message' }).fill('Filed today')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByText('Filed today').waitFor()
    await page.getByRole('tab', { name: 'History' }).click()
    await page.getByText('wrote a message').first().waitFor()
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await heading(page, 'Disputes').waitFor()
    await page.goto(`${app.origin}/#/deleted`)
    const deleted = page.getByRole('region', { name: 'Disputes' })
    await deleted.getByRole('button', { name: 'Restore Distributor for the Baltics' }).click()
    await deleted.getByText('Nothing to take back.').waitFor()
  })

  test('one of a third kind is created, by its type and its form', async () => {
    const page = await openDisputes('/disputes')
    await page.getByRole('link', { name: 'New dispute' }).click()
    await heading(page, 'New dispute').waitFor()
    await page.getByRole('combobox', { name: /^Type/ }).click()
    await page.getByRole('option').first().click()
    await page.getByLabel(/^Name/).fill('Quay wall')
    await look(page, 'dispute-new')
    await page.getByRole('button', { name: 'Create dispute' }).click()
    await heading(page, 'Quay wall').waitFor()
    expect(new URL(page.url()).hash).toMatch(/^#\/disputes\/\d+$/)
  })
})
