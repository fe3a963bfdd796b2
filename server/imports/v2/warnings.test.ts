// Tables with records of several types: what has no place in a type, or is missing there, is a warning. And the check
// says exactly how many rows the run makes.
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { createContractTemplate, createOrganisation, createUser } from '../../../test/factories.ts'
import { insertFieldOn } from '../../../test/fixtures/fields.ts'
import { importsOf } from '../../../test/fixtures/imports.ts'
import { insertCategory } from '../../../test/fixtures/matters.ts'
import type { Caller } from '../../../test/http.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'

const parts = useTestApp()
let organisationId: number
let caller: Caller
let imports: ReturnType<typeof importsOf>

beforeEach(async () => {
  organisationId = (await createOrganisation(parts.app)).id
  caller = await callerFor(parts, await createUser(parts.app, { organisationId, role: 'Administrator' }))
  imports = importsOf(parts.app, organisationId, caller)
})

/** Two types: the value is asked for on the form of the first, the law on that of the second. */
async function twoTypes(): Promise<void> {
  const { app } = parts
  for (const [name, apiName, title, type] of [
    ['Supply', 'worth', 'Worth', 'Currency'],
    ['Secrecy', 'law', 'Law', 'ShortText'],
  ] as const) {
    const templateId = await createContractTemplate(app, { organisationId, name })
    const form = { organisationId, form: 'ContractUpload', templateId } as const
    await insertFieldOn(app, form, { apiName, title, type, required: true })
  }
}

const table = [
  'External id;Name;Contract type;Contract file;Worth;Law',
  'C-1;One;Supply;1.pdf;100;England',
  'C-2;Two;Supply;1.pdf;200;France',
  'C-3;Three;Secrecy;1.pdf;;Kenya',
  'C-4;Four;Secrecy;1.pdf;;',
  'C-5;Five;Supply;1.pdf;500;',
].join('\r\n')

async function checked() {
  await twoTypes()
  const { id } = await imports.send('contracts', table)
  await imports.addZip(id, { '1.pdf': '%PDF-1.4' })
  await imports.work(id)
  return imports.act(id, 'check')
}

const fieldsOf = async () => {
  const { items } = (await caller.get('/v2/contracts?$orderby=ExternalId')).json<{
    items: { externalId: string; id: number }[]
  }>()
  const { rows } = await sql<{ id: number; name: string; value: string }>`
    select v.record_id::int as id, f.api_name as name, coalesce(v.text_value, v.number_value::text) as value
    from field_values v join fields f on f.organisation_id = v.organisation_id and f.id = v.field_id
    where v.record_kind = 'contract' and v.organisation_id = ${organisationId}`.execute(parts.app.db)
  return items.map(({ id, externalId }) => [
    externalId,
    Object.fromEntries(rows.filter((row) => row.id === id).map(({ name, value }) => [name, value])),
  ])
}

describe('a table of contracts of two types', () => {
  test('has warnings, counted once, for values without a place and for missing answers [X-28]', async () => {
    const one = await checked()
    expect(one).toMatchObject({ state: 'Checked', wrong: 0, warned: 3 })
    const problems = await imports.problems(one.id)
    expect(problems.map(({ problem, warning, count, rows }) => [problem, warning, count, rows])).toEqual([
      ['Law is on no form of this type.', true, 2, [2, 3]],
      ['Law is missing, which the form of this type requires.', true, 1, [5]],
    ])
  })

  test.each([
    ['KeepValues', 5, { 'C-1': { worth: '100', law: 'England' } }],
    ['DropValues', 5, { 'C-1': { worth: '100' } }],
    ['SkipRows', 2, { 'C-3': { law: 'Kenya' } }],
  ] as const)('is imported with %s: %i rows are made [X-28]', async (warnings, made, expected) => {
    const one = await checked()
    const done = await imports.act(one.id, 'run', { warnings })
    expect(done).toMatchObject({ state: 'Done', made, skipped: 5 - made })
    expect(Object.fromEntries(await fieldsOf())).toMatchObject(expected)
    if (warnings === 'DropValues')
      expect(Object.fromEntries(await fieldsOf())['C-1']).toEqual({ worth: '100' })
  })
})

