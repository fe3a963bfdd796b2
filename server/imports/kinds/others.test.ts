// Importing what is around matters and contracts, in the order in which people move in.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { importWorld } from '../../../test/fixtures/import-world.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { jobs, runJob } from '../../operations/process/worker.ts'

const parts = useTestApp()

/** The tables of a small department, by kind. */
const tables: readonly (readonly [kind: string, table: string, made: number])[] = [
  [
    'people',
    'E-mail,First name,Last name,Role,Status\nana@q.example,Ana,Prior,InhouseLegal,\nolga@q.example,Olga,Neri,,Left',
    2,
  ],
  ['teams', 'Team,Members\nCommercial,ana@q.example', 1],
  ['options', 'Field,Label\ncourt,High Court\ncourt,Court of Appeal', 2],
  ['parties', 'Company\nZephyr Limited\nQuay Paper', 2],
  [
    'matters',
    'Number,Title,Type,Status,Owner,Manager,Team,Court,Labels\nM-1,Lease,Disputes,Active,olga@q.example,ana@q.example,Commercial,High Court,Property; Urgent appeal',
    1,
  ],
  [
    'contracts',
    'Number,Title,Type,File,Status,Owner,Matter,End date,Notice period\nC-1,Supply,Mutual NDA,supply.pdf,Executed,ana@q.example,M-1,2089-12-31,3 months',
    1,
  ],
  [
    'keyDates',
    'Contract,Name,Date,Category,Reminders\nC-1,Renewal,2020-03-01,Renewal,30;7\nC-1,Review,2090-03-01,Review,30',
    2,
  ],
  [
    'tasks',
    'Matter,Task,Due,Status\nM-1,File the claim,2020-01-31,Not started\nM-1,Send a copy,2020-02-15,Complete',
    2,
  ],
  [
    'invoices',
    'Matter,Invoice no,Date,Vendor,Net,VAT rate,Status,Paid on\nM-1,R-7,2020-02-01,Print & Co,"1,250.00",19,Paid,2020-03-01',
    1,
  ],
  [
    'invoices',
    'Matter,Invoice no,Date,Vendor,Net,VAT rate,Status,Credits invoice\nM-1,R-8,2020-03-01,Print & Co,-250.00,19,Approved,r-7',
    1,
  ],
]

type World = Awaited<ReturnType<typeof importWorld>>

async function importAll({ imports }: World): Promise<readonly number[]> {
  const ids: number[] = []
  for (const [kind, table, made] of tables) {
    const { id } = await imports.send(kind, table)
    if (kind === 'contracts') {
      await imports.addZip(id, { 'supply.pdf': 'supply' })
      await imports.work(id)
    }
    expect(await imports.act(id, 'check'), kind).toMatchObject({ state: 'Checked' })
    expect(await imports.problems(id), kind).toEqual([])
    expect(await imports.act(id, 'run'), kind).toMatchObject({ state: 'Done', made })
    ids.push(id)
  }
  return ids
}

test('a department moves in table by table, with people who have left, and nobody is notified [X-15, X-5, P-130]', async () => {
  const world = await importWorld(parts)
  const { organisationId, caller } = world
  await importAll(world)
  const items = async (path: string) =>
    (await caller.get(path)).json<{ items: Record<string, unknown>[] }>().items
  expect(await items('/v2/matters')).toMatchObject([
    {
      name: 'Lease',
      owner: { email: 'olga@q.example' },
      manager: { user: { email: 'ana@q.example' } },
      fields: { court: { label: 'High Court' } },
    },
  ])
  expect(await items('/v2/contracts')).toMatchObject([{ name: 'Supply', status: 'Executed' }])
  expect(await items('/v2/keyDates?$orderby=Date')).toMatchObject([
    { name: 'Renewal' },
    { name: 'Notice', date: '2089-09-30' },
    { name: 'Review' },
  ])
  const [matter] = await items('/v2/matters')
  expect(await items(`/v2/matters/${String(matter?.['id'])}/tags`)).toMatchObject([
    { description: 'Property' },
    { description: 'Urgent appeal' },
  ])
  expect(await items('/v2/tasks?$orderby=Id')).toMatchObject([
    { name: 'File the claim' },
    { name: 'Send a copy' },
  ])
  expect(await items('/v2/invoices?$orderby=Number')).toMatchObject([
    { number: 'R-7', status: 'Paid', credited: 297.5, remaining: -297.5 },
    { number: 'R-8', status: 'Approved', credits: { number: 'R-7' } },
  ])
  const { rows: people } = await sql<{ status: string; joined: boolean }>`select status, joined from users
    where organisation_id = ${organisationId} and email like '%@q.example' order by email`.execute(
    parts.app.db,
  )
  expect(people).toEqual([
    { status: 'Invited', joined: false },
    { status: 'Disabled', joined: false },
  ])
  // nothing was sent to the one who is to be invited, until an administrator does
  const [invited] = await items('/v2/invitations')
  expect(invited).toMatchObject({
    user: { email: 'ana@q.example' },
    sent: null,
    expires: null,
    expired: false,
  })
  // what runs by itself finds nothing to make up for
  for (const name of [
    'tell-lateness',
    'notify-due-tasks',
    'remind-of-key-dates',
    'remind-of-expiry',
    'expire-contracts',
  ]) {
    const job = jobs.find((each) => each.name === name)
    if (!job) throw new Error(`There is no job ${name}`)
    await runJob(parts.app, job, {})
  }
  const { rows: told } =
    await sql`select name from event_dispatches d join events e on e.organisation_id = d.organisation_id
      and e.id = d.event_id and e.at = d.event_at where d.organisation_id = ${organisationId} and e.facts->>'import' is not null
    union all select 'a mail' from outbox_mails where organisation_id = ${organisationId}
    union all select e.name from events e where e.organisation_id = ${organisationId}
      and (e.name like '%reminder' or e.name = 'task.due' or e.name = 'matter.status.updated')`.execute(
      parts.app.db,
    )
  expect(told).toEqual([])
})

