// An organisation with some of everything, people of every kind in it, and records with everything on them: such that
// the people see, and restricted ones that none of them is on.
import { sql } from 'kysely'
import { expect } from 'vitest'
import { linkOrganisations } from '../../../server/identity/organisations/commands/link-organisations.ts'
import { groups, permissions } from '../../../server/platform/actor.ts'
import { systemActor } from '../../../server/platform/events/change.ts'
import { kindNames, kinds } from '../../../server/records/kinds.ts'
import { createContractTemplate, createOrganisation, createUser, type TestUser } from '../../factories.ts'
import { insertFieldOn, optionIdsOf } from '../../fixtures/fields.ts'
import { addText } from '../../fixtures/files.ts'
import { insertCategory } from '../../fixtures/matters.ts'
import { form } from '../../documents/forms.ts'
import { docx } from '../../documents/docx.ts'
import type { Caller } from '../../http.ts'
import type { TestApp } from '../../test-app.ts'
import { callerFor } from '../../tokens.ts'
import { createWorld, type World } from '../access/world.ts'

interface Person {
  readonly user: TestUser
  readonly caller: Caller
}

/** The organisation of the access cases, with people who will not be on what appears. */
export async function hiddenWorld(parts: TestApp) {
  const { app, server } = parts
  const world = await createWorld(app, server)
  const { organisationId } = world
  const { id: firmId } = await createOrganisation(app, { type: 'ServiceProvider' })
  await linkOrganisations(app, systemActor('test'), { customerId: organisationId, providerId: firmId })
  const users = {
    administrator: await createUser(app, {
      organisationId,
      role: 'Administrator',
      // who may see what all matters cost sees that
      permissions: permissions.filter((each) => each !== 'SeeAllSpend'),
      groups,
    }),
    lawyer: await createUser(app, { organisationId, permissions: ['ManageIntake', 'ManageInvoices'] }),
    'business user': await createUser(app, { organisationId, role: 'Standard' }),
    guest: await createUser(app, { organisationId, role: 'External' }),
    'law firm': await createUser(app, {
      organisationId: firmId,
      role: 'MatterManager',
      permissions: ['ManageInvoices'],
    }),
  }
  const people = new Map<string, Person>()
  for (const [name, user] of Object.entries(users))
    people.set(name, { user, caller: await callerFor(parts, user) })
  const owner = await callerFor(parts, world.people.owner)
  return { world, firmId, users, people, owner, types: await typesOf(world, owner) }
}

export type HiddenWorld = Awaited<ReturnType<typeof hiddenWorld>>

const listed = ['Region', 'Department', 'ContractEntity'] as const

/** A type of each kind with a field of every sort that figures and filters read, and entries of lists to choose. */
async function typesOf({ app, organisationId }: World, owner: Caller) {
  const categoryId = await insertCategory(app, organisationId)
  const templateId = await createContractTemplate(app, { organisationId })
  const requestedId = await sent<{ id: number }>(
    owner.post('/v2/requestTypes', { title: 'Hidden requests', matterType: { id: categoryId } }),
  )
  const choices = new Map<string, number | undefined>()
  for (const [kind, shown] of [
    ['Matter', { organisationId, form: 'MatterDetails', categoryId }],
    ['Contract', { organisationId, form: 'ContractDetails', templateId }],
  ] as const) {
    const field = (type: Parameters<typeof insertFieldOn>[2]['type'], more: object = {}) =>
      insertFieldOn(app, shown, { title: `${kind} ${type}`, apiName: `${kind}${type}`, type, ...more })
    for (const type of ['ShortText', 'Currency', 'Date', ...listed] as const) await field(type)
    const lookup = await field('Lookup', { options: [{ label: 'Low' }, { label: 'High' }] })
    choices.set(kind, (await optionIdsOf(app, organisationId, lookup))['High'])
  }
  const named = async (path: string) =>
    (await sent<{ id: number }>(owner.post(path, { name: `Entry of ${path}` }))).id
  const entries = {
    Region: await named('/v2/regions'),
    Department: await named('/v2/departments'),
    ContractEntity: await named('/v2/contractParties'),
  }
  const valuesOf = (kind: 'Matter' | 'Contract') => ({
    [`${kind}ShortText`]: 'Hidden words',
    [`${kind}Currency`]: 125_000,
    [`${kind}Date`]: '2026-09-30',
    [`${kind}Lookup`]: choices.get(kind),
    ...Object.fromEntries(listed.map((type) => [`${kind}${type}`, entries[type]])),
  })
  return { categoryId, templateId, requestedId: requestedId.id, valuesOf }
}

