// The web app in a real browser against a real server, for the browser tests.
import { createServer, type Server as HttpServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { ensureWebBuilt } from '../../scripts/build-web.ts'
import { openBrowser } from '../peers/browser.ts'
import { launchChromium } from '../peers/chromium.ts'
import { freePort } from '../peers/free-port.ts'
import { type Contexts, reusedContexts } from './contexts.ts'
import { type TestApp, useTestApp } from '../test-app.ts'
import type { Network } from './network.ts'
import { watchRequests } from './page-requests.ts'
import { restAfterActs } from './rest.ts'
import { patience } from '../patience.ts'

export interface WebApp {
  readonly parts: TestApp
  /** Where the app is served, without a slash at the end. */
  readonly origin: string
  /** A browser of its own with one empty page. Whatever that page complains of fails the test. */
  open(options?: BrowserContextOptions): Promise<Page>
  /**
   * The same, where somebody has signed in before, at this place behind the #. Half of what it costs to sign in on the
   * page, for tests that are not about that.
   */
  openAs(person: Credentials, route: string, options?: BrowserContextOptions): Promise<Page>
  /** Signs somebody in on an empty page. */
  signInAs(page: Page, person: Credentials): Promise<void>
}

interface Credentials {
  readonly email: string
  readonly password: string
}

// Refusals are part of the tests; what the browser says about them is not.
const expected = /^Failed to load resource: the server responded with a status of 4\d\d/
// and so is a network that a test cuts
const cutOff = /net::ERR_(?!BLOCKED|FAILED|FILE|ABORTED)/

// Nor what it says of requests that a test stops.
const stopped = /^Failed to load resource: net::ERR_/

/**
 * Serves the app for this file's tests. A script, style or request that the content security policy stops fails them.
 * `interrupted` is for those that stop requests themselves.
 */
export async function serveWebApp({
  demo = false,
  network = undefined as Network | undefined,
  interrupted = false,
  env = {},
} = {}): Promise<WebApp> {
  await ensureWebBuilt()
  const port = await takePort()
  const origin = `http://localhost:${port}`
  const parts = useTestApp({ PORT: String(port), ...env }, { demo })
  // with a network between, the server is behind it
  const served = network ? await freePort() : port
  const complaints: string[] = []
  let contexts: Contexts | undefined
  let endConnections = () => {}

  beforeAll(async () => {
    endConnections = watchConnections(parts.server.server)
    // one address: the framework has a second server for another
    await parts.server.listen({ host: '127.0.0.1', port: served })
    await network?.connect(port, served)
    contexts = await contextsOfWorker()
  })
  afterEach(async () => {
    await contexts?.free()
    expect(complaints.splice(0)).toEqual([])
  })
  afterAll(async () => {
    await network?.cut()
    endConnections()
    releasePort(port)
  })

  async function open(options?: BrowserContextOptions): Promise<Page> {
    if (!contexts) throw new Error('There is no browser before beforeAll has run')
    const page = await contexts.newPage(origin, {
      locale: 'en-GB',
      viewport: { width: 1280, height: 800 },
      // drawing each step of a movement takes longer than the rest of the page
      reducedMotion: 'reduce',
      ...options,
    })
    page.setDefaultTimeout(patience(15))
    page.setDefaultNavigationTimeout(patience(60))
    watchRequests(page)
    if (!network && !interrupted) restAfterActs(page)
    page.on('pageerror', (error) => complaints.push(String(error.stack)))
    page.on('console', (message) => {
      const said = message.text()
      const known =
        expected.test(said) || (network && cutOff.test(said)) || (interrupted && stopped.test(said))
      if (['error', 'warning'].includes(message.type()) && !known) complaints.push(said)
    })
    return page
  }

  async function signInAs(page: Page, person: Credentials): Promise<void> {
    const browser = openBrowser(parts.server)
    await browser.session()
    const headers = { 'user-agent': await page.evaluate<string>('navigator.userAgent') }
    const answer = await browser.call('POST', '/session', { ...person }, { headers })
    expect(answer.statusCode, answer.body).toBe(200)
    await page.context().addCookies(
      [...browser.cookies].map(([name, value]) => ({
        name,
        value,
        url: origin,
        httpOnly: true,
        sameSite: 'Lax' as const,
      })),
    )
  }

  async function openAs(person: Credentials, route: string, options?: BrowserContextOptions): Promise<Page> {
    const page = await open(options)
    await signInAs(page, person)
    await page.goto(`${origin}/#${route}`)
    return page
  }

  return { parts, origin, open, openAs, signInAs }
}

// Files that run in one worker, one after the other, share a browser and an origin: what the browser has loaded and
// compiled of the app is kept by origin. The browser ends with the process.
let portOfWorker: number | undefined
let isTaken = false
let kept: Contexts | undefined

async function contextsOfWorker(): Promise<Contexts> {
  if (!kept?.browser.isConnected()) kept = reusedContexts(await launchChromium())
  return kept
}

/** The port of the worker, or another one for a file that serves the app twice. */
async function takePort(): Promise<number> {
  if (isTaken) return freePort()
  isTaken = true
  portOfWorker ??= await keptPort()
  return portOfWorker
}

function releasePort(port: number): void {
  if (port === portOfWorker) isTaken = false
}

/** A port that is free now, and that no system gives out by itself while no file listens there. */
async function keptPort(): Promise<number> {
  const [first, count] = [12_000, 16_000]
  for (let tried = 0; tried < 100; tried++) {
    const port = first + ((process.pid + tried * 257) % count)
    if (await isFree(port)) return port
  }
  throw new Error(`None of 100 ports from ${first} on is free.`)
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, 'localhost', () => server.close(() => resolve(true)))
  })

