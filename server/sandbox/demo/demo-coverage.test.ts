// The demo's files, tasks, invoices, mail and directory: every property occurs somewhere.
import { beforeAll, describe, expect, test } from 'vitest'
import type { Caller } from '../../../test/http.ts'
import { askList, neverShown, type Row } from '../../../test/lists/lists.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'
import { invoiceStatuses } from '../../invoices/invoice.ts'
import { taskStatuses, taskTypes } from '../../tasks/task.ts'
import { ensureDemo } from './ensure-demo.ts'
import { ashfield } from './plans/core-records.ts'
import { pastInvoices } from './plans/money.ts'

const tested = useTestApp({}, { demo: true })
const callers = new Map<string, Caller>()
const as = (email: string) => {
  const caller = callers.get(email)
  if (!caller) throw new Error(`${email} has no caller`)
  return caller
}
const head = 'admin@harbour.example'
const partner = 'partner@ashfield.example'
const counsel = 'counsel@harbour.example'
const requester = 'requester@harbour.example'
const account = '/account-apis/v1'
let people: Row[]

beforeAll(async () => {
  expect(await ensureDemo(tested.app)).toBe(true)
  for (const email of [head, partner, counsel, requester]) {
    const user = await tested.app.db
      .selectFrom('users')
      .where('email_key', '=', email)
      .select(['id', 'organisation_id as organisationId', 'email', 'first_name as name'])
      .executeTakeFirstOrThrow()
    callers.set(email, await callerFor(tested, user))
  }
  people = await askList<Row[]>(as(head), `${account}/users`)
})

const valuesOf = (rows: readonly Row[], name: string) => new Set(rows.map((row) => row[name]))

describe('files', () => {
  test('are in folders of matters and contracts, some with versions, private, locked or in the bin', async () => {
    const [ofCounsel, ofPartner] = await Promise.all(
      [counsel, partner].map((email) => askList(as(email), '/file-apis/v1/files', { take: 1000 })),
    )
    const counselSees = ofCounsel?.data ?? []
    expect(neverShown(counselSees)).toEqual([])
    expect(valuesOf(counselSees, 'type')).toEqual(new Set(['File', 'Folder']))
    const paths = valuesOf(counselSees, 'path')
    expect(paths).toContain('/Due diligence/Property/Lease of the cold store.pdf')
    expect(paths).toContain('/Board papers/Walk-away position.docx')
    expect(paths).not.toContain('/Correspondence/First draft.docx')
    expect(counselSees.find(({ name }) => name === 'Heads of terms.docx')).toMatchObject({ version: 3 })
    // the law firm manages the matter, so that it sees everything on it; the requester is a member and sees less
    expect(valuesOf(ofPartner?.data ?? [], 'path')).toContain('/Board papers/Walk-away position.docx')
    const ofRequester = await askList(as(requester), '/file-apis/v1/files', { take: 1000 })
    expect(valuesOf(ofRequester.data, 'path')).not.toContain('/Board papers/Walk-away position.docx')
    expect(valuesOf(ofRequester.data, 'path')).not.toContain('/Note on the prospects.docx')
    expect(valuesOf(ofRequester.data, 'path')).toContain('/Drafts/Heads of terms.docx')
  })
})

describe('tasks', () => {
  test('of every type and in every status, late and due, some with subtasks, with people and hours', async () => {
    const tasks = await askList<Row[]>(as(head), '/matter-apis/v1/matters/tasks', { take: 1000 })
    expect(neverShown(tasks)).toEqual([])
    expect(valuesOf(tasks, 'type')).toEqual(new Set(taskTypes))
    expect(valuesOf(tasks, 'status')).toEqual(new Set(taskStatuses))
    const today = tested.app.clock.now().toISOString().slice(0, 10)
    const open = tasks.filter(({ status }) => status === 'NotStarted' || status === 'InProgress')
    const dates = open.flatMap(({ dueDate }) => (typeof dueDate === 'string' ? [dueDate.slice(0, 10)] : []))
    expect(dates.some((day) => day < today)).toBe(true)
    expect(dates.some((day) => day > today)).toBe(true)
  })

  test('and the templates of the legal department and of the firm', async () => {
    const templates = async (email: string) =>
      (await askList<Row[]>(as(email), '/matter-apis/v1/matters/tasktemplates')).map(({ name }) => name)
    expect(await templates(head)).toEqual(['Claim through the courts', 'New agreement'])
    expect(await templates(partner)).toEqual(['Opening a file'])
  })
})

describe('invoices', () => {
  test('in every state, with everything that an invoice can have', async () => {
    const { data, total } = await askList(as(head), '/invoice-apis/v1/invoices', { take: 1000 })
    // twelve that are made one by one, and two years of others
    expect(total).toBe(12 + pastInvoices.length)
    expect(neverShown(data)).toEqual([])
    const { data: theirs } = await askList(as(partner), '/invoice-apis/v1/invoices', { take: 1000 })
    expect(theirs).toHaveLength(9 + pastInvoices.filter(({ firm }) => firm === ashfield).length)
    expect(neverShown(theirs)).toEqual(['internalNotes'])
    expect(new Set([...valuesOf(data, 'status'), ...valuesOf(theirs, 'status')])).toEqual(
      new Set(invoiceStatuses),
    )
  })

  test('addressed to recipients', async () => {
    const recipients = await askList<Row[]>(as(head), '/invoice-apis/v1/invoices/recipients')
    expect(recipients).toHaveLength(2)
    expect(neverShown(recipients)).toEqual([])
  })
})

