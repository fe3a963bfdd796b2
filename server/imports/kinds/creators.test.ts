// Who created what is imported: the person of the other system, also one who has left, and not who imports.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { importWorld } from '../../../test/fixtures/import-world.ts'
import { useTestApp } from '../../../test/test-app.ts'

const parts = useTestApp()

type World = Awaited<ReturnType<typeof importWorld>>

async function run({ imports }: World, kind: string, table: string, files?: Record<string, string>) {
  const { id } = await imports.send(kind, table)
  if (files) await imports.addZip(id, files)
  await imports.work(id)
  expect(await imports.act(id, 'check'), kind).toMatchObject({ state: 'Checked', wrong: 0 })
  expect(await imports.act(id, 'run'), kind).toMatchObject({ state: 'Done', skipped: 0 })
}

test('matters, contracts, tasks and files have the creator of their rows, and the history names both [X-22]', async () => {
  const world = await importWorld(parts)
  const { organisationId, caller } = world
  await run(world, 'people', 'E-mail,First name,Last name,Status\nolga@c.example,Olga,Neri,Left')
  const matters =
    'Number,Title,Type,Created by,Files\nM-1,Lease,Disputes,olga@c.example,a.txt\nM-2,Rent,Disputes,,'
  await run(world, 'matters', matters, { 'a.txt': 'a' })
  const contracts = 'Title,Type,File,Created by\nSupply,Mutual NDA,s.pdf,olga@c.example'
  await run(world, 'contracts', contracts, { 's.pdf': '%PDF-1.4 s' })
  await run(world, 'tasks', 'Matter,Task,Created by\nM-1,Send,olga@c.example')
  const { rows } = await sql<{ what: string; email: string }>`
    select t.what, u.email from (
      select name as what, created_by from matters where organisation_id = ${organisationId}
      union all select name, created_by from contracts where organisation_id = ${organisationId}
      union all select name, created_by from tasks where organisation_id = ${organisationId}
      union all select name, created_by from files where organisation_id = ${organisationId}
      union all select name || ' 1', created_by from file_versions where organisation_id = ${organisationId}) t
    join users u on u.id = t.created_by where t.what <> 'Rent' order by t.what`.execute(parts.app.db)
  expect(rows.map(({ what, email }) => [what, email])).toEqual(
    ['Lease', 'Send', 'Supply', 'a.txt', 'a.txt 1', 's.pdf', 's.pdf 1'].map((what) => [
      what,
      'olga@c.example',
    ]),
  )
  const list = (await caller.get('/v2/matters?$orderby=Id')).json<{ items: { id: number }[] }>().items
  const created = async (id: number | undefined) => {
    const { items } = (await caller.get(`/v2/matters/${id}/history?$top=200`)).json<{
      items: { action: string; changes: { property: string; label: string; to: unknown }[] }[]
    }>()
    return items.find(({ action }) => action === 'matter.created')?.changes
  }
  expect(await created(list[0]?.id)).toContainEqual(
    expect.objectContaining({
      label: 'Created before the import by',
      to: expect.objectContaining({ name: 'Olga Neri' }),
    }),
  )
  expect((await created(list[1]?.id))?.some(({ property }) => property === 'formerCreator')).toBe(false)
})

test('a creator whom nobody knows is a problem of the row [X-22]', async () => {
  const { imports } = await importWorld(parts)
  const { id } = await imports.send('matters', 'Title,Type,Created by\nLease,Disputes,nobody@c.example')
  expect(await imports.act(id, 'check')).toMatchObject({ wrong: 1 })
  expect(await imports.problems(id)).toMatchObject([
    {
      property: 'createdBy',
      found: 'nobody@c.example',
      problem: expect.stringContaining('must be the e-mail'),
    },
  ])
})
