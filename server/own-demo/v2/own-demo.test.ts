// v2 of demo data: it comes as a whole, goes as a whole, and touches nothing of the organisation's own.
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { createOrganisation, createUser } from '../../../test/factories.ts'
import { insertMatter } from '../../../test/fixtures/matters.ts'
import { storedIn } from '../../../test/fixtures/files.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'

const path = '/v2/demoData'
const parts = useTestApp()
const production = useTestApp({
  CHANCERY_ENVIRONMENT: 'production',
  CHANCERY_PUBLIC_URL: 'https://legal.example',
})

async function setUp(on = parts) {
  const { id: organisationId } = await createOrganisation(on.app)
  const admin = await createUser(on.app, { organisationId, role: 'Administrator' })
  return { organisationId, admin, caller: await callerFor(on, admin) }
}

/** How many rows each table has of the organisation; what happened, and what remembers it, is not counted. */
async function rowsOf(organisationId: number): Promise<Readonly<Record<string, number>>> {
  const { rows } = await sql<{ name: string; count: number }>`
    select c.relname as name, (xpath('/row/n/text()', query_to_xml(format(
      'select count(*) as n from %I where organisation_id = %s', c.relname, ${sql.lit(organisationId)}), false, true, '')))[1]::text::int as count
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'organisation_id'
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`.execute(
    parts.app.db,
  )
  // fields and teams are marked as deleted; standard numbers go on
  const remembered = new Set([
    'matter_numbers',
    'events',
    'record_counts',
    'idempotency_keys',
    'form_versions',
    'fields',
    'teams',
  ])
  return Object.fromEntries(
    rows
      .filter(({ name, count }) => count > 0 && !remembered.has(name))
      .map(({ name, count }) => [name, count]),
  )
}

const shown = async (caller: Awaited<ReturnType<typeof setUp>>['caller'], list: string) =>
  (await caller.get(`/v2/${list}?$count=true&$top=100`)).json<{ count: number; items: { name: string }[] }>()

describe('demo data', () => {
  test('comes as a whole, silently, and goes as a whole [T-12]', async () => {
    const { organisationId, caller } = await setUp()
    const before = await rowsOf(organisationId)
    expect((await caller.get(path)).json()).toEqual({
      there: false,
      possible: true,
      takenAt: null,
      people: 0,
      matters: 0,
      contracts: 0,
    })
    const files = (await storedIn(parts.app)).length
    const taken = await caller.post(path)
    expect(taken.statusCode, taken.body).toBe(200)
    expect(taken.json()).toMatchObject({ there: true, possible: false, people: 6, matters: 6, contracts: 8 })
    expect((await shown(caller, 'matters')).count).toBe(6)
    expect((await shown(caller, 'contracts')).count).toBe(8)
    expect((await shown(caller, 'tasks')).count).toBe(6)
    const { rows: told } = await sql<{ n: number }>`select
      (select count(*)::int from event_dispatches where organisation_id = ${organisationId})
      + (select count(*)::int from outbox_mails where organisation_id = ${organisationId})
      + (select count(*)::int from notification_dispatches where organisation_id = ${organisationId}) as n`.execute(
      parts.app.db,
    )
    expect(told).toEqual([{ n: 0 }])
    expect((await caller.post(path)).statusCode).toBe(409)

    const removed = await caller.delete(path)
    expect(removed.statusCode, removed.body).toBe(200)
    expect(removed.json()).toEqual({ kept: [] })
    expect(await rowsOf(organisationId)).toEqual(before)
    expect(await storedIn(parts.app)).toHaveLength(files)
    expect((await caller.delete(path)).statusCode).toBe(404)
    // and again, with the same numbers and addresses
    expect((await caller.post(path)).statusCode).toBe(200)
  })

  test('takes what was added to it, and leaves what is the organisation’s own [T-12]', async () => {
    const { organisationId, admin, caller } = await setUp()
    expect((await caller.post(path)).statusCode).toBe(200)
    const matters = await caller.get('/v2/matters?$top=100')
    const all = matters.json<{ items: { id: number; name: string; category: { id: number } }[] }>().items
    const [touched, binned] = all
    const messages = `/v2/matters/${touched?.id ?? 0}/statusMessages`
    const message = await caller.post(messages, { message: 'We tried this.' })
    expect(message.statusCode, message.body).toBe(201)
    expect((await caller.delete(`/v2/matters/${binned?.id ?? 0}`)).statusCode).toBe(204)
    const users = (await caller.get('/v2/users?$top=100')).json<{ items: { id: string; email: string }[] }>()
    const mara = users.items.find(({ email }) => email.startsWith('mara@'))
    const own = await insertMatter(parts.app, { owner: admin, values: { manager_id: mara?.id ?? '' } })
    const removed = await caller.delete(path)
    expect(removed.statusCode, removed.body).toBe(200)
    const { kept } = removed.json<{ kept: { name: string; because: string }[] }>()
    expect(kept.map(({ name }) => name)).toEqual([`mara@demo-${organisationId}.example`])
    expect((await shown(caller, 'matters')).items.map(({ name }) => name)).toHaveLength(1)
    expect((await caller.get(`/v2/matters/${own}`)).statusCode).toBe(200)
    expect((await caller.get(`/v2/users/${mara?.id ?? ''}`)).json()).toMatchObject({ status: 'Disabled' })
    expect((await caller.get(path)).json()).toMatchObject({ there: false })
  })

  test('stays whole while a record of it is under a legal hold [T-12]', async () => {
    const { caller } = await setUp()
    expect((await caller.post(path)).statusCode).toBe(200)
    const [first] = (await caller.get('/v2/contracts?$top=1')).json<{ items: { id: number }[] }>().items
    const hold = `/v2/contracts/${first?.id ?? 0}/hold`
    expect((await caller.put(hold, { reason: 'Case 7' })).statusCode).toBeLessThan(300)
    expect((await caller.delete(path)).statusCode).toBe(409)
    expect((await caller.get(path)).json()).toMatchObject({ people: 6, matters: 6, contracts: 8 })
    expect((await caller.delete(hold)).statusCode).toBeLessThan(300)
    expect((await caller.delete(path)).json()).toEqual({ kept: [] })
  })

  test('comes into an organisation of production only while it has no records [T-12]', async () => {
    const [{ admin, caller }, other] = [await setUp(production), await setUp(production)]
    await insertMatter(production.app, { owner: admin })
    expect((await caller.get(path)).json()).toMatchObject({ possible: false })
    expect((await caller.post(path)).statusCode).toBe(409)
    expect((await other.caller.post(path)).json()).toMatchObject({ there: true, matters: 6 })
  })
})
