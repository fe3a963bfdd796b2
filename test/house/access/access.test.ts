// Access to every non-public route: called by an anonymous caller, an outsider, a colleague without the right and
// somebody who may only read; each refusal changes no row, and with exactly the same call the owner succeeds. A route
// without a case fails.
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { useTestApp } from '../../test-app.ts'
import { type Call, type CompleteCase, type ExpectedOutcome, requestOf, successOf } from './case.ts'
import { cases } from './cases.ts'
import { writesSoFar } from './rows.ts'
import { type Answer, createWorld, type Role, type World } from './world.ts'

const parts = useTestApp()
let ours: World
let theirs: World
const success = (each: CompleteCase) => successOf(each, parts.server)
beforeAll(async () => {
  ours = await createWorld(parts.app, parts.server)
  theirs = await createWorld(parts.app, parts.server)
})

test('every route that is not public has exactly one case, and every case is of an existing route [P-20]', () => {
  const routes = parts.server.routeTable.filter(({ access }) => access !== 'public')
  expect(cases.map(({ route }) => route).sort()).toEqual(
    routes.map(({ method, path }) => `${method} ${path}`).sort(),
  )
})

test('every case that can change something has the answer to somebody who may only read [P-22]', () => {
  expect(
    cases.filter((each) => !each.route.startsWith('GET ') && !each.viewer).map(({ route }) => route),
  ).toEqual([])
})

describe.each(cases)('$route', (each) => {
  test('is refused to anonymous callers, broken tokens and people without the right; the owner succeeds [G-54, G-55, P-21]', async () => {
    const call = await each.make(ours)
    const request = requestOf(each, call)
    const before = await writesSoFar(parts.app)

    expectUnauthorized(await parts.server.inject(request), 'Bearer')
    expectUnauthorized(
      await parts.server.inject({
        ...request,
        headers: { ...request.headers, authorization: 'Bearer a.b.c' },
      }),
      'Bearer error="invalid_token"',
    )
    const others: readonly [World, Role, ExpectedOutcome | undefined][] = [
      [theirs, 'owner', each.outsider],
      [ours, 'colleague', each.colleague],
      [ours, 'viewer', each.viewer],
    ]
    for (const [world, role, fate] of others) {
      if (fate === undefined || fate === 'may') continue
      await expectFate({ each, call, world, role, fate })
    }
    expect(await writesSoFar(parts.app), 'a refused call has changed rows').toBe(before)

    const answer = await ours.send('owner', each.way ?? 'token', request)
    expect(answer.statusCode, answer.body).toBe(success(each))
    if (call.mark !== undefined) expect(answer.body).toContain(call.mark)
    if (each.route.startsWith('GET ') || each.changesNothing !== undefined) return
    expect(
      await writesSoFar(parts.app),
      'the owner changes nothing either: the refusals prove little',
    ).not.toBe(before)
  })

  const entitled = (['outsider', 'colleague', 'viewer'] as const).filter((who) => each[who] === 'may')
  test.each(entitled)('the %s may call it as well [P-22]', async (who) => {
    const [world, role] = who === 'outsider' ? ([theirs, 'owner'] as const) : ([ours, who] as const)
    const call = await each.make(ours)
    const answer = await world.send(role, each.way ?? 'token', requestOf(each, call))
    expect(answer.statusCode, answer.body).toBe(success(each))
    if (call.mark !== undefined) expect(answer.body).toContain(call.mark)
  })

  // an outsider who may call it sees all of it
  const places =
    each.outsider === 'may'
      ? []
      : [...each.route.matchAll(/:(\w+)/g)]
          .map(([, name = '']) => name)
          .filter((name) => !each.words?.includes(name) && !each.ofInstallation?.includes(name))
  test.each(places)(
    'an id of another organisation as %s is the same as an unknown id [G-35, P-23]',
    async (place) => {
      const [mine, foreign] = [await each.make(ours), await each.make(theirs)]
      const before = await writesSoFar(parts.app)
      const mixed = withParam(mine, place, foreign.params?.[place])
      const answer = await ours.send('owner', each.way ?? 'token', requestOf(each, mixed))
      const unknown = await ours.send('owner', each.way ?? 'token', requestOf(each, withUnknown(mine, place)))
      expect([403, 404]).toContain(answer.statusCode)
      if (answer.statusCode === 404) expect(bare(answer)).toEqual(bare(unknown))
      expect(await writesSoFar(parts.app)).toBe(before)
    },
  )

  if (places.length > 1 && each.unrelatedIds === undefined) {
    test('an id under another parent is the same as an unknown id [P-24]', async () => {
      const [one, other] = [await each.make(ours), await each.make(ours)]
      const before = await writesSoFar(parts.app)
      const last = places.at(-1) ?? ''
      const answer = await ours.send(
        'owner',
        each.way ?? 'token',
        requestOf(each, withParam(one, last, other.params?.[last])),
      )
      expect(answer.statusCode, answer.body).toBe(404)
      expect(await writesSoFar(parts.app)).toBe(before)
    })
  }
})

interface Refusal {
  readonly each: CompleteCase
  readonly call: Call
  readonly world: World
  readonly role: Role
  readonly fate: Exclude<ExpectedOutcome, 'may'>
}

async function expectFate({ each, call, world, role, fate }: Refusal): Promise<void> {
  const answer = await world.send(role, each.way ?? 'token', requestOf(each, call))
  const who = `${world === ours ? role : 'outsider'}: ${answer.body}`
  if (fate === 'shown nothing') {
    expect(answer.statusCode, who).toBe(success(each))
    if (call.mark === undefined) throw new Error(`${each.route} is judged by a mark: add one to the call`)
    expect(answer.body, who).not.toContain(call.mark)
    return
  }
  expect(answer.statusCode, who).toBe(fate)
  expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/)
  if (call.mark !== undefined) expect(answer.body).not.toContain(call.mark)
  if (fate !== 404) return
  const places = Object.keys(call.params ?? {}).filter((name) => !each.words?.includes(name))
  const unknown = places.reduce(withUnknown, call)
  expect(bare(answer), 'what is not visible answers like what is not there').toEqual(
    bare(await world.send(role, each.way ?? 'token', requestOf(each, unknown))),
  )
}

function expectUnauthorized(answer: Answer, challenge: string): void {
  expect(answer.statusCode, answer.body).toBe(401)
  expect(answer.headers['www-authenticate']).toBe(challenge)
  expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/)
}

function withParam(call: Call, name: string, value: string | number | undefined): Call {
  if (value === undefined) throw new Error(`The case makes no ${name}`)
  return { ...call, params: { ...call.params, [name]: value } }
}

const withUnknown = (call: Call, name: string): Call =>
  withParam(call, name, typeof call.params?.[name] === 'number' ? 2_147_483_646 : randomUUID())

/** A problem document without the parts that differ from call to call. */
function bare(answer: Answer): object {
  const { instance: _, operationId: __, ...rest } = answer.json<Record<string, unknown>>()
  return rest
}
