// Keys of calls whose answer was lost.
import { beforeEach, expect, test, vi } from 'vitest'
import { forgetAnswered, keyFor, newKey, rememberUnanswered } from './repetition.ts'

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('window', {
    sessionStorage: {
      getItem: (name: string) => kept.get(name) ?? null,
      setItem: (name: string, value: string) => kept.set(name, value),
    },
  })
})

test('an equal call without an answer gets its key again, until it is answered', () => {
  const key = keyFor('/v2/matters {"name":"Lease"}')
  rememberUnanswered('/v2/matters {"name":"Lease"}', key)
  expect(keyFor('/v2/matters {"name":"Lease"}')).toBe(key)
  expect(keyFor('/v2/matters {"name":"Leases"}')).not.toBe(key)
  forgetAnswered('/v2/matters {"name":"Lease"}')
  expect(keyFor('/v2/matters {"name":"Lease"}')).not.toBe(key)
})

test('a key has the form of a UUID and is another one each time', () => {
  expect(newKey()).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  expect(newKey()).not.toBe(newKey())
})
