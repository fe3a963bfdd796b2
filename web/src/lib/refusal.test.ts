// Errors from problem details, and from answers without them.
import { expect, test } from 'vitest'
import { otherErrors, fieldError, hasStatus, Refusal, readRefusal } from './refusal.ts'

test('problem details give message, reference and waiting time', async () => {
  const refusal = await readRefusal(
    new Response(JSON.stringify({ title: 'Too many', detail: 'Too many attempts', operationId: 'op-1' }), {
      status: 429,
      headers: { 'content-type': 'application/problem+json; charset=utf-8', 'retry-after': '60' },
    }),
  )
  expect(refusal).toMatchObject({
    status: 429,
    message: 'Too many attempts',
    operationId: 'op-1',
    retryAfter: '60',
  })
  expect(hasStatus(refusal, 429)).toBe(true)
  expect(hasStatus(new Error('429'), 429)).toBe(false)
})

test.each([
  ['a page of a proxy', '<html>', 'text/html'],
  ['a broken body', '{', 'application/problem+json'],
])('an answer without problem details still gives a message: %s', async (_, body, type) => {
  const refusal = await readRefusal(new Response(body, { status: 502, headers: { 'content-type': type } }))
  expect(refusal.message).toContain('502')
})

test('messages are assigned to their fields, by any name that the server uses for them', () => {
  const refusal = new Refusal(400, {
    detail: 'Told above. And more.',
    errors: {
      'redirectUris.0': ['Use https.'],
      name: ['Too long.', 'Odd letters.'],
      '/contactEmail': ['Not an address.'],
      'rates[0].from': ['Too late.'],
      other: ['Odd.', 'Told above.'],
    },
  })
  expect(fieldError(refusal, 'redirectUris')).toBe('Use https.')
  expect(fieldError(refusal, 'name')).toBe('Too long. Odd letters.')
  expect(fieldError(refusal, 'contactEmail')).toBe('Not an address.')
  expect(fieldError(refusal, 'rates[0].from')).toBe('Too late.')
  expect(fieldError(refusal, 'rates[1].from')).toBeUndefined()
  expect(fieldError(refusal, 'rates')).toBe('Too late.')
  expect(fieldError(refusal, 'confidential')).toBeUndefined()
  expect(otherErrors(refusal, ['name', 'redirectUris', 'contactEmail', 'rates[0].from'])).toEqual(['Odd.'])
})
