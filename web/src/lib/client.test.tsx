import { beforeEach, describe, expect, test, vi } from 'vitest'
import { refused, serve } from '../../../test/components/server.ts'
import type { SessionUser } from './api.ts'
import { answer, client, ifMatch, loadSession } from './client.ts'
import { hasStatus } from './refusal.ts'
import { goOn, startWork } from './session-gate.ts'

const session = (csrfToken: string, id: string | null = 'ana') => ({
  user: id === null ? null : ({ id } as SessionUser),
  pending: null,
  csrfToken,
  environment: 'production',
  offline: false,
})

const addTag = (name = 'Urgent') => answer(client.POST('/v2/tags', { body: { description: name } as never }))
const status = (call: Promise<unknown>) =>
  call.then(
    () => 200,
    (error: { status?: number }) => error.status,
  )

describe('a call of the web app', () => {
  beforeEach(async () => {
    serve({ 'GET /session': () => session('token-1') })
    await loadSession()
  })

  test('has the token of the session, and a key when it creates something', async () => {
    const calls = serve({ 'POST /v2/tags': () => ({}), 'PATCH /v2/tags/1': () => ({}) })
    await addTag()
    await addTag()
    const params = { path: { tagId: 1 } }
    await client.PATCH('/v2/tags/{tagId}', { params, headers: ifMatch('"7"'), body: {} } as never)
    const [one, two, three] = calls.map(({ headers }) => headers)
    expect(one?.get('x-csrf-token')).toBe('token-1')
    expect(one?.get('idempotency-key')).toMatch(/^[\da-f-]{36}$/)
    // what was answered is another wish the next time
    expect(two?.get('idempotency-key')).not.toBe(one?.get('idempotency-key'))
    expect(three?.get('if-match')).toBe('"7"')
  })

  test.each([
    ['an error that does not say what was done', () => refused(503, {})],
    [
      'the word that it is under way',
      () => new Response(null, { status: 409, headers: { 'retry-after': '1' } }),
    ],
  ])('that is repeated after %s has the same key, so that nothing is done twice', async (_, first) => {
    const answers = [first(), Response.json({})]
    const calls = serve({ 'POST /v2/tags': () => answers.shift() })
    await status(addTag())
    await addTag()
    const [one, two] = calls.map(({ headers }) => headers.get('idempotency-key'))
    expect(two).toBe(one)
  })

  test('with a refused token is sent again with a new one, for the same person', async () => {
    const calls = serve({
      'GET /session': () => session('token-2'),
      'POST /v2/tags': ({ headers }) =>
        headers.get('x-csrf-token') === 'token-2' ? {} : refused(403, { detail: 'Wrong token.' }),
    })
    await addTag()
    expect(calls.map(({ route }) => route)).toEqual(['POST /v2/tags', 'GET /session', 'POST /v2/tags'])
  })

  test.each([
    ['somebody else', 'tomas'],
    ['nobody', null],
  ])('is never sent on behalf of another person: %s is signed in by now', async (_, id) => {
    const calls = serve({
      'GET /session': () => session('token-2', id),
      'POST /v2/tags': () => refused(403, { detail: 'Wrong token.' }),
    })
    expect(await status(addTag())).toBe(409)
    expect(calls.filter(({ route }) => route === 'POST /v2/tags')).toHaveLength(1)
  })

  test('that is refused with the same token is refused', async () => {
    serve({
      'GET /session': () => session('token-1'),
      'POST /v2/tags': () => refused(403, { detail: 'You may not.' }),
    })
    await expect(addTag()).rejects.toThrow('You may not.')
  })

  test('waits while the session has ended, and goes on once the same person has signed in again', async () => {
    startWork('ana')
    let signedIn = false
    const calls = serve({
      'GET /session': () => session('token-3', signedIn ? 'ana' : null),
      'POST /v2/tags': () => (signedIn ? {} : refused(401, {})),
    })
    const added = vi.fn()
    const call = addTag().then(added)
    await expect.poll(() => calls.length).toBe(2)
    expect(added).not.toHaveBeenCalled()
    signedIn = true
    goOn()
    await call
    expect(added).toHaveBeenCalledOnce()
  })

  test('of an amount that cannot be read is not sent', async () => {
    const calls = serve({})
    const body = { amount: Number.NaN } as never
    const error = await client.POST('/v2/tags', { body }).catch((refusal: unknown) => refusal)
    expect(hasStatus(error, 400)).toBe(true)
    expect(calls).toEqual([])
  })
})