test('all of it is undone in the reverse order, paid invoices as well [X-7, X-19]', async () => {
  const world = await importWorld(parts)
  const { organisationId, imports } = world
  const ids = await importAll(world)
  const outcomes: [string | undefined, number, number][] = []
  for (const [index, id] of [...ids.entries()].toReversed()) {
    const { made, undone } = await imports.act(id, 'undo')
    outcomes.push([tables[index]?.[0], made, undone])
  }
  expect(outcomes).toEqual([
    ['invoices', 1, 1],
    ['invoices', 1, 1],
    ['tasks', 2, 2],
    ['keyDates', 2, 2],
    ['contracts', 1, 1],
    ['matters', 1, 1],
    ['parties', 2, 2],
    ['options', 2, 2],
    ['teams', 1, 1],
    ['people', 2, 2],
  ])
  const { rows: left } = await sql`select id::text from matters where organisation_id = ${organisationId}
    union all select id::text from contracts where organisation_id = ${organisationId}
    union all select id::text from invoices where organisation_id = ${organisationId}
    union all select id::text from invoice_batches where organisation_id = ${organisationId}
    union all select id::text from users where organisation_id = ${organisationId} and email like '%@q.example'`.execute(
    parts.app.db,
  )
  expect(left).toEqual([])
})

test('a wrong row of each kind says what would be right [X-2, A-203]', async () => {
  const { imports } = await importWorld(parts)
  const wrong: readonly (readonly [string, string, RegExp])[] = [
    ['people', 'E-mail,First name,Last name,Role\nnobody,A,B,Boss', /Role must be one of Administrator/],
    [
      'people',
      'E-mail,First name,Last name,Role\na@q.example,A,B,Administrator',
      /administrators are invited one by one/,
    ],
    ['people', 'E-mail,First name,Last name\nnobody,A,B', /is not an email address/],
    [
      'teams',
      'Name,Members\nA,ana@nowhere.example',
      /must be e-mail addresses, each of somebody of your organisation/,
    ],
    ['options', 'Field,Label\ncuort,X', /must be the id of a field/],
    [
      'matters',
      'External id,Name,Type,Parent\nM-1,Lease,Disputes,M-7\nM-2,Rent,Disputes,M-1',
      /^Parent must be the external id of one in this table or here already/,
    ],
    [
      'contracts',
      'Name,Type,File,Notice\nSupply,Mutual NDA,x.pdf,a while',
      /Notice period must be a number of days, weeks, months or years/,
    ],
    ['keyDates', 'Contract,Name,Date\nC-9,X,2020-01-01', /must be the external id of one that is here/],
    ['tasks', 'Matter,Name,Type\nM-9,X,Hearing', /must be one of Standard, Milestone, CourtDate, Meeting/],
    [
      'invoices',
      'Matter,Number,Date,Vendor\nM-9,X,2020-01-01,Y',
      /must be the external id of one that is here/,
    ],
  ]
  for (const [kind, table, problem] of wrong) {
    const { id } = await imports.send(kind, table)
    await imports.act(id, 'check')
    const found = (await imports.problems(id)).map((each) => each.problem).join('\n')
    expect(found, kind).toMatch(problem)
  }
})
