// Law firms through v2: their people in numbers, and the terms of engagement.
import { beforeEach, expect, test } from 'vitest'
import { createFirm, createOrganisation, createUser, linkFirm } from '../../../../test/factories.ts'
import type { Caller } from '../../../../test/http.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { callerFor } from '../../../../test/tokens.ts'

const parts = useTestApp()
const path = '/v2/lawFirms'

let organisationId: number
let firmId: number
let caller: Caller
beforeEach(async () => {
  organisationId = (await createOrganisation(parts.app)).id
  caller = await callerFor(parts, await createUser(parts.app, { organisationId, role: 'Administrator' }))
  firmId = await firmOf(organisationId, 'Ashfield Partners')
})

async function firmOf(customerId: number, name: string): Promise<number> {
  const firm = await createFirm(parts.app, customerId, name)
  return firm.id
}

interface Firm {
  readonly name: string
  readonly people: object
  readonly terms: object
}
const list = async (query = '') => (await caller.get(`${path}${query}`)).json<{ items: Firm[] }>().items
const noTerms = { agreed: null, ends: null, document: null, notes: null }
const terms = {
  agreed: '2026-01-15',
  ends: '2027-12-31',
  document: 'https://files.harbour.example/ashfield.pdf',
  notes: 'Ten per cent off the standard rates.',
}
const changes = async () =>
  (
    await parts.app.database.pool.query<{ facts: object }>(
      `select facts from events where organisation_id = $1 and name = 'organisation.terms.updated' order by id`,
      [organisationId],
    )
  ).rows.map(({ facts }) => facts)

test('administrators list their law firms with the number of people who are there, invited and gone [O-270]', async () => {
  const people = { organisationId: firmId, role: 'Administrator' } as const
  await createUser(parts.app, people)
  const [invited, left, withdrawn] = [
    await createUser(parts.app, people),
    await createUser(parts.app, people),
    await createUser(parts.app, people),
  ]
  const set = (id: string, status: string, joined: boolean) =>
    parts.app.database.pool.query('update users set status = $2, joined = $3 where id = $1', [
      id,
      status,
      joined,
    ])
  await set(invited.id, 'Invited', false)
  await set(left.id, 'Disabled', true)
  await set(withdrawn.id, 'Disabled', false)
  const elsewhere = await createOrganisation(parts.app)
  await firmOf(elsewhere.id, 'Somebody else’s firm')
  expect(await list()).toEqual([
    {
      id: firmId,
      name: 'Ashfield Partners',
      linked: { dateUtc: expect.any(String) },
      people: { active: 1, invited: 1, left: 1 },
      country: null,
      terms: noTerms,
    },
  ])
  expect(await list(`?$filter=contains(Name,'field') and People/Invited gt 0`)).toHaveLength(1)
  expect(await list(`?$filter=contains(Name,'nobody')`)).toEqual([])
  const colleague = await callerFor(parts, await createUser(parts.app, { organisationId }))
  expect((await colleague.get(path)).statusCode).toBe(403)
  const ofFirm = await callerFor(parts, await createUser(parts.app, people))
  expect((await ofFirm.get(path)).json()).toMatchObject({ items: [] })
})

test('terms of engagement are set, kept where absent, cleared by null, and in the history [O-271]', async () => {
  const at = `${path}/${firmId}`
  const first = await caller.get(at)
  expect((await caller.patch(at, { terms })).statusCode).toBe(204)
  expect((await caller.get(at)).json()).toMatchObject({ id: firmId, terms })
  const stale = await caller.patch(
    at,
    { terms: { notes: 'Late' } },
    { headers: { 'if-match': String(first.headers.etag) } },
  )
  expect(stale.statusCode).toBe(412)
  expect((await caller.patch(at, { terms: { ends: null } })).statusCode).toBe(204)
  expect((await caller.patch(at, { terms: { ends: null } })).statusCode).toBe(204)
  expect((await caller.get(at)).json<Firm>().terms).toEqual({ ...terms, ends: null })
  expect(await changes()).toMatchObject([
    { firm: 'Ashfield Partners', changed: { termsEnd: { from: null, to: '2027-12-31' } } },
    { changed: { termsEnd: { from: '2027-12-31', to: null } } },
  ])

  expect((await caller.delete(`/v2/organizationLinks/${firmId}`)).statusCode).toBe(204)
  expect((await caller.get(at)).statusCode).toBe(404)
  expect((await caller.patch(at, { terms: noTerms })).statusCode).toBe(404)
  await linkFirm(parts.app, organisationId, firmId)
  expect((await caller.get(at)).json<Firm>().terms).toEqual({ ...terms, ends: null })
})

test('the country of a firm is kept beside the terms, filtered by, and in the history [I-271]', async () => {
  const at = `${path}/${firmId}`
  expect((await caller.patch(at, { country: 'nz' })).statusCode).toBe(204)
  expect((await caller.patch(at, { terms: { notes: 'Ten per cent.' } })).statusCode).toBe(204)
  expect((await caller.get(at)).json()).toMatchObject({ country: 'NZ', terms: { notes: 'Ten per cent.' } })
  expect(await list(`?$filter=Country eq 'NZ'&$orderby=Country`)).toHaveLength(1)
  for (const country of ['N', '12', 'NZL', 7]) {
    const refused = await caller.patch(at, { country })
    expect([refused.statusCode, Object.keys(refused.json<{ errors: object }>().errors)]).toEqual([
      400,
      ['country'],
    ])
  }
  expect((await caller.patch(at, { country: null })).statusCode).toBe(204)
  expect(await changes()).toMatchObject([
    { changed: { firmCountry: { from: null, to: 'NZ' } } },
    { changed: { termsNotes: {} } },
    { changed: { firmCountry: { from: 'NZ', to: null } } },
  ])
})

test.each([
  [{ agreed: 'yesterday' }, 'terms.agreed'],
  [{ agreed: '2026-02-30' }, 'terms.agreed'],
  [{ agreed: '2026-02-02', ends: '2026-02-01' }, 'terms.ends'],
  [{ document: 'javascript:alert(1)' }, 'terms.document'],
  [{ document: 'Drawer 4' }, 'terms.document'],
  [{ document: `https://x.example/${'a'.repeat(2_000)}` }, 'terms.document'],
  [{ notes: 'x'.repeat(4_001) }, 'terms.notes'],
  [{ notes: 7 }, 'terms.notes'],
  [{ rates: '100' }, 'terms.rates'],
])('wrong terms are refused under their name, and nothing changes: case %# [O-271]', async (wrong, name) => {
  const refused = await caller.patch(`${path}/${firmId}`, { terms: { ...terms, ...wrong } })
  expect([refused.statusCode, Object.keys(refused.json<{ errors: object }>().errors)]).toEqual([400, [name]])
  expect((await list())[0]?.terms).toEqual(noTerms)
})
