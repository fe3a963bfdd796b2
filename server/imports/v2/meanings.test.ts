// What the texts of a table mean: parties, fields of every type, the cells of a workbook.
import { beforeEach, describe, expect, test } from 'vitest'
import {
  createContractTemplate,
  createOrganisation,
  createUser,
  type TestUser,
} from '../../../test/factories.ts'
import { insertFieldOn } from '../../../test/fixtures/fields.ts'
import { importsOf } from '../../../test/fixtures/imports.ts'
import { insertCategory } from '../../../test/fixtures/matters.ts'
import type { Caller } from '../../../test/http.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'
import { xlsxOf } from '../../platform/spreadsheets/xlsx.ts'
import { Readable } from 'node:stream'

const parts = useTestApp()
let organisationId: number
let owner: TestUser
let caller: Caller
let imports: ReturnType<typeof importsOf>

beforeEach(async () => {
  organisationId = (await createOrganisation(parts.app, { timeZone: 'Europe/Berlin' })).id
  owner = await createUser(parts.app, { organisationId, role: 'Administrator' })
  caller = await callerFor(parts, owner)
  imports = importsOf(parts.app, organisationId, caller)
})

const bytesOf = (stream: Readable): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    stream
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', () => resolve(Buffer.concat(chunks)))
      .on('error', reject)
  })

test('columns find the fields that mean what their headings say [X-4]', async () => {
  const templateId = await createContractTemplate(parts.app, { organisationId })
  const form = { organisationId, form: 'ContractUpload', templateId } as const
  await insertFieldOn(parts.app, form, { apiName: 'entity', title: 'Company', type: 'ContractEntity' })
  await insertFieldOn(parts.app, form, {
    apiName: 'worth',
    title: 'Annual worth',
    type: 'Decimal',
    meaning: 'Value',
  })
  const { columns } = await imports.send('contracts', 'Agreement,Counterparty,Value\nNDA,Zephyr,"1,250.50"')
  expect(columns).toMatchObject([
    { property: 'name' },
    { property: 'fields.entity' },
    { property: 'fields.worth', pattern: '1,234.56' },
  ])
})

test('a day that can be read in one way only is read whatever its column is written like [X-4]', async () => {
  await insertCategory(parts.app, organisationId, { name: 'Disputes' })
  const written = [
    '3/21/08',
    '12/14/12',
    '9/30/99',
    '7/15/05',
    '2/28/11',
    '10/19/03',
    '1/30/2015',
    '17 February 1999',
    '2012-03-04',
    'May 6, 2001',
    '13/2/08',
  ]
  const { id } = await imports.send(
    'matters',
    ['Number;Name;Type;Created', ...written.map((day, at) => `M-${at};Row;Disputes;${day}`)].join('\n'),
  )
  expect(await imports.act(id, 'check')).toMatchObject({ wrong: 1 })
  expect((await imports.problems(id)).map(({ found }) => found)).toEqual(['13/2/08'])
  expect(await imports.act(id, 'run', { skipWrong: true })).toMatchObject({ made: 10 })
  const { items } = (await caller.get('/v2/matters?$orderby=Id')).json<{
    items: { created: { dateUtc: string } }[]
  }>()
  const zoned = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' })
  expect(items.map(({ created }) => zoned.format(new Date(created.dateUtc)))).toEqual([
    '2008-03-21',
    '2012-12-14',
    '1999-09-30',
    '2005-07-15',
    '2011-02-28',
    '2003-10-19',
    '2015-01-30',
    '1999-02-17',
    '2012-03-04',
    '2001-05-06',
  ])
})

test('a status that is not understood is what is wrong, and not the day that belongs to it [X-2]', async () => {
  await createContractTemplate(parts.app, { organisationId })
  const { id } = await imports.send(
    'contracts',
    'Name,Type,File,Status,Signed\nSupply,Mutual NDA,x.pdf,In force,2020-01-01',
  )
  await imports.act(id, 'check')
  expect((await imports.problems(id)).map(({ property }) => property).toSorted()).toEqual([
    'document',
    'status',
  ])
})

