// Exports as those read them who open the file.
import { Readable } from 'node:stream'
import readXlsxFile from 'read-excel-file/node'
import { beforeAll, expect, test } from 'vitest'
import { recountAll } from '../../../../test/lists/counts.ts'
import { insertContract } from '../../../../test/fixtures/contracts.ts'
import {
  createContractTemplate,
  createOrganisation,
  createUser,
  type TestUser,
} from '../../../../test/factories.ts'
import { insertFieldOn } from '../../../../test/fixtures/fields.ts'
import type { Caller } from '../../../../test/http.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { callerFor } from '../../../../test/tokens.ts'
import { readZip } from '../../../platform/documents/zip-archive.ts'

const parts = useTestApp()
let owner: TestUser
let caller: Caller
let templateId: number

beforeAll(async () => {
  const { app, clock } = parts
  clock.set(new Date('2026-05-06T09:00:00Z'))
  const { id: organisationId } = await createOrganisation(app)
  owner = await createUser(app, { organisationId, role: 'Administrator', permissions: ['ContractCreator'] })
  templateId = await createContractTemplate(app, { organisationId })
  const form = { organisationId, form: 'ContractDetails', templateId } as const
  await insertFieldOn(app, form, { title: 'Rent a year', type: 'Decimal' })
  const options = [
    { value: 'emea', label: 'Europe' },
    { value: 'apac', label: 'Asia' },
  ]
  await insertFieldOn(app, form, { title: 'Where', type: 'CheckboxList', options })
  caller = await callerFor(parts, owner)
})

const insert = (name: string, values: object = {}) =>
  insertContract(parts.app, { owner, templateId, values: { name, ...values } })