test('mail threads of two mail clients, on a matter, a file and a contract, and one that is private', async () => {
  const pages = await Promise.all(
    [counsel, partner].map((email) =>
      askList<{ threads: Row[] }>(as(email), '/account-apis/v1/emails/threads/page'),
    ),
  )
  const threads = pages.flatMap((page) => page.threads)
  expect(neverShown(threads)).toEqual([])
  expect(valuesOf(threads, 'client')).toEqual(new Set(['Outlook', 'Gmail']))
  expect(valuesOf(threads, 'track')).toEqual(new Set([true, false]))
  const answer = await as(counsel).post('/account-apis/v1/emails/threads/byExternalReferenceId', {
    externalReferenceIds: ['<20260504-0812-letter@ashfield.example>'],
  })
  expect(answer.json<{ value: { tracking: object[] }[] }>().value[0]?.tracking).toHaveLength(2)
})

test('people: with and without pictures, invited and disabled, with rates, telephones and live matters', () => {
  expect(people.length).toBeGreaterThan(30)
  expect(neverShown(people)).toEqual([])
  expect(valuesOf(people, 'hasPicture')).toEqual(new Set([true, false]))
  expect(valuesOf(people, 'isDisabled')).toEqual(new Set([true, false]))
  expect(valuesOf(people, 'organisationPictureCacheId').size).toBeGreaterThan(2)
  expect(people.some((row) => Number(row['liveMattersCount']) > 3)).toBe(true)
})

test('live matters are open, owned or managed by the person, and visible to the caller', async () => {
  const daniel = people.find((row) => row['email'] === 'daniel.okafor@harbour.example')
  const ofDaniel = `Owner/Id eq ${String(daniel?.['id'])} or Manager/User/Id eq ${String(daniel?.['id'])}`
  const seen = await as(head).get(`/v2/matters?$top=200&$filter=${encodeURIComponent(ofDaniel)}`)
  const { items } = seen.json<{ items: { status: string }[] }>()
  const live = items.filter(({ status }) => status !== 'Complete' && status !== 'Archived')
  expect(live.length).toBeGreaterThan(0)
  expect(live.length).toBeLessThan(items.length)
  expect(daniel?.['liveMattersCount']).toBe(live.length)
})

test('searches: by permission, by status, by organisation, with the light query', async () => {
  const found = (query: Record<string, string | number>) =>
    askList<Row[]>(as(head), `${account}/users`, query)
  const creators = await found({ 'filter.permission': 'ContractCreator' })
  expect(creators.length).toBeGreaterThan(0)
  expect(creators.length).toBeLessThan(people.length)
  const active = await found({ 'filter.activeusersonly': 'true' })
  const invitedToo = await found({ 'filter.activeandinvitedusersonly': 'true' })
  const disabled = people.filter(({ isDisabled }) => isDisabled).length
  expect(invitedToo.length).toBeGreaterThan(active.length)
  expect(people.length - invitedToo.length).toBe(disabled)
  expect(await found({ 'filter.uselitequery': 'true' })).toEqual(people)
  expect((await found({ 'filter.search': 'oka' })).map(({ lastName }) => lastName)).toEqual(['Okafor'])
})

test('profiles: with every property', async () => {
  const profiles = await Promise.all(
    people.map(({ id }) =>
      as(head)
        .get(`${account}/users/${String(id)}/profile`)
        .then((answer) => answer.json<Row>()),
    ),
  )
  expect(neverShown(profiles)).toEqual([])
  expect(new Set(profiles.map(({ organisationType }) => organisationType))).toEqual(
    new Set(['Customer', 'ServiceProvider']),
  )
  expect(new Set(profiles.map(({ status }) => status))).toEqual(new Set(['Active', 'Invited', 'Disabled']))
})

test.each([
  ['organisations', []],
  ['organisations/clients', []],
  ['teams', []],
])('%s have all their properties', async (path, never) => {
  expect(neverShown(await askList<Row[]>(as(head), `${account}/${path}`))).toEqual(never)
})

test('departments as a tree, one of them deleted, regions, and the financial year', async () => {
  const [organisation] = await askList<Row[]>(as(head), `${account}/organisations/clients`)
  const own = `${account}/organisations/${organisation?.id}`
  expect(neverShown(await askList<Row[]>(as(head), `${own}/departments`))).toEqual([])
  expect((await askList<Row[]>(as(head), `${own}/regions`)).length).toBeGreaterThan(1)
  const settings = await askList<Row>(as(head), `${account}/organisations/financialsettings`)
  expect(neverShown([settings])).toEqual([])
  expect(await askList(as(head), `${account}/features/CONTRACTS`)).toEqual({
    featureCode: 'CONTRACTS',
    isEnabled: true,
  })
})
