// The library of clauses through v2: versions, which of them is used, lists, and what is refused.
import { beforeEach, expect, test } from 'vitest'
import { createOrganisation, createUser } from '../../../../test/factories.ts'
import { clauseContent } from '../../../../test/fixtures/clauses.ts'
import type { Caller } from '../../../../test/http.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { callerFor } from '../../../../test/tokens.ts'

const parts = useTestApp()

let organisationId: number
let caller: Caller
beforeEach(async () => {
  ;({ id: organisationId } = await createOrganisation(parts.app))
  caller = await callerFor(parts, await createUser(parts.app, { organisationId, role: 'Administrator' }))
})

interface Clause {
  readonly id: number
  readonly key: string
  readonly state: string
  readonly text: string
  readonly approvedVersion: number | null
  readonly versions: readonly { readonly version: number; readonly reason: string }[]
}

const add = async (more: object = {}) => {
  const body = { title: 'Limitation of liability', category: 'Liability', ...clauseContent(), ...more }
  const answer = await caller.post('/v2/clauses', body)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json<Clause>()
}

const read = async (id: number) => (await caller.get(`/v2/clauses/${id}`)).json<Clause>()
const send = async (id: number, what: string, body: object = {}) => {
  const answer = await caller.post(`/v2/clauses/${id}/${what}`, body)
  return answer.statusCode
}

test('a clause is a draft until a version of it is approved; versions keep their reason [C-395]', async () => {
  const added = await add()
  expect(added).toMatchObject({
    key: 'limitation-of-liability',
    state: 'Draft',
    category: 'Liability',
    approvedVersion: null,
    alternativeCount: 1,
    fallbackCount: 1,
    owner: { id: expect.any(String) },
    versions: [{ version: 1, ...clauseContent(), reason: 'First version.', approved: null }],
    can: { change: true },
  })
  expect(await send(added.id, 'approve', { version: 1 })).toBe(200)
  const text = 'Liability is limited to the fees paid.'
  const versions = `versions`
  expect(await send(added.id, versions, { ...clauseContent({ text }), reason: 'Shorter' })).toBe(201)
  expect(await read(added.id)).toMatchObject({
    state: 'Approved',
    text: clauseContent().text,
    latestVersion: 2,
    approvedVersion: 1,
    versions: [
      { version: 2, text, reason: 'Shorter', approved: null },
      { version: 1, approved: { dateUtc: '2026-03-02T09:00:00.000Z' } },
    ],
  })
  expect(await send(added.id, 'approve', { version: 2 })).toBe(200)
  expect(await read(added.id)).toMatchObject({ text, approvedVersion: 2 })
  // and back
  expect(await send(added.id, 'approve', { version: 1 })).toBe(200)
  expect(await read(added.id)).toMatchObject({ text: clauseContent().text, approvedVersion: 1 })
  const { items } = (await caller.get("/v2/history?$filter=startswith(Action,'clause.')")).json<{
    items: { action: string }[]
  }>()
  expect(items.map(({ action }) => action)).toEqual([
    'clause.approved',
    'clause.approved',
    'clause.updated',
    'clause.approved',
    'clause.created',
  ])
})

test('what is wrong with a clause is named, and nothing is kept [C-396]', async () => {
  const base = { title: 'Law', category: 'Law', text: 'The law of Norway applies.' }
  const alternative = { name: 'English', whenToUse: 'In England.', text: 'The law of England applies.' }
  const wrong: readonly [object, string][] = [
    [{ ...base, title: '' }, 'title'],
    [{ ...base, category: undefined }, 'category'],
    [{ ...base, text: ' ' }, 'text'],
    [{ ...base, text: 'a\u0007' }, 'text'],
    [{ ...base, text: 'x'.repeat(20_001) }, 'text'],
    [{ ...base, key: 'Not So' }, 'key'],
    [{ ...base, title: '???' }, 'key'],
    [{ ...base, alternatives: [alternative, { ...alternative, name: 'english!' }] }, 'alternatives[1].name'],
    [{ ...base, alternatives: [{ ...alternative, name: '{x}' }] }, 'alternatives[0].name'],
    [{ ...base, alternatives: [{ ...alternative, text: 5 }] }, 'alternatives[0].text'],
    [{ ...base, alternatives: Array.from({ length: 21 }, () => alternative) }, 'alternatives'],
    [{ ...base, alternatives: ['x'] }, 'alternatives[0].text'],
    [{ ...base, fallbacks: [{ text: '' }] }, 'fallbacks[0].text'],
    [{ ...base, walkAway: 'never' }, 'walkAway.text'],
    [{ ...base, owner: { id: '5d7c1b1e-0f53-4c0e-9f38-8f9d2c1b7a10' } }, 'owner'],
    [{ ...base, colour: 'red' }, 'colour'],
  ]
  for (const [body, name] of wrong) {
    const answer = await caller.post('/v2/clauses', body)
    expect([answer.statusCode, Object.keys(answer.json<{ errors: object }>().errors)]).toEqual([400, [name]])
  }
  expect((await caller.get('/v2/clauses')).json()).toMatchObject({ items: [] })
  await add({ title: 'Law' })
  const same = await caller.post('/v2/clauses', { ...base, key: 'l-a-w' })
  expect([same.statusCode, same.json<{ detail: string }>().detail]).toEqual([
    409,
    'There is a clause with the key l-a-w already. Give this one another key.',
  ])
})