/** Makes those who see nothing without it members of every unrestricted record that the owner has. */
export async function putOnRecords({ world, users, owner }: HiddenWorld): Promise<void> {
  for (const kind of kindNames) {
    const { many } = kinds[kind]
    const { rows } = await sql<{ id: number }>`select id from ${sql.table(many)}
      where organisation_id = ${world.organisationId} and owner_id = ${world.people.owner.id}
        and not restricted and deleted_at is null order by id`.execute(world.app.db)
    // some take nobody any more
    for (const { id } of rows)
      for (const { id: userId } of [users.guest, users['law firm']])
        await owner.put(`/v2/${many}/${id}/members/${userId}`, { roles: ['Member'] })
  }
}

/** Makes a matter, a contract and a request with everything that can be on them. */
export async function addRecords(made: HiddenWorld, restricted: boolean): Promise<void> {
  const { owner, types } = made
  const name = restricted ? 'Hidden affair' : 'Known affair'
  const common = { name, restricted, externalId: name }
  const matter = await sent<{ id: number }>(
    owner.post('/v2/matters', {
      ...common,
      type: { id: types.categoryId },
      fields: types.valuesOf('Matter'),
    }),
  )
  const { payload, headers } = form({
    targetResourceType: 'ContractCreation',
    file: { name: `${name}.docx`, content: docx([name]) },
  })
  const document = await sent(owner.post('/v2/files', payload, { headers }))
  const contract = await sent<{ id: number }>(
    owner.post('/v2/contracts', {
      ...common,
      type: { id: types.templateId },
      document,
      fields: types.valuesOf('Contract'),
      expiry: '2026-04-30',
    }),
  )
  const request = await sent<{ id: number }>(
    owner.post('/v2/requests', { type: { id: types.requestedId }, name, description: name }),
  )
  if (restricted) await sent(owner.patch(`/v2/matters/${request.id}`, { restricted }))
  await addToMatter(made, matter.id, name)
  await addToContract(made, contract.id, name)
  if (restricted) return
  for (const [who, records] of [
    [made.users.lawyer, [`matters/${matter.id}`, `contracts/${contract.id}`]],
    [made.users.guest, [`matters/${matter.id}`, `contracts/${contract.id}`]],
    [made.users['business user'], [`matters/${matter.id}`, `contracts/${contract.id}`]],
    [made.users['law firm'], [`matters/${matter.id}`]],
  ] as const)
    for (const record of records)
      await sent(owner.put(`/v2/${record}/members/${who.id}`, { roles: ['Member'] }))
}

async function addToMatter({ owner, firmId, world }: HiddenWorld, id: number, name: string): Promise<void> {
  const at = `/v2/matters/${id}`
  await sent(owner.post(`${at}/tags`, { description: `tag of ${name}` }))
  await sent(owner.post(`${at}/tags`, { description: 'tag of both' }))
  await sent(owner.post(`${at}/conversation`, { text: name }))
  await sent(owner.post(`${at}/statusMessages`, { message: name }))
  await sent(
    owner.post(`${at}/tasks`, {
      name,
      dueDate: '2026-03-10T12:00:00',
      assignee: { id: world.people.owner.id },
    }),
  )
  await addText(owner, `Matter/${id}`, `${name}.txt`)
  await sent(owner.put(`${at}/budget`, { amount: 50_000, currency: 'EUR' }))
  await sent(
    owner.post(`${at}/feeArrangements`, {
      firm: { id: firmId },
      title: name,
      currency: 'EUR',
      amount: 10_000,
    }),
  )
  await sent(
    owner.post('/v2/purchaseOrders', {
      firm: { id: firmId },
      number: name,
      currency: 'EUR',
      amount: 5_000,
      matter: { id },
    }),
  )
  const invoice = await sent<{ id: number }>(
    owner.post('/v2/invoices', {
      matter: { id },
      serviceProvider: { id: firmId },
      number: name,
      invoiceDate: '2026-02-01',
      lines: [{ kind: 'Fee', description: name, quantity: 2, unitPrice: 180 }],
    }),
  )
  await sent(owner.post(`/v2/invoices/${invoice.id}/post`))
  await sent(owner.put(`${at}/hold`, { reason: name }))
}

async function addToContract({ owner }: HiddenWorld, id: number, name: string): Promise<void> {
  const at = `/v2/contracts/${id}`
  await sent(owner.post(`${at}/conversation`, { text: name }))
  await sent(owner.post(`${at}/statusMessages`, { message: name }))
  await sent(owner.post(`${at}/keyDates`, { name, date: '2026-03-20' }))
  await addText(owner, `Contract/${id}`, `${name}.txt`)
}

/** The body of an answer that must be a success. */
export async function sent<Body>(
  answer: Promise<{ readonly statusCode: number; readonly body: string; json: () => unknown }>,
): Promise<Body> {
  const given = await answer
  expect(given.statusCode, given.body).toBeLessThan(300)
  return (given.body === '' ? undefined : given.json()) as Body
}
