// What tests of components find before they begin: a page without what the last test drew. What React or a component
// complains of fails the test.
import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, beforeEach, expect, vi } from 'vitest'
import { whenQuiet } from '../../web/src/lib/quiet.ts'
import { forgetServer } from './server.ts'

// a page has an address, which calls are relative to; Node has none
const NodeRequest = globalThis.Request
globalThis.Request = class extends NodeRequest {
  constructor(input: RequestInfo | URL, init?: RequestInit) {
    super(typeof input === 'string' ? new URL(input, window.location.href) : input, init)
  }
}

// nothing is laid out: everything is as large as one needs it
class NoLayout {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}
vi.stubGlobal('ResizeObserver', NoLayout)
vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true })
Element.prototype.scrollIntoView = () => undefined
Element.prototype.scrollTo = () => undefined

// no verdict depends on the speed of the machine
configure({ asyncUtilTimeout: 30_000 })

const complaints: string[] = []

beforeEach(() => {
  for (const way of ['error', 'warn'] as const)
    vi.spyOn(console, way).mockImplementation((...words: unknown[]) => void complaints.push(words.join(' ')))
})

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  window.sessionStorage.clear()
  expect([...complaints.splice(0), ...forgetServer()]).toEqual([])
})

// a component may pause before it is done, and needs the page until then
afterAll(whenQuiet)
