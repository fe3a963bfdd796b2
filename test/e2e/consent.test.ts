// The authorize address in a browser: what an integration and the person it sends here go through.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { password, passwordHash } from '../peers/browser.ts'
import { chromiumPath } from '../peers/chromium.ts'
import { createOrganisation, createUser } from '../factories.ts'
import { createClient } from '../tokens.ts'
import { absent } from './absence.ts'
import { examine } from './look.ts'
import { focused, type Receiver, signIn, startReceiver, serveWebApp } from './web-app.ts'

const { parts, origin, open, openAs } = await serveWebApp()
let receiver: Receiver
beforeAll(async () => {
  receiver = await startReceiver()
})
afterAll(() => receiver.close())

async function setUp() {
  const organisation = await createOrganisation(parts.app)
  const user = await createUser(parts.app, {
    organisationId: organisation.id,
    passwordHash: await passwordHash(),
  })
  const client = await createClient(parts.app, {
    organisationId: organisation.id,
    redirectUris: [receiver.redirectUri],
  })
  const query = `response_type=code&client_id=${client.clientId}&redirect_uri=${encodeURIComponent(receiver.redirectUri)}`
  const route = `/authorize?${query}`
  const person = { email: user.email, password }
  return { organisation, user, person, query, route, address: `${origin}/#${route}` }
}

async function cameBack(page: Page): Promise<URL> {
  await page.waitForURL(`${receiver.redirectUri}?**`)
  const { url, referrer } = receiver.requests.at(-1) ?? { url: '', referrer: undefined }
  expect(referrer).toBeUndefined()
  return new URL(url, receiver.origin)
}

