// Events of setting up, of people and of drafts: what they changed, property by property.
import { beforeAll, expect, test } from 'vitest'
import {
  createContractTemplate,
  createOrganisation,
  createUser,
  type TestUser,
} from '../../../test/factories.ts'
import { createInvoiceWorld, draftInvoice } from '../../../test/fixtures/invoices.ts'
import type { Caller } from '../../../test/http.ts'
import { insertMatter } from '../../../test/fixtures/matters.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'

const parts = useTestApp()
let organisationId: number
let admin: TestUser
let caller: Caller

interface Entry {
  readonly action: string
  readonly changes: readonly { property: string; label: string; from: unknown; to: unknown }[]
}

beforeAll(async () => {
  organisationId = (await createOrganisation(parts.app)).id
  admin = await createUser(parts.app, { organisationId, role: 'Administrator' })
  caller = await callerFor(parts, admin)
})

async function latest(path: string, action: string, by = caller) {
  const answer = await by.get(`/v2/${path}`)
  expect(answer.statusCode, answer.body).toBe(200)
  const entry = answer.json<{ items: Entry[] }>().items.find((each) => each.action === action)
  return entry?.changes.map(({ property, from, to }) => [property, from, to])
}

const done = (answer: { readonly statusCode: number; readonly body: string }) =>
  expect(answer.statusCode, answer.body).toBeLessThan(300)

test('a profile, with the department by its name [V-346]', async () => {
  const made = await caller.post('/v2/departments', { name: 'Disputes' })
  done(made)
  const { id } = made.json<{ id: number }>()
  const profile = { jobTitle: 'Counsel', department: { id }, hourlyRate: 120.5 }
  done(await caller.patch(`/v2/users/${admin.id}/profile`, profile))
  expect(await latest('history', 'user.profile.updated')).toEqual(
    expect.arrayContaining([
      ['jobTitle', null, 'Counsel'],
      ['hourlyRate', null, 120.5],
      ['department', null, { id, name: 'Disputes' }],
    ]),
  )
  done(await caller.patch(`/v2/users/${admin.id}/profile`, { jobTitle: null }))
  expect(await latest('history', 'user.profile.updated')).toEqual([['jobTitle', 'Counsel', null]])
})

test('financial settings, contract types and merged parties [V-346]', async () => {
  done(await caller.patch('/v2/financialSettings', { currency: 'NZD' }))
  expect(await latest('history', 'organisation.financialsettings.updated')).toEqual([
    ['currency', 'USD', 'NZD'],
  ])
  const templateId = await createContractTemplate(parts.app, { organisationId, name: 'NDA' })
  done(await caller.patch(`/v2/contractTypes/${templateId}`, { name: 'Mutual NDA' }))
  expect(await latest('history', 'contractTemplate.updated')).toEqual([['name', 'NDA', 'Mutual NDA']])
  const party = async (name: string) =>
    (await caller.post('/v2/contractParties', { name })).json<{ id: number }>().id
  const [from, into] = [await party('Acme'), await party('Acme Ltd')]
  done(await caller.post(`/v2/contractParties/${from}/merge`, { into: { id: into } }))
  expect(await latest('history', 'contract-entity.merged')).toEqual([['name', 'Acme', 'Acme Ltd']])
})

test('a draft of an invoice: texts, dates and lines [V-346]', async () => {
  const { lawyer, matterId } = await createInvoiceWorld(parts)
  const draft = await draftInvoice(parts.app, lawyer.actor, matterId, { description: 'Advice' })
  const lines = [{ kind: 'Fee', description: 'Review', quantity: 2, unitPrice: 150 }]
  done(await lawyer.caller.patch(`/v2/invoices/${draft}`, { description: 'Advice on the lease', lines }))
  expect(await latest(`invoices/${draft}/history`, 'invoice.updated', lawyer.caller)).toEqual([
    ['lines', ['Advice: 2 × 187.5', 'Search: 1 × 20'], ['Review: 2 × 150']],
    ['description', 'Advice', 'Advice on the lease'],
  ])
})

test('a task has a history of its own, for those who see it [V-347]', async () => {
  const matterId = await insertMatter(parts.app, { owner: admin, values: { name: 'Lease' } })
  const task = async (name: string) =>
    (await caller.post(`/v2/matters/${matterId}/tasks`, { name })).json<{ id: number }>().id
  const [one, other] = [await task('Call them'), await task('Write')]
  done(await caller.patch(`/v2/tasks/${one}`, { name: 'Call them back' }))
  done(await caller.patch(`/v2/tasks/${other}`, { name: 'Write again' }))
  expect(await latest(`tasks/${one}/history`, 'task.updated')).toEqual([
    ['name', 'Call them', 'Call them back'],
  ])
  const items = (await caller.get(`/v2/tasks/${one}/history`)).json<{ items: Entry[] }>().items
  expect(items.map(({ action }) => action)).toEqual(['task.updated', 'task.created'])
  const colleague = await callerFor(
    parts,
    await createUser(parts.app, { organisationId, role: 'InhouseLegal' }),
  )
  expect((await colleague.get(`/v2/tasks/${one}/history`)).statusCode).toBe(404)
})