/**
 * A server that closes waits for its connections, and the browser, which outlives the file, opens some ahead of what it
 * will ask, at any time. The result ends all of them, also those that are made later.
 */
function watchConnections(server: HttpServer): () => void {
  const open = new Set<Socket>()
  let ended = false
  server.on('connection', (socket) => {
    if (ended) socket.destroy()
    else open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  return () => {
    ended = true
    for (const socket of open) socket.destroy()
  }
}

export interface Receiver {
  /** A redirect URI that leads here. */
  readonly redirectUri: string
  /** Address (path and query) and headers of each request so far. */
  readonly requests: { readonly url: string; readonly referrer: string | undefined }[]
  /** The origin this receiver serves from. */
  readonly origin: string
  close(): Promise<void>
}

/** An integration's own web server on this machine. It answers every request with this page. */
export async function startReceiver(
  html = '<!doctype html><title>Back at the client</title>',
): Promise<Receiver> {
  const requests: Receiver['requests'] = []
  const server = createServer((request, response) => {
    if (request.url !== '/favicon.ico') {
      requests.push({ url: request.url ?? '', referrer: request.headers.referer })
    }
    response.setHeader('content-type', 'text/html').end(html)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const origin = `http://127.0.0.1:${port}`
  return {
    origin,
    redirectUri: `${origin}/callback`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Fills in both steps of signing in. */
export async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email address').fill(email)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** The words of the element that has the focus. */
export const focused = (page: Page): Promise<string> =>
  page.evaluate('document.activeElement.getAttribute("aria-label") ?? document.activeElement.textContent')

/** Unfolds the administrator's part of the menu. */
export async function unfoldSettings(page: Page): Promise<void> {
  const settings = page.getByRole('button', { name: 'Settings', exact: true })
  if ((await settings.getAttribute('aria-expanded')) === 'false') await settings.click()
}

/**
 * Types into the field that gets the focus, as soon as it has it: a page moves the focus a moment after it has drawn.
 */
export async function typeInFocused(page: Page, text: string): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate('document.activeElement.matches("input") && document.activeElement.value === ""'),
    )
    .toBe(true)
  await page.keyboard.type(text)
}