describe.skipIf(!chromiumPath())('the authorize address', () => {
  test('a person signs in, sees who asks for what, allows it, and comes back with a code', async () => {
    const { organisation, user, address } = await setUp()
    const page = await open()
    await page.goto(`${address}&state=xyz`)
    await page.getByRole('heading', { name: 'Sign in to continue to Ledger Link' }).waitFor()
    await expect.poll(() => focused(page)).toBe('')
    await signIn(page, user.email, password)
    await page.getByRole('heading', { name: 'Allow Ledger Link to act for you?' }).waitFor()
    await expect.poll(() => focused(page)).toBe('Allow Ledger Link to act for you?')
    expect(await page.title()).toBe('Allow Ledger Link to act for you? · Chancery')
    const shown = await page.getByRole('main').innerText()
    for (const words of [
      organisation.name,
      'it@integration.example',
      user.name,
      user.email,
      'contracts',
      '127.0.0.1',
    ]) {
      expect(shown).toContain(words)
    }
    await examine(page, 'consent')
    await page.getByRole('button', { name: 'Allow' }).click()
    const { searchParams } = await cameBack(page)
    expect(searchParams.get('code')).toMatch(/^\S{20,}$/)
    expect(searchParams.get('state')).toBe('xyz')
  })

  test('consent is asked once, and afterwards the answer goes out by itself', async () => {
    const { person, route, address } = await setUp()
    const page = await openAs(person, route)
    await page.getByRole('button', { name: 'Allow' }).click()
    const first = await cameBack(page)
    await page.goto('about:blank')
    await page.goto(`${address}&state=again`)
    await page.waitForURL('**state=again')
    const second = await cameBack(page)
    expect(second.searchParams.get('code')).not.toBe(first.searchParams.get('code'))
  })

  test('what was allowed can be taken back, and is asked for again', async () => {
    const { person, route, address } = await setUp()
    const page = await openAs(person, route)
    await page.getByRole('button', { name: 'Allow' }).click()
    await cameBack(page)
    await page.goto(`${origin}/#/my-integrations`)
    await page.getByRole('button', { name: 'End access: Ledger Link' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'End access' }).click()
    await page.getByText('Ledger Link can no longer act for you.').waitFor()
    await expect.poll(() => focused(page)).toBe('Your integrations')
    await page.goto('about:blank')
    await page.goto(address)
    await page.getByRole('heading', { name: 'Allow Ledger Link to act for you?' }).waitFor()
  })

  test('the state comes back byte for byte', async () => {
    const { person, route, address } = await setUp()
    const page = await openAs(person, route)
    await page.getByRole('button', { name: 'Deny' }).waitFor()
    const odd = 'a%2fb%2Fc+d%20e(1)*!~%C3%A4%F0%9F%98%80%ff%00?x/y:z@w=='
    const states = [
      [odd, odd],
      // what no query can hold as it is, browser or server encode; it means the same
      ["it's#1", 'it%27s%231'],
    ] as const
    for (const [state, back] of states) {
      await page.goto('about:blank')
      await page.goto(`${address}&state=${state}`)
      await page.getByRole('button', { name: 'Deny' }).click()
      const { search, searchParams } = await cameBack(page)
      expect(searchParams.get('error')).toBe('access_denied')
      expect(search.slice(search.indexOf('&state=') + 7)).toBe(back)
    }
  })

  test('two presses are one decision', async () => {
    const { person, route } = await setUp()
    const page = await openAs(person, route)
    const decisions: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/decision')) decisions.push(request.url())
    })
    await page.getByRole('button', { name: 'Allow' }).dblclick()
    await cameBack(page)
    expect(decisions).toHaveLength(1)
  })

  test.each([
    ['client_id=abc', 'Required parameter missing from request url: redirect_uri'],
    ['redirect_uri=https%3A%2F%2Fa.example', 'Required parameter missing from request url: client_id'],
    ['', 'Required parameter missing from request url: redirect_uri'],
    ['client_id=%3Cb%3Enobody&redirect_uri=https%3A%2F%2Fa.example', 'Client is not valid: "<b>nobody"'],
  ])('%j is refused on the page, and goes nowhere', async (query, message) => {
    const page = await open()
    await page.goto(`${origin}/#/authorize?${query}`)
    await page.getByRole('alert').getByText(message, { exact: true }).waitFor()
    expect(page.url()).toBe(`${origin}/#/authorize?${query}`)
  })

  test('a library that puts its parameters in front of the # is understood', async () => {
    const { user, query } = await setUp()
    const page = await open()
    await page.goto(`${origin}/?${query}&state=%2f#/authorize`)
    await signIn(page, user.email, password)
    await page.getByRole('button', { name: 'Allow' }).click()
    expect((await cameBack(page)).search).toMatch(/&state=%2f$/)
  })

  test('another account can be used instead', async () => {
    const { organisation, user, address } = await setUp()
    const colleague = await createUser(parts.app, {
      organisationId: organisation.id,
      passwordHash: await passwordHash(),
      firstName: 'Wren',
    })
    const page = await open()
    await page.goto(address)
    await signIn(page, user.email, password)
    await page.getByText(user.email).waitFor()
    await page.getByRole('button', { name: 'Not you? Use another account' }).click()
    await signIn(page, colleague.email, password)
    await page.getByText(colleague.email).waitFor()
    await page.getByRole('button', { name: 'Allow' }).click()
    expect((await cameBack(page)).searchParams.has('code')).toBe(true)
  })

  test('a client of an outsider is not available, and the page says so', async () => {
    const { address } = await setUp()
    const { user } = await setUp()
    const page = await open()
    await page.goto(address)
    await signIn(page, user.email, password)
    await page
      .getByRole('heading', { name: 'This integration is not available to your organisation' })
      .waitFor()
    await absent(page.getByRole('button', { name: 'Allow' }))
    await page.getByRole('button', { name: /^Go back to/ }).click()
    expect((await cameBack(page)).searchParams.get('error')).toBe('access_denied')
  })

  test('a request that is no longer open says so', async () => {
    const { person, route } = await setUp()
    const page = await openAs(person, route)
    await page.getByRole('button', { name: 'Allow' }).waitFor()
    parts.clock.advance({ minutes: 61 })
    await page.reload()
    await page.getByRole('heading', { name: 'This request is no longer open' }).waitFor()
  })

  test('another site cannot show it in a frame', async () => {
    const { address } = await setUp()
    const site = await startReceiver(`<!doctype html><iframe src="${address}"></iframe>`)
    const page = await (await open()).context().browser()?.newPage()
    if (!page) throw new Error('The browser is gone')
    await page.goto(site.origin)
    await expect.poll(() => page.frames()[1]?.url()).toMatch(/^chrome-error:/)
    await site.close()
  })
})
