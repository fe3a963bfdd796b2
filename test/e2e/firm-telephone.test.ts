// Somebody of a law firm on a telephone, from the invitation in their mail to the task that is done.
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { mailsTo } from '../fixtures/mails.ts'
import { openBrowser } from '../peers/browser.ts'
import { chromiumPath } from '../peers/chromium.ts'
import { covered, narrow, telephone } from './fingers.ts'
import { keepsPictures, look } from './look.ts'
import { serveWebApp, signIn } from './web-app.ts'

const { parts, origin, open } = await serveWebApp({ demo: true })
const ownPassword = 'quiet harbour lantern 42'
const nora = { email: 'nora@quill.example', firstName: 'Nora', lastName: 'Quill' }
const matter = 'Joint venture with Tasman Foods'
const question = 'Does exclusivity bind their affiliates?'

async function as(email: string, password: string) {
  const browser = openBrowser(parts.server)
  await browser.session()
  expect((await browser.call('POST', '/session', { email, password })).statusCode).toBe(200)
  await browser.session()
  return async <Answer>(method: 'GET' | 'POST' | 'PUT', path: string, body?: object): Promise<Answer> => {
    const answer = await browser.call(method, path, body)
    expect(answer.statusCode, answer.body).toBeLessThan(300)
    return answer.body === '' ? (undefined as Answer) : answer.json<Answer>()
  }
}

/** Fits, and can be reached and hit with a finger. Axe has seen these pages elsewhere, and pictures are for people. */
async function usable(page: Page, name: string): Promise<void> {
  expect.soft(await page.evaluate('document.documentElement.scrollWidth'), `${name}: width`).toBe(360)
  expect.soft(await page.evaluate(covered), `${name}: covered`).toEqual([])
  expect.soft(await page.evaluate(narrow), `${name}: narrow`).toEqual([])
  await page.evaluate('scrollTo(0, 0)')
  if (keepsPictures) await look(page, `firm-${name}`)
}

describe.skipIf(!chromiumPath())('a law firm on a telephone', () => {
  test('goes from the invitation to a task that is done', async () => {
    const asAdmin = await as('admin@harbour.example', 'chancery-demo')
    await asAdmin('POST', '/v2/organizations', { name: 'Quill Law', administrator: nora })
    const { items } = await asAdmin<{ items: { user: { id: string } }[] }>(
      'GET',
      `/v2/firmInvitations?$filter=User/Email eq '${nora.email}'`,
    )
    const id = items[0]?.user.id ?? ''
    const page = await open(telephone)
    const [mail] = await mailsTo(parts.app, { email: nora.email })
    await page.goto(/http\S+/.exec(mail?.body ?? '')?.[0] ?? '')
    await page.getByLabel('New password').fill(ownPassword)
    await usable(page, 'password')
    await look(page, 'choose-password')
    await page.getByRole('button', { name: 'Save the password' }).tap()
    await page.getByRole('link', { name: 'Sign in' }).waitFor()
    // who has joined can be given work
    const asCounsel = await as('counsel@harbour.example', 'chancery-demo')
    const found = await asCounsel<{ items: { id: number }[] }>(
      'GET',
      `/v2/matters?$filter=Name eq '${matter}'`,
    )
    const path = `/v2/matters/${found.items[0]?.id}`
    await asCounsel('PUT', `${path}/members/${id}`, { roles: ['Member'] })
    await asCounsel('POST', `${path}/conversation`, { text: question })
    await asCounsel('POST', `${path}/tasks`, { name: 'Mark up the exclusivity clause', assignee: { id } })

    await page.getByRole('link', { name: 'Sign in' }).tap()
    await signIn(page, nora.email, ownPassword)
    await page.getByRole('link', { name: 'Mark up the exclusivity clause' }).waitFor()
    await usable(page, 'home')

    await page.goto(`${origin}/#/matters`)
    await page.getByRole('link', { name: matter }).tap()
    await page.getByRole('heading', { name: matter }).waitFor()
    await usable(page, 'matter')
    await page.getByRole('tab', { name: /^Messages/ }).tap()
    await page.getByText(question).waitFor()
    await page.getByRole('textbox', { name: 'Write a message' }).fill('Only those that it controls.')
    await usable(page, 'message')
    await page.getByRole('button', { name: 'Send' }).tap()
    await page.getByRole('listitem').getByText('Only those that it controls.').waitFor()
    await page.getByRole('button', { name: 'Menu' }).tap()
    await page.getByRole('link', { name: 'Home', exact: true }).tap()
    await page.getByRole('button', { name: 'Done: Mark up the exclusivity clause' }).tap()
    await page.getByText('Nothing is waiting for you.').waitFor()
    await usable(page, 'done')
  })
})
