// Whether a page still waits for an answer of the server.
import type { Page, Request } from 'playwright-core'

const unanswered = new WeakMap<Page, Set<Request>>()

/** From now on `waitsForServer` knows the page's requests. */
export function watchRequests(page: Page): void {
  const requests = new Set<Request>()
  unanswered.set(page, requests)
  page.on('request', (request) => {
    // a stream of events stays open
    if (request.resourceType() !== 'eventsource') requests.add(request)
  })
  const end = (request: Request) => void requests.delete(request)
  page.on('requestfinished', end).on('requestfailed', end)
}

/** The addresses of what it waits for. */
export const unansweredBy = (page: Page): readonly string[] =>
  [...(unanswered.get(page) ?? [])].map((request) => `${request.method()} ${request.url()}`)

/** Whether there is a request without an answer, but for streams of events. */
export const waitsForServer = (page: Page): boolean => (unanswered.get(page)?.size ?? 0) > 0