test('money in another currency is left out with a warning, and what the pages write is read [X-30]', async () => {
  await twoTypes()
  await sql`update organisations set currency = 'NZD' where id = ${organisationId}`.execute(parts.app.db)
  const amounts = [
    'NZ$50,000.50',
    '$100',
    'NZD 7',
    'USD 250,000',
    '£90',
    'US$ 1,000',
    '(€5)',
    '300 EUR',
    '200',
  ]
  const rows = amounts.map((amount, index) => `C-${index};Row;Supply;1.pdf;${amount}`)
  const { id } = await imports.send(
    'contracts',
    ['External id;Name;Contract type;Contract file;Worth', ...rows].join('\r\n'),
  )
  await imports.addZip(id, { '1.pdf': '%PDF-1.4' })
  await imports.work(id)
  expect(await imports.act(id, 'check')).toMatchObject({ wrong: 0, warned: 5 })
  const found = (await imports.problems(id)).map(({ problem, rows: where }) => [problem, where])
  expect(found).toContainEqual([
    expect.stringMatching(/^Worth is in USD, but your organisation keeps it in NZD/),
    [5],
  ])
  expect(found).toContainEqual([expect.stringMatching(/^Worth is in US\$, /), [7]])
  expect(await imports.act(id, 'run')).toMatchObject({ made: 9, skipped: 0 })
  expect(await fieldsOf()).toEqual([
    ['C-0', { worth: '50000.5' }],
    ['C-1', { worth: '100' }],
    ['C-2', { worth: '7' }],
    ...['C-3', 'C-4', 'C-5', 'C-6', 'C-7'].map((externalId) => [externalId, {}]),
    ['C-8', { worth: '200' }],
  ])
})

describe('the check and the run agree', () => {
  const matters = (...rows: string[]) =>
    ['Matter No;Title;Practice area;Status;Parent;Display number', ...rows].join('\r\n')

  test('on rows below a row that is left out, however deep [X-29]', async () => {
    await insertCategory(parts.app, organisationId, { name: 'Disputes' })
    const { id } = await imports.send(
      'matters',
      matters(
        'M-1;Wrong;Unknown;Draft;;',
        'M-3;Grandchild;Disputes;Draft;M-2;',
        'M-2;Child;Disputes;Draft;M-1;',
        'M-4;Alone;Disputes;Draft;;',
      ),
    )
    const one = await imports.act(id, 'check')
    expect(one).toMatchObject({ wrong: 3, warned: 0 })
    expect((await imports.problems(id)).map(({ problem, rows }) => [problem, rows])).toEqual([
      ['Parent is a row that has a problem itself.', [3, 4]],
      [expect.stringContaining('Type must be'), [2]],
    ])
    expect(await imports.act(id, 'run', { skipWrong: true })).toMatchObject({ made: 1, skipped: 3 })
  })

  test('on parents that rows name by what these are called [X-31]', async () => {
    await insertCategory(parts.app, organisationId, { name: 'Disputes' })
    const before = await imports.send('matters', matters('M-0;Framework;Disputes;Draft;;'))
    await imports.act(before.id, 'check')
    await imports.act(before.id, 'run')
    const { id } = await imports.send(
      'matters',
      matters(
        ';Below;Disputes;Draft;Master;',
        ';Master;Disputes;Draft;Framework;',
        ';Twice;Disputes;Draft;;',
        ';Twice;Disputes;Draft;;',
        ';Unclear;Disputes;Draft;Twice;',
        ';Framework;Disputes;Draft;;',
      ),
    )
    expect(await imports.act(id, 'check')).toMatchObject({ wrong: 3 })
    expect((await imports.problems(id)).map(({ found, rows }) => [found, rows])).toEqual([
      ['', [2]],
      ['Framework', [3]],
      ['Twice', [6]],
    ])
    const again = await imports.send(
      'matters',
      matters(';Below;Disputes;Draft;Master;', ';Master;Disputes;Draft;Framework;'),
    )
    expect(await imports.act(again.id, 'check')).toMatchObject({ wrong: 0 })
    expect(await imports.act(again.id, 'run')).toMatchObject({ made: 2, skipped: 0 })
    const { rows } = await sql`select c.name, p.name as parent from matters c
      left join matters p on p.organisation_id = c.organisation_id and p.id = c.parent_id
      where c.organisation_id = ${organisationId} order by c.name`.execute(parts.app.db)
    expect(rows).toEqual([
      { name: 'Below', parent: 'Master' },
      { name: 'Framework', parent: null },
      { name: 'Master', parent: 'Framework' },
    ])
  })

  test('on numbers that two rows have [X-29]', async () => {
    await insertCategory(parts.app, organisationId, { name: 'Disputes' })
    const { id } = await imports.send(
      'matters',
      matters('M-1;One;Disputes;Draft;;Old 7', 'M-2;Two;Disputes;Draft;;Old 7'),
    )
    expect(await imports.act(id, 'check')).toMatchObject({ wrong: 1 })
    expect((await imports.problems(id))[0]?.problem).toContain('row 2 has the same')
    expect(await imports.act(id, 'run', { skipWrong: true })).toMatchObject({ made: 1, skipped: 1 })
  })
})
