// Creates an organisation with any number of matters and contracts, to try how the platform performs when it is full.
// Its records are written with COPY, without history and documents; everything else is as if people had created them.
import type pg from 'pg'
import { createContractTemplate } from '../../../contracts/commands/create-contract-template.ts'
import { createField } from '../../../fields/commands/create-field.ts'
import { placeOnForm } from '../../../fields/commands/place-on-form.ts'
import type { FormKey } from '../../../fields/form.ts'
import { createMatterCategory } from '../../../matters/commands/create-matter-category.ts'
import { createOrganisation } from '../../../identity/organisations/commands/create-organisation.ts'
import type { App } from '../../../platform/app.ts'
import { systemActor } from '../../../platform/events/change.ts'
import { conflict } from '../../../platform/errors.ts'
import { hashPassword } from '../../../identity/sessions/passwords.ts'
import { addUser } from '../../../identity/users/commands/add-user.ts'
import { createTeam } from '../../../identity/users/commands/create-team.ts'
import { defaultPermissions } from '../../../identity/users/user.ts'
import { demoPassword } from '../plans/core-records.ts'
import { staff } from '../plans/staff.ts'
import type { Around } from './generate-rows.ts'
import { stepsPerSize, writeRecords } from './write-records.ts'

const demo = systemActor('demo')

interface Options {
  /** The number of matters, and of contracts. */
  readonly size: number
  /** Called now and then with the number of completed steps and of all steps. */
  readonly onProgress?: (done: number, of: number) => void
}

/** What was created: an administrator to sign in as, with the demo's password. */
export interface LargeOrganisation {
  readonly organisationId: number
  readonly name: string
  readonly email: string
}

/**
 * Creates the organisation completely or leaves it without records. Throws conflict if there is already one of this
 * size.
 */
export async function seedLarge(app: App, { size, onProgress }: Options): Promise<LargeOrganisation> {
  const name = `Kestrel Group ${size}`
  const taken = await app.db
    .selectFrom('organisations')
    .where('name', '=', name)
    .select('id')
    .executeTakeFirst()
  if (taken) throw conflict(`There is an organisation "${name}" already. Take another size.`)
  const organisationId = await createOrganisation(app, demo, {
    name,
    type: 'Customer',
    timeZone: 'Pacific/Auckland',
    currency: 'NZD',
  })
  const { email, ...around } = await surroundings(app, organisationId, size)
  await inOneTransaction(app, async (client) => {
    const [firstMatterId, firstContractId] = [
      await blockOfIds(client, 'matters_id', size),
      await blockOfIds(client, 'contracts_id', size),
    ]
    const whole: Around = { organisationId, firstMatterId, firstContractId, ...around, now: app.clock.now() }
    await writeEverything(client, whole, { size, ...(onProgress ? { onProgress } : {}) })
  })
  await inOneTransaction(app, async (client) => {
    await client.query(
      'analyze matters, matter_members, contracts, contract_members, field_values, record_counts',
    )
  })
  return { organisationId, name, email }
}

async function surroundings(app: App, organisationId: number, size: number) {
  const passwordHash = await hashPassword(demoPassword)
  const people = staff.map(async ({ firstName, lastName, role, jobTitle }, index) =>
    addUser(app, demo, {
      organisationId,
      email: `${index === 0 ? 'admin' : `${firstName}.${lastName}`}@kestrel-${size}.example`.toLowerCase(),
      firstName,
      lastName,
      role: index === 0 ? 'Administrator' : role,
      jobTitle,
      permissions: defaultPermissions[index === 0 ? 'Administrator' : role],
      groups: index === 0 ? ['MatterAdministrators', 'ContractAdministrators'] : [],
      passwordHash,
    }),
  )
  const personIds = await Promise.all(people)
  const teamIds = await each(['Commercial', 'Disputes', 'Employment', 'Property'], (team, index) =>
    createTeam(app, demo, {
      organisationId,
      name: team,
      memberIds: personIds.filter((_, place) => place % 4 === index),
    }),
  )
  const categoryIds = await each(['Advice', 'Contract', 'Dispute', 'Project', 'Regulatory'], (category) =>
    createMatterCategory(app, demo, { organisationId, name: category }),
  )
  const templateIds = await each(['NDA', 'Services', 'Supply', 'Lease'], (template) =>
    createContractTemplate(app, demo, {
      organisationId,
      group: 'General',
      name: template,
      category: 'Commercial',
    }),
  )
  const fields = await makeFields(app, organisationId, { categoryIds, templateIds })
  return { personIds, teamIds, categoryIds, templateIds, ...fields, email: `admin@kestrel-${size}.example` }
}

async function makeFields(
  app: App,
  organisationId: number,
  { categoryIds, templateIds }: Pick<Around, 'categoryIds' | 'templateIds'>,
) {
  const amount = { organisationId, title: 'Amount', type: 'Currency' } as const
  const { id: amountFieldId } = await createField(app, demo, amount)
  const { id: riskFieldId } = await createField(app, demo, {
    organisationId,
    title: 'Risk',
    type: 'Dropdown',
    options: ['Low', 'Medium', 'High'].map((label) => ({ label })),
  })
  const forms: readonly FormKey[] = [
    ...categoryIds.map((categoryId) => ({ organisationId, form: 'MatterDetails' as const, categoryId })),
    ...templateIds.map((templateId) => ({ organisationId, form: 'ContractDetails' as const, templateId })),
  ]
  for (const form of forms) {
    for (const fieldId of [amountFieldId, riskFieldId]) await placeOnForm(app, demo, form, { fieldId })
  }
  const options = await app.db
    .selectFrom('field_options')
    .where('organisation_id', '=', organisationId)
    .where('field_id', '=', riskFieldId)
    .select('id')
    .orderBy('position')
    .execute()
  return { amountFieldId, risk: { fieldId: riskFieldId, optionIds: options.map(({ id }) => id) } }
}

async function each<Item, Made>(
  items: readonly Item[],
  make: (item: Item, index: number) => Promise<Made>,
): Promise<readonly Made[]> {
  const made: Made[] = []
  for (const [index, item] of items.entries()) made.push(await make(item, index))
  return made
}

async function writeEverything(
  client: pg.ClientBase,
  around: Around,
  { size, onProgress }: Options,
): Promise<void> {
  const of = size * stepsPerSize
  let done = 0
  const onSteps = (steps: number) => onProgress?.((done += steps), of)
  await writeRecords(client, around, { size, onSteps })
  await client.query('insert into matter_numbers (organisation_id, last_number) values ($1, $2)', [
    around.organisationId,
    size,
  ])
}

// others may take ids between the two calls below
const spared = 1_000

/** Reserves a number of consecutive ids of the sequence, and returns the first. */
async function blockOfIds(client: pg.ClientBase, sequence: string, count: number): Promise<number> {
  const { rows } = await client.query<{ last: number }>(
    'select setval($1::regclass, nextval($1::regclass) + $2) as last',
    [sequence, count + spared],
  )
  return (rows[0]?.last ?? 0) - count
}

async function inOneTransaction(app: App, work: (client: pg.ClientBase) => Promise<void>) {
  const client = await app.database.pool.connect()
  try {
    // references are checked row by row: with plans made once, and not for an organisation that no statistics know yet
    await client.query(
      'begin; set local statement_timeout = 0; set local plan_cache_mode = force_generic_plan',
    )
    await work(client)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}