describe('what rows refer to', () => {
  test('a run asks about no party that only its own table has, as its check did not [X-6]', async () => {
    const templateId = await createContractTemplate(parts.app, { organisationId })
    const form = { organisationId, form: 'ContractUpload', templateId } as const
    await insertFieldOn(parts.app, form, { apiName: 'party', title: 'Other party', type: 'ContractEntity' })
    const csv =
      'Name,Type,Document,Other party\nA,Mutual NDA,nda.pdf,Quay Paper Mills\nB,Mutual NDA,nda.pdf,Quay Paper Mill\nC,Mutual NDA,nda.pdf,Quay Paper Mills'
    const { id } = await imports.send('contracts', csv)
    await imports.addZip(id, { 'nda.pdf': 'nda' })
    await imports.work(id)
    expect(await imports.act(id, 'check')).toMatchObject({ wrong: 0 })
    expect(await imports.act(id, 'run')).toMatchObject({ state: 'Done', made: 3, skipped: 0 })
    expect((await caller.get('/v2/contractParties?$orderby=Name')).json()).toMatchObject({
      items: [{ name: 'Quay Paper Mill' }, { name: 'Quay Paper Mills' }],
    })
  })

  test('a party that is merely similar is asked about; a confirmed one is used or added [X-6]', async () => {
    const templateId = await createContractTemplate(parts.app, { organisationId })
    const form = { organisationId, form: 'ContractUpload', templateId } as const
    await insertFieldOn(parts.app, form, { apiName: 'party', title: 'Other party', type: 'ContractEntity' })
    expect((await caller.post('/v2/contractParties', { name: 'Zephyr Limited' })).statusCode).toBe(201)
    const csv =
      'Name,Type,Document,Other party\nNDA,Mutual NDA,nda.pdf,"Zephyr, Ltd."\nLease,Mutual NDA,nda.pdf,Quay Street'
    const { id } = await imports.send('contracts', csv)
    await imports.addZip(id, { 'nda.pdf': 'nda' })
    await imports.work(id)
    expect(await imports.act(id, 'check')).toMatchObject({ wrong: 1 })
    expect(await imports.problems(id)).toMatchObject([
      {
        property: 'fields.party',
        found: 'Zephyr, Ltd.',
        suggestions: ['Zephyr Limited', 'Zephyr, Ltd.'],
        rows: [2],
      },
    ])
    const mapping = {
      columns: ['name', 'type', 'document', 'fields.party'].map((property, index) => ({
        column: index + 1,
        property,
        values: index === 3 ? [{ from: 'Zephyr, Ltd.', to: 'Zephyr Limited' }] : [],
      })),
    }
    expect((await caller.put(`/v2/imports/${id}/mapping`, mapping)).statusCode).toBe(200)
    expect(await imports.act(id, 'check')).toMatchObject({ wrong: 0 })
    expect(await imports.act(id, 'run')).toMatchObject({ made: 2 })
    const parties = (await caller.get('/v2/contractParties')).json<{ items: { name: string }[] }>().items
    expect(parties.map(({ name }) => name).sort()).toEqual(['Quay Street', 'Zephyr Limited'])
  })

  test('fields of every kind are read from their texts, in the way of their column [X-4]', async () => {
    const categoryId = await insertCategory(parts.app, organisationId, { name: 'Disputes' })
    const form = { organisationId, form: 'MatterCreate', categoryId } as const
    await insertFieldOn(parts.app, form, { apiName: 'value', title: 'Value', type: 'Currency' })
    await insertFieldOn(parts.app, form, {
      apiName: 'court',
      title: 'Court',
      type: 'ShortText',
      required: true,
    })
    await insertFieldOn(parts.app, form, { apiName: 'heard', title: 'Heard on', type: 'Date' })
    await insertFieldOn(parts.app, form, { apiName: 'urgent', title: 'Quick', type: 'Checkbox' })
    await insertFieldOn(parts.app, form, {
      apiName: 'areas',
      title: 'Areas',
      type: 'List',
      options: [{ label: 'Tax' }, { label: 'Labour law' }],
    })
    const rows = [
      'Name;Type;Value;Court;Heard on;Quick;Areas',
      'One;Disputes;USD 1.234,50;High Court;3 March 2021;yes;Tax; labour law',
      'Two;Disputes;99;;4 March 2021;;',
    ].map((row) => row.replace('Tax; labour law', '"Tax; labour law"'))
    const { id, columns } = await imports.send('matters', rows.join('\n'))
    expect(columns.map(({ property, pattern }) => [property, pattern]).slice(2, 5)).toEqual([
      ['fields.value', '1.234,56'],
      ['fields.court', null],
      ['fields.heard', 'dd month yyyy'],
    ])
    await imports.act(id, 'check')
    expect((await imports.problems(id)).map(({ problem, rows: of }) => [problem, of])).toEqual([
      ['Court is missing, which the form of this type requires.', [3]],
    ])
    expect(await imports.act(id, 'run', { warnings: 'SkipRows' })).toMatchObject({ made: 1, skipped: 1 })
    const [made] = (await caller.get('/v2/matters')).json<{ items: { fields: unknown }[] }>().items
    expect(made?.fields).toMatchObject({
      value: 1234.5,
      court: 'High Court',
      heard: '2021-03-03',
      urgent: true,
      areas: [{ label: 'Tax' }, { label: 'Labour law' }],
    })
  })

  test('a workbook is read like CSV, with its days as days [X-1]', async () => {
    await insertCategory(parts.app, organisationId, { name: 'Disputes' })
    const columns = ['Name', 'Type', 'Created'].map((title) => ({
      title,
      kind: title === 'Created' ? ('date' as const) : ('text' as const),
    }))
    const rows = Readable.from([[['Lease', 'Disputes', '2019-03-31']]])
    const book = await bytesOf(xlsxOf({ columns, rows }, 'Matters'))
    const { id, columns: read } = await imports.send('matters', book, 'matters.xlsx')
    expect(read[2]).toMatchObject({ property: 'created', pattern: 'yyyy-mm-dd' })
    await imports.act(id, 'check')
    expect(await imports.act(id, 'run')).toMatchObject({ made: 1 })
    const [made] = (await caller.get('/v2/matters')).json<{ items: { created: unknown }[] }>().items
    expect(made?.created).toMatchObject({ dateUtc: '2019-03-30T23:00:00.000Z' })
  })
})
