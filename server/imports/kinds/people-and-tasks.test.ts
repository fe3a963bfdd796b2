// What rows of people and tasks bring, and what is said of those that are wrong.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createUser } from '../../../test/factories.ts'
import { importWorld } from '../../../test/fixtures/import-world.ts'
import { importsOf } from '../../../test/fixtures/imports.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'
import { permissions } from '../../platform/actor.ts'

const parts = useTestApp()

test('people get roles of the organisation, a department and teams; tasks go below others in any order [X-15]', async () => {
  const { organisationId, caller, imports } = await importWorld(parts)
  expect((await caller.post('/v2/departments', { name: 'Sales' })).statusCode).toBe(201)
  const made = await caller.post('/v2/customRoles', {
    name: 'Paralegal',
    role: 'Contributor',
    permissions: ['CreateMatters'],
  })
  expect(made.statusCode, made.body).toBe(201)
  const run = async (kind: string, table: string) => {
    const { id } = await imports.send(kind, table)
    await imports.act(id, 'check')
    expect(await imports.problems(id)).toEqual([])
    return imports.act(id, 'run')
  }
  await run('teams', 'Team\nCommercial\nLitigation')
  const people = await run(
    'people',
    'E-mail,First name,Last name,Role,Department,Teams\npia@q.example,Pia,Holm,paralegal,sales,Commercial; Litigation\nben@q.example,Ben,Ode,In-house legal,,',
  )
  const { items } = (await caller.get(`/v2/users?$filter=Email eq 'pia@q.example'`)).json()
  expect(items).toMatchObject([
    { role: 'Contributor', customRole: { name: 'Paralegal' }, department: { name: 'Sales' } },
  ])
  const rights = await caller.get(`/v2/users/${items[0].id}/rights`)
  expect(rights.json()).toMatchObject({ permissions: ['CreateMatters'] })
  const teams = await caller.get('/v2/teams?$orderby=Name')
  expect(teams.json()).toMatchObject({ items: [{ members: { count: 1 } }, { members: { count: 1 } }] })

  await run('matters', 'Number,Title,Type\nM-1,Lease,Disputes\nM-2,Rent,Disputes')
  const tasks = await run(
    'tasks',
    'Matter,Task,Parent task\nM-1,Draft,Claim\nM-1,Claim,\nM-2,Claim,\nM-2,Serve,Claim\nM-2,Serve,',
  )
  expect(tasks).toMatchObject({ made: 5 })
  const { rows } = await sql<{ matter: string; name: string; parent: string | null }>`
    select m.external_id as matter, t.name, p.name as parent from tasks t join matters m on m.id = t.matter_id
      and m.organisation_id = t.organisation_id
    left join tasks p on p.organisation_id = t.organisation_id and p.id = t.parent_id and p.matter_id = t.matter_id
    where t.organisation_id = ${organisationId} order by 1, 2, 3 nulls first`.execute(parts.app.db)
  expect(rows).toEqual([
    { matter: 'M-1', name: 'Claim', parent: null },
    { matter: 'M-1', name: 'Draft', parent: 'Claim' },
    { matter: 'M-2', name: 'Claim', parent: null },
    { matter: 'M-2', name: 'Serve', parent: null },
    { matter: 'M-2', name: 'Serve', parent: 'Claim' },
  ])
  // below what was here before; wrong ones are named
  const more = await imports.send(
    'tasks',
    'Matter,Task,Parent task\nM-1,Send,Claim\nM-1,File,Nothing\nM-2,Ask,Serve\nM-2,Again,Loop\nM-2,Loop,Again',
  )
  await imports.act(more.id, 'check')
  expect(
    (await imports.problems(more.id)).map(({ rows, problem }) => [...rows, problem.slice(0, 44)]),
  ).toEqual([
    [3, 'Parent task must be the name of one other ta'],
    [4, 'Parent task must be the name of one other ta'],
    [5, 'Parent task must not lead back to the row it'],
    [6, 'Parent task is a row that has a problem itse'],
  ])
  expect(await imports.act(tasks.id, 'undo')).toMatchObject({ undone: 5 })
  expect(await imports.act(people.id, 'undo')).toMatchObject({ undone: 2 })
})

test('an administrator who may not change a record is told who can, and what could be meant [X-2]', async () => {
  const { organisationId, imports } = await importWorld(parts)
  const colleague = await createUser(parts.app, { organisationId, firstName: 'Ana', lastName: 'Prior' })
  const admin = await createUser(parts.app, { organisationId, role: 'Administrator', permissions })
  const own = importsOf(parts.app, organisationId, await callerFor(parts, admin))
  const problemsOf = async (of: typeof own, kind: string, table: string) => {
    const { id } = await of.send(kind, table)
    await of.act(id, 'check')
    return of.problems(id)
  }
  const { id } = await imports.send(
    'matters',
    `Number,Title,Type,Owner,Restricted\nM-1,Lease,Disputes,${colleague.email},yes`,
  )
  await imports.act(id, 'check')
  await imports.act(id, 'run')
  expect(await problemsOf(own, 'tasks', 'Matter,Task\nM-1,Draft')).toMatchObject([
    {
      property: 'matter',
      problem: expect.stringMatching(
        /^Matter is there, but .* in the group Matter administrators can import this/,
      ),
    },
  ])
  expect(await problemsOf(imports, 'matters', 'Title,Type,Owner\nRent,Nope,Ana Pryor')).toMatchObject([
    { property: 'owner', suggestions: [colleague.email] },
    {
      property: 'type',
      suggestions: ['Disputes'],
      problem: 'Type must be the name of a matter type. Such as: Disputes.',
    },
  ])
})