test('a version says something new, of the version that was read [C-397]', async () => {
  const { id } = await add()
  const url = `/v2/clauses/${id}`
  const same = { ...clauseContent(), reason: 'Again' }
  expect(await send(id, 'versions', same)).toBe(409)
  expect(await send(id, 'versions', clauseContent({ text: 'Other' }))).toBe(400)
  expect(await send(id, 'approve', { version: 2 })).toBe(400)
  expect(await send(id, 'approve', { version: '1' })).toBe(400)
  const etag = String((await caller.get(url)).headers.etag)
  const ifMatch = { headers: { 'if-match': etag } }
  expect((await caller.patch(url, { title: 'Liability' }, ifMatch)).statusCode).toBe(204)
  expect((await caller.patch(url, { title: 'Cap' }, ifMatch)).statusCode).toBe(412)
  const late = { ...clauseContent({ text: 'Other' }), reason: 'Late' }
  expect((await caller.post(`${url}/versions`, late, ifMatch)).statusCode).toBe(412)
  expect(await read(id)).toMatchObject({
    title: 'Liability',
    key: 'limitation-of-liability',
    latestVersion: 1,
  })
})

test('a clause is retired and restored; a draft is deleted [C-398]', async () => {
  const [used, draft] = [await add(), await add({ title: 'Draft' })]
  await send(used.id, 'approve', { version: 1 })
  expect((await caller.delete(`/v2/clauses/${used.id}`)).statusCode).toBe(409)
  expect((await caller.delete(`/v2/clauses/${draft.id}`)).statusCode).toBe(204)
  expect((await caller.get(`/v2/clauses/${draft.id}`)).statusCode).toBe(404)
  expect(await send(used.id, 'retire')).toBe(204)
  expect(await read(used.id)).toMatchObject({ state: 'Retired', approvedVersion: 1 })
  expect(await send(used.id, 'versions', { ...clauseContent({ text: 'New' }), reason: 'New' })).toBe(409)
  expect(await send(used.id, 'approve', { version: 1 })).toBe(409)
  expect((await caller.get('/v2/clauses/categories')).json()).toEqual({ items: [] })
  expect(await send(used.id, 'restore')).toBe(204)
  expect(await read(used.id)).toMatchObject({ state: 'Approved' })
})

test('clauses are filtered, searched and sorted [C-399]', async () => {
  const law = await add({ title: 'Governing law', category: 'Law', text: 'Norwegian law applies.' })
  await add()
  await send(law.id, 'approve', { version: 1 })
  const titles = async (query: string) => {
    const answer = await caller.get(`/v2/clauses?${query}`)
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json<{ items: { title: string }[] }>().items.map(({ title }) => title)
  }
  expect(await titles('')).toEqual(['Governing law', 'Limitation of liability'])
  expect(await titles("$filter=State eq 'Draft'")).toEqual(['Limitation of liability'])
  expect(await titles("$filter=contains(tolower(Text),'norwegian')")).toEqual(['Governing law'])
  expect(await titles("$filter=Category eq 'Law'")).toEqual(['Governing law'])
  expect(await titles('$orderby=Title desc')).toEqual(['Limitation of liability', 'Governing law'])
  expect((await caller.get('/v2/clauses/categories')).json()).toEqual({
    items: [
      { name: 'Law', count: 1 },
      { name: 'Liability', count: 1 },
    ],
  })
})

test('colleagues read the library and do not change it; another organisation has its own [C-400]', async () => {
  const { id } = await add()
  const colleague = await callerFor(parts, await createUser(parts.app, { organisationId }))
  const answer = await colleague.get(`/v2/clauses/${id}`)
  expect([answer.statusCode, answer.json()]).toMatchObject([200, { can: { change: false } }])
  expect((await colleague.post(`/v2/clauses/${id}/approve`, { version: 1 })).statusCode).toBe(403)
  const { id: firm } = await createOrganisation(parts.app)
  const lawyer = await callerFor(
    parts,
    await createUser(parts.app, { organisationId: firm, role: 'Administrator' }),
  )
  expect((await lawyer.get('/v2/clauses')).json()).toMatchObject({ items: [] })
  expect((await lawyer.get(`/v2/clauses/${id}`)).statusCode).toBe(404)
  expect((await lawyer.post(`/v2/clauses/${id}/approve`, { version: 1 })).statusCode).toBe(404)
})