async function ask(query: Record<string, string>, path = 'contracts', by = caller) {
  const answer = await by.get(`/v2/${path}/export?${new URLSearchParams(query).toString()}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer
}

const awkward = ['=1+1', '@SUM(A1)', '-2', '+44 20', '\t=x', 'Comma, "quote"', 'two\r\nlines', 'é 漢 😀']

test('CSV is UTF-8 with titles, quoted as RFC 4180 says, and no cell is a formula [V-350, V-351]', async () => {
  for (const [index, name] of awkward.entries()) await insert(name, { external_id: `C-${index}` })
  const answer = await ask({
    $filter: "startswith(ExternalId,'C-')",
    $orderby: 'Id',
    columns: 'ExternalId,Name,Restricted',
  })
  expect(answer.headers['content-type']).toContain('text/csv')
  expect(answer.headers['content-disposition']).toBe('attachment; filename="contracts-2026-05-06.csv"')
  expect(answer.rawPayload.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
  expect(answer.body.slice(1)).toBe(
    [
      'External id,Name,Restricted',
      "C-0,'=1+1,false",
      "C-1,'@SUM(A1),false",
      "C-2,'-2,false",
      "C-3,'+44 20,false",
      "C-4,'\t'=x,false",
      'C-5,"Comma, ""quote""",false',
      'C-6,"two\r\nlines",false',
      'C-7,é 漢 😀,false',
      '',
    ].join('\r\n'),
  )
})

test('XLSX has real numbers, dates and truth, and opens in a reader [V-352]', async () => {
  const id = await insert('=HYPERLINK("x")\u0001', { external_id: 'X-1', expiry: '2027-03-01T18:00:00' })
  const set = await caller.patch(`/v2/contracts/${id}`, {
    fields: { rentAYear: 1234.5, where: [{ value: 'emea' }, { value: 'apac' }] },
  })
  expect(set.statusCode, set.body).toBe(204)
  const columns = 'Id,Name,Expiry,Restricted,Created/DateUtc,Fields/rentAYear,Fields/where,TeamAssigned/Name'
  const answer = await ask({ $filter: "ExternalId eq 'X-1'", columns, format: 'xlsx' })
  const parts = readZip(answer.rawPayload, { entries: 100, bytes: 2 ** 24 })
  const xml = parts.find(({ name }) => name === 'xl/worksheets/sheet1.xml')?.content.toString() ?? ''
  expect(xml).toContain('state="frozen"')
  expect(xml).toMatch(
    /<cols><col min="1" max="1" width="8" customWidth="1"\/><col min="2" max="2" width="17" /,
  )
  expect(xml).toMatch(
    /<\/sheetData><autoFilter ref="A1:H2"\/><pageSetup orientation="landscape" fitToHeight="0"\/><\/worksheet>$/,
  )
  const [sheet] = await readXlsxFile(Readable.from(answer.rawPayload))
  expect(sheet?.sheet).toBe('contracts-2026-05-06')
  expect(sheet?.data).toEqual([
    ['Id', 'Name', 'Expiry', 'Restricted', 'Created (UTC)', 'Rent a year', 'Where', 'Team assigned'],
    [
      id,
      '=HYPERLINK("x")',
      new Date('2027-03-01T18:00:00Z'),
      false,
      new Date('2026-05-06T09:00:00Z'),
      1234.5,
      'Europe; Asia',
      null,
    ],
  ])
})

test('titles are those that are sent, the usual ones without, and the day is that of the person [V-356, V-357]', async () => {
  const { app, clock } = parts
  clock.set(new Date('2026-05-06T21:30:00Z'))
  const { id: organisationId } = await createOrganisation(app, { timeZone: 'Pacific/Auckland' })
  const one = await callerFor(parts, await createUser(app, { organisationId, role: 'InhouseLegal' }))
  const query = { columns: 'Name,Status,Restricted', titles: 'Contract\n\nHidden?' }
  const answer = await ask(query, 'contracts', one)
  expect(answer.body.slice(1)).toBe('Contract,Status,Hidden?\r\n')
  expect(answer.headers['content-disposition']).toBe('attachment; filename="contracts-2026-05-07.csv"')
  expect((await one.patch('/v2/me/preferences', { timeZone: 'Europe/London' })).statusCode).toBe(200)
  const there = await ask({}, 'keyDates', one)
  expect(there.headers['content-disposition']).toBe('attachment; filename="key-dates-2026-05-06.csv"')
  const wrong = await one.get('/v2/contracts/export?columns=Name,Status&titles=Contract')
  expect(wrong.json<{ errors: object }>().errors).toEqual({
    titles: ['titles must be 2 lines, one for each column.'],
  })
  clock.set(new Date('2026-05-06T09:00:00Z'))
})

test('by default it has the usual columns and all custom fields; JSON has their paths [V-353]', async () => {
  const [row] = (await ask({ $filter: "ExternalId eq 'X-1'", format: 'json' })).json<
    Record<string, unknown>[]
  >()
  expect(row).toMatchObject({
    Status: 'Draft',
    Expiry: '2027-03-01T18:00:00',
    'Owner/LastName': expect.any(String) as string,
    'Fields/rentayear': expect.anything() as unknown,
    'Fields/where': 'Europe; Asia',
  })
  expect((await ask({ $filter: "ExternalId eq 'none'", format: 'json' })).json()).toEqual([])
})

test('it is the whole list, page after page, and only what the caller sees [V-354]', async () => {
  const { organisationId } = owner
  await parts.app.database.pool.query(
    `insert into contracts (organisation_id, name, status, template_id, owner_id, created_by, created_at, updated_at, last_activity_at)
     select $1, 'Many ' || n, 'Draft', $2, $3, $3, now(), now(), now() from generate_series(1, 2500) n`,
    [organisationId, templateId, owner.id],
  )
  await parts.app.database.pool.query(
    `insert into contract_members (organisation_id, contract_id, user_id, added_at)
     select organisation_id, id, owner_id, created_at from contracts where organisation_id = $1 and name like 'Many %'`,
    [organisationId],
  )
  await recountAll(parts.app)
  const query = {
    $filter: "startswith(Name,'Many')",
    columns: 'Name,Id',
    $orderby: 'Name desc',
    format: 'json',
  }
  const rows = (await ask(query)).json<{ Name: string; Id: number }[]>()
  expect(rows).toHaveLength(2_500)
  expect(new Set(rows.map(({ Id }) => Id)).size).toBe(2_500)
  const names = rows.map(({ Name }) => Name.toLowerCase())
  expect(names).toEqual(names.toSorted().toReversed())
  const colleague = await createUser(parts.app, { organisationId, role: 'InhouseLegal' })
  expect((await ask(query, 'contracts', await callerFor(parts, colleague))).json()).toEqual([])
})

test('what is not there is refused before anything is sent', async () => {
  for (const query of ['columns=Nmae', 'format=pdf', "$filter=Nmae%20eq%20'x'", 'columns=Name&columns=Id']) {
    const answer = await caller.get(`/v2/contracts/export?${query}`)
    expect(answer.statusCode, query).toBe(400)
  }
  const { errors } = (await caller.get('/v2/contracts/export?columns=Nmae')).json<{
    errors: Record<string, string[]>
  }>()
  expect(errors['columns']?.[0]).toContain('Similar: Name')
  // a person is no value: what is similar are the properties of the person
  const owner = (await caller.get('/v2/contracts/export?columns=Owner')).json<{ detail: string }>().detail
  expect(owner).toMatch(/^There is no column "Owner"\. Similar: Owner\/Id, /)
})

test.each([
  [
    'contracts',
    '$top=5',
    '$top',
    'There is no parameter "$top" here. This call takes $filter, $orderby, format, columns, titles.',
  ],
  ['contracts', 'colums=Name', 'colums', 'There is no parameter "colums" here. Did you mean columns?'],
  ['tasks', 'filtr=x', 'filtr', 'There is no parameter "filtr" here. Did you mean $filter?'],
  [
    'history',
    'columns=Name',
    'columns',
    'There is no parameter "columns" here. This call takes $filter, $orderby, format.',
  ],
  [
    'users',
    'select=Id',
    'select',
    'There is no parameter "select" here. This call takes $filter, $orderby, format, columns, titles.',
  ],
])('%s: a parameter that an export does not take is refused [V-355]', async (list, query, name, message) => {
  const answer = await caller.get(`/v2/${list}/export?${query}`)
  expect(answer.statusCode, answer.body).toBe(400)
  expect(answer.json<{ errors: object }>().errors).toEqual({ [name]: [message] })
})

test.each(['matters', 'tasks', 'keyDates', 'invoices', 'files', 'users', 'history'])(
  '%s, in every format [V-354]',
  async (list) => {
    for (const format of ['csv', 'xlsx', 'json']) {
      const answer = await ask({ format }, list)
      expect(answer.rawPayload.length).toBeGreaterThan(2)
      if (format === 'xlsx') expect(await readXlsxFile(Readable.from(answer.rawPayload))).toHaveLength(1)
    }
  },
)

test('the history of a contract, a row for each property [V-354]', async () => {
  const id = await insert('Before')
  expect((await caller.patch(`/v2/contracts/${id}`, { name: 'After', restricted: true })).statusCode).toBe(
    204,
  )
  const answer = await ask({ format: 'json' }, `contracts/${id}/history`)
  expect(answer.json()).toMatchObject([
    { Action: 'contract.updated', Property: 'Name', From: 'Before', To: 'After', Email: owner.email },
    { Property: 'Restricted', From: 'false', To: 'true' },
  ])
})
