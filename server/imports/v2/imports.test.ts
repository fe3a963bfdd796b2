// Imports by their calls: a table is sent, mapped, checked, carried out and taken back.
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  createContractTemplate,
  createOrganisation,
  createUser,
  type TestUser,
} from '../../../test/factories.ts'
import { importsOf } from '../../../test/fixtures/imports.ts'
import { insertCategory } from '../../../test/fixtures/matters.ts'
import type { Caller } from '../../../test/http.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'
import { internalTransaction } from '../../platform/events/change.ts'

const parts = useTestApp()
let organisationId: number
let owner: TestUser
let left: TestUser
let caller: Caller
let imports: ReturnType<typeof importsOf>

beforeEach(async () => {
  organisationId = (await createOrganisation(parts.app, { timeZone: 'Europe/Berlin' })).id
  owner = await createUser(parts.app, { organisationId, role: 'Administrator' })
  left = await createUser(parts.app, { organisationId, status: 'Disabled' })
  caller = await callerFor(parts, owner)
  imports = importsOf(parts.app, organisationId, caller)
})

const names = async (table: 'matters' | 'contracts') => {
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(table)}
    where organisation_id = ${organisationId} order by id`.execute(parts.app.db)
  return rows.map(({ name }) => name)
}

describe('matters', () => {
  test('keep the numbers that they bring, and the next one goes on after them [O-223]', async () => {
    await insertCategory(parts.app, organisationId, { name: 'Disputes' })
    const pattern = {
      recordType: 'Matter',
      prefix: 'D',
      separator: '-',
      year: 'None',
      restarts: false,
      digits: 3,
    }
    expect((await caller.patch('/v2/numbering', { patterns: [pattern] })).statusCode).toBe(204)
    const rows = (...numbers: string[]) =>
      ['Title;Practice area;Display number', ...numbers.map((number) => `Lease;Disputes;${number}`)].join(
        '\r\n',
      )
    const first = await imports.send('matters', rows('D-041', '', 'Old 7'))
    expect(await imports.act(first.id, 'check')).toMatchObject({ state: 'Checked', wrong: 0 })
    expect(await imports.act(first.id, 'run')).toMatchObject({ state: 'Done', made: 3 })
    const again = await imports.send('matters', rows('old 7', 'LW0001-0007', 'D-050'))
    expect(await imports.act(again.id, 'check')).toMatchObject({ state: 'Checked', wrong: 2 })
    const { items } = (await caller.get('/v2/matters?$orderby=Id')).json<{ items: { displayId: string }[] }>()
    expect(items.map(({ displayId }) => displayId)).toEqual(['D-041', 'D-042', 'Old 7'])
  })

  const csv = () =>
    [
      'Matter No;Title;Practice area;Status;Owner;Lawyer;Opened;Closed;Parent',
      `M-2;Appeal;Disputes;Active;${owner.email};${owner.email};14.02.2021;;M-1`,
      `M-1;Lease dispute;Disputes;Archived;${left.email};;31.01.2019;05.03.2020;`,
    ].join('\r\n')

  test('a table becomes matters with their past, silently, parents first [X-1, X-5]', async () => {
    await insertCategory(parts.app, organisationId, { name: 'Disputes' })
    const sent = await imports.send('matters', csv())
    expect(sent.columns.map(({ property }) => property)).toEqual([
      'externalId',
      'name',
      'type',
      'status',
      'owner',
      'manager',
      'created',
      'closed',
      'parent',
    ])
    expect(sent.columns[6]).toMatchObject({ pattern: 'dd.mm.yyyy', ambiguous: false })
    expect(await imports.act(sent.id, 'check')).toMatchObject({ state: 'Checked', wrong: 0, made: 0 })
    expect((await caller.get('/v2/matters')).json<{ items: unknown[] }>().items).toEqual([])
    expect(await imports.act(sent.id, 'run')).toMatchObject({ state: 'Done', made: 2, skipped: 0 })
    const { rows } = await sql<
      Record<string, unknown>
    >`select m.name, m.status, m.created_at, m.closed_at, m.in_intake,
        p.name as parent, m.owner_id from matters m
      left join matters p on p.organisation_id = m.organisation_id and p.id = m.parent_id
      where m.organisation_id = ${organisationId} order by m.id`.execute(parts.app.db)
    expect(rows).toEqual([
      {
        name: 'Lease dispute',
        status: 'Archived',
        created_at: new Date('2019-01-30T23:00:00Z'),
        closed_at: new Date('2020-03-04T23:00:00Z'),
        in_intake: false,
        parent: null,
        owner_id: left.id,
      },
      {
        name: 'Appeal',
        status: 'Active',
        created_at: new Date('2021-02-13T23:00:00Z'),
        closed_at: null,
        in_intake: false,
        parent: 'Lease dispute',
        owner_id: owner.id,
      },
    ])
    const { rows: told } = await sql`select 1 from event_dispatches where organisation_id = ${organisationId}
      union all select 1 from notification_dispatches where organisation_id = ${organisationId}`.execute(
      parts.app.db,
    )
    expect(told).toEqual([])
    const result = await caller.get(`/v2/imports/${sent.id}/result`)
    expect(result.body).toMatch(/^\uFEFFRow,Outcome,Id,Reason,Matter No/)
    expect(result.body).toMatch(/\r\n2,Made,\d+,,M-2,Appeal/)
  })

  test('a check names every problem with its rows and what would be right, and keeps nothing [X-2]', async () => {
    await insertCategory(parts.app, organisationId, { name: 'Disputes' })
    const rows = [
      'External id,Name,Type,Status,Owner,Created,Parent',
      `A,First,Disputs,Open,${owner.email},2020-01-01,`,
      `A,Second,Disputes,Draft,somebody,2020-02-30,`,
      `B,,Disputes,Draft,,2020-01-01,C`,
      `C,Fourth,Disputes,Draft,,2020-01-01,B`,
      `D,Fifth,Disputes,Active,,2020-01-01,`,
    ]
    const { id } = await imports.send('matters', rows.join('\n'))
    expect(await imports.act(id, 'check')).toMatchObject({ state: 'Checked', wrong: 5 })
    const problems = await imports.problems(id)
    const about = problems.map(({ property, problem, rows: of }) => [property, of, problem])
    expect(about).toEqual(
      expect.arrayContaining([
        ['type', [2], 'Type must be the name of a matter type. Similar: Disputes.'],
        ['status', [2], expect.stringMatching(/^Status must be one of Draft, Scoping/)],
        ['externalId', [3], 'External id must be given once; row 2 has the same.'],
        ['owner', [3], 'Owner must be the e-mail address of somebody of your organisation.'],
        [
          'created',
          [3],
          'Created must be a day in the calendar, written like the others of its column: yyyy-mm-dd.',
        ],
        ['name', [4], 'Name is missing.'],
        ['parent', [4], 'Parent must not lead back to the row itself.'],
        ['manager', [6], expect.stringMatching(/is missing: a matter without a manager waits in intake/)],
      ]),
    )
    const refused = await caller.post(`/v2/imports/${id}/run`, {})
    expect([refused.statusCode, refused.json<{ detail: string }>().detail]).toEqual([
      409,
      '5 rows have problems: solve them and check again, or leave these rows out.',
    ])
    expect(await names('matters')).toEqual([])
  })
})

describe('contracts with files', () => {
  const csv = (days = ['01/02/2020', '03/04/2030']) =>
    [
      'Contract id,Contract name,Contract type,File,Status,Signed on,Expiry date',
      `C-1,Lease,Mutual NDA,signed/lease.pdf,Executed,${days[0]},${days[1]}`,
      `C-2,Supply,Mutual NDA,supply.pdf,executed,${days[0]},${days[0]}`,
    ].join('\n')

  test('an ambiguous day is asked about; then contracts have their documents and dates [X-3, X-4]', async () => {
    await createContractTemplate(parts.app, { organisationId })
    const sent = await imports.send('contracts', csv())
    expect(sent.columns[5]).toMatchObject({ ambiguous: true, patterns: ['dd/mm/yyyy', 'mm/dd/yyyy'] })
    await imports.addZip(sent.id, {
      'signed/lease.pdf': '%PDF-1.4 lease',
      'old/supply.pdf': '%PDF-1.4 supply',
    })
    expect(await imports.work(sent.id)).toMatchObject({ files: { count: 2, archives: 0, failure: null } })
    expect(await imports.act(sent.id, 'check')).toMatchObject({ wrong: 2 })
    expect((await imports.problems(sent.id))[0]?.problem).toMatch(
      /choose how the days of this column are written/,
    )
    const mapped = await caller.put(`/v2/imports/${sent.id}/mapping`, {
      columns: ['externalId', 'name', 'type', 'document', 'status', 'executed', 'expiry'].map(
        (property, index) => ({
          column: index + 1,
          property,
          ...(index > 4 ? { pattern: 'dd/mm/yyyy' } : {}),
        }),
      ),
    })
    expect(mapped.statusCode, mapped.body).toBe(200)
    expect(await imports.act(sent.id, 'check')).toMatchObject({ state: 'Checked', wrong: 0 })
    expect(await imports.act(sent.id, 'run')).toMatchObject({ state: 'Done', made: 2 })
    const list = (await caller.get('/v2/contracts?$orderby=Id')).json<{ items: Record<string, unknown>[] }>()
      .items
    expect(list).toMatchObject([
      { name: 'Lease', status: 'Executed', expiry: '2030-04-03T23:59:00', document: { name: 'lease.pdf' } },
      { name: 'Supply', status: 'Expired', expiry: '2020-02-01T23:59:00', document: { name: 'supply.pdf' } },
    ])
    const { id: fileId } = (list[0]?.['document'] ?? {}) as { id: number }
    expect((await caller.get(`/v2/files/${fileId}/content`)).body).toBe('%PDF-1.4 lease')
  })
})

describe('keeping and taking back', () => {
  const csv = 'Name,Type,Owner\nOne,Disputes,\nTwo,Disputes,\nThree,Disputes,'
  const made = async () => {
    await insertCategory(parts.app, organisationId, { name: 'Disputes' })
    const { id } = await imports.send('matters', csv)
    await imports.act(id, 'check')
    await imports.act(id, 'run')
    return id
  }

  test('an undo removes what nobody has touched, keeps the rest, and happens once [X-7]', async () => {
    const id = await made()
    const { items } = (await caller.get("/v2/matters?$filter=Name eq 'Two'")).json<{
      items: { id: number }[]
    }>()
    expect((await caller.patch(`/v2/matters/${items[0]?.id}`, { name: 'Two, renamed' })).statusCode).toBe(204)
    expect(await imports.act(id, 'undo')).toMatchObject({ state: 'Undone', undone: 2 })
    expect(await names('matters')).toEqual(['Two, renamed'])
    expect((await caller.get(`/v2/imports/${id}/result`)).body).toMatch(
      /3,Kept,\d+,"Somebody has worked on it since, so it stays\."/,
    )
    expect((await caller.post(`/v2/imports/${id}/undo`, {})).statusCode).toBe(409)
  })

  test('a mapping is kept by its headings, and used for the next table [X-8]', async () => {
    const { id } = await imports.send('matters', 'Bezeichnung,Art\nOne,Streit')
    const columns = [
      { column: 1, property: 'name' },
      { column: 2, property: 'type', values: [{ from: 'Streit', to: 'Disputes' }] },
    ]
    const always = [{ property: 'status', text: 'OnHold' }]
    expect((await caller.put(`/v2/imports/${id}/mapping`, { columns, always })).statusCode).toBe(200)
    const kept = await caller.post('/v2/importMappings', { import: { id }, name: 'Old system' })
    expect(kept.statusCode).toBe(201)
    await insertCategory(parts.app, organisationId, { name: 'Disputes' })
    const next = await imports.send('matters', 'Art,Bezeichnung,Mehr\nStreit,Two,x')
    expect(next.columns.map(({ property }) => property)).toEqual(['type', 'name', null])
    const { id: mappingId } = kept.json<{ id: number }>()
    const use = (importId: number) =>
      caller.post(`/v2/imports/${importId}/mapping`, { kept: { id: mappingId } })
    await caller.put(`/v2/imports/${next.id}/mapping`, { columns: [], always: [] })
    expect((await use(next.id)).json()).toMatchObject({ columns: next.columns, always })
    const other = await imports.send('parties', 'Name\nAcme')
    expect([(await use(other.id)).statusCode, (await use(other.id)).body]).toEqual([
      409,
      expect.stringContaining('The mapping is for matters; this table has parties.'),
    ])
    expect(await imports.act(next.id, 'check')).toMatchObject({ wrong: 0 })
    await imports.act(next.id, 'run')
    const list = (await caller.get('/v2/matters')).json<{ items: unknown[] }>().items
    expect(list).toMatchObject([{ name: 'Two', status: 'OnHold', type: { name: 'Disputes' } }])
    expect((await caller.delete(`/v2/importMappings/${mappingId}`)).statusCode).toBe(204)
    expect((await caller.get('/v2/importMappings')).json()).toEqual({ items: [] })
  })

  test('who is no administrator any more imports nothing further [X-9]', async () => {
    await insertCategory(parts.app, organisationId, { name: 'Disputes' })
    const { id } = await imports.send('matters', csv)
    await imports.act(id, 'check')
    await imports.begin(id, 'run')
    await internalTransaction(parts.app, (tx) =>
      tx.updateTable('users').set({ role: 'InhouseLegal' }).where('id', '=', owner.id).execute(),
    )
    const other = await createUser(parts.app, { organisationId, role: 'Administrator' })
    const others = importsOf(parts.app, organisationId, await callerFor(parts, other))
    expect(await others.work(id)).toMatchObject({
      state: 'Stopped',
      made: 0,
      failure: 'Who started it has no access any more. Another administrator can go on.',
    })
    expect(await others.act(id, 'run')).toMatchObject({ state: 'Done', made: 3 })
  })

  test('a table that is none, or has too much, is refused by row and column [X-10]', async () => {
    const refusedFor = async (table: string | Buffer, kind = 'matters') => {
      const answer = await caller.post(`/v2/imports?kind=${kind}`, table, {
        headers: { 'content-type': 'text/csv' },
      })
      expect(answer.statusCode).toBe(400)
      return answer.json<{ detail: string }>().detail
    }
    expect(await refusedFor('Name,Type\n"a"b,c')).toMatch(/cannot be read as CSV from line 2 on/)
    expect(await refusedFor('Name\n')).toBe('The table has headings and no rows.')
    expect(await refusedFor(`Name\n${'x'.repeat(40_000)}`)).toMatch(
      /^Row 2, column 1 has a text that is longer/,
    )
    expect(await refusedFor(Buffer.from('504b0304', 'hex'))).toMatch(/not a zip archive/)
    expect(await refusedFor('Name\nx', 'dragons')).toMatch(/must be one of people, teams/)
    expect(await refusedFor(`Name\n${'x\n'.repeat(50_001)}`)).toMatch(/more than 50,000 rows/)
  })
})
