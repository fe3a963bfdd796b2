// Creating a matter: its organisation, the defaults of its category, its number, and whether it waits in intake.
import type { ReadNewFields } from '../../fields/values/field-input.ts'
import { insertValues } from '../../fields/values/values.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change } from '../../platform/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { AppError, badInput } from '../../platform/errors.ts'
import { countNewRecord } from '../../records/record-counts.ts'
import { matterKind } from '../matter-kind.ts'
import { prepared } from '../../platform/postgres/prepared.ts'
import { findUsableCategory, getCategory, type MatterCategory } from '../categories.ts'
import { matterCreated } from '../events.ts'
import { changesFrom, checkNewMatterFields } from '../fields.ts'
import { countedOf, type Matter, matterColumns, matterOf, nameProblem } from '../matter.ts'
import { checkReferences, externalIdTaken } from './check-matter.ts'
import { insertUncounted } from './insert-members.ts'

/** The properties of a new matter. Those that are absent or null get the defaults of its category and its creator. */
export interface NewMatter {
  /** The actor's organisation; people of a law firm name the customer they work for, or take that of the category. */
  readonly organisationId?: number | 'of-category' | null | undefined
  readonly categoryId: number
  /** By default the name of the category. */
  readonly name?: string | null | undefined
  readonly ownerId?: string | null | undefined
  readonly managerId?: string | null | undefined
  readonly teamId?: number | null | undefined
  readonly parentId?: number | null | undefined
  readonly externalId?: string | null | undefined
  readonly restricted?: boolean | undefined
  readonly urgent?: boolean | undefined
  /** Reads the given values of custom fields. */
  readonly fields?: ReadNewFields
}

/**
 * Creates the matter, in Draft, and returns its id. Its creator is a member, and its owner unless another one is given;
 * somebody of a law firm becomes its manager instead. It waits in intake when a business user creates it or it has no
 * manager.
 */
export function createMatter(app: App, actor: Actor, input: NewMatter): Promise<number> {
  return change(app, actor, async (tx, now) => {
    const category = await categoryOf(tx, actor, input)
    const { organisationId, id: categoryId } = category
    const { values, own } = await checkNewMatterFields(tx, { organisationId, categoryId, read: input.fields })
    const complete = resolveDefaults(actor, category, withOwn(input, changesFrom(own)))
    await checkReferences(tx, actor, { ...complete, categoryId: undefined })
    const matter = await insertMatter(tx, actor, complete, now)
    await insertValues(tx, { kind: 'matter', ...matter }, values)
    const people = [actor.userId, matter.ownerId, ...(matter.managerId === null ? [] : [matter.managerId])]
    await insertUncounted(tx, matter, people, { addedBy: actor.userId, now })
    await countNewRecord(tx, matterKind, { ...matter, ...countedOf(matter) }, people)
    return { result: matter.id, events: [matterCreated(matter)] }
  })
}

/** The input with the properties that built-in fields set, unless they are given directly. */
const withOwn = (input: NewMatter, own: ReturnType<typeof changesFrom>): NewMatter => ({
  ...input,
  ownerId: input.ownerId ?? own.ownerId,
  restricted: input.restricted ?? own.restricted,
})

/** The category, which belongs to the organisation of the new matter; 400 when there is no such category. */
async function categoryOf(tx: Tx, actor: Actor, input: NewMatter): Promise<MatterCategory> {
  const { organisationId, categoryId } = input
  if (organisationId !== 'of-category')
    return getCategoryFor(tx, await organisationOf(tx, actor, organisationId ?? null), categoryId)
  return getCategory(tx, actor, categoryId).catch((error: unknown) => {
    if (!(error instanceof AppError) || error.code !== 'not_found') throw error
    throw badInput('categoryId', 'must be the id of a category that is not deleted.')
  })
}

/**
 * Customers work in their own organisation; law firms have no matters of their own, only those of customers linked to
 * them.
 */
async function organisationOf(tx: Tx, actor: Actor, given: number | null): Promise<number> {
  if (actor.organisationType === 'Customer') {
    if (given === null || given === actor.organisationId) return actor.organisationId
    throw badInput('organisationId', 'must be your own organisation; leave it out.')
  }
  const customer =
    given === null
      ? undefined
      : await tx
          .selectFrom('organisation_links')
          .where('customer_id', '=', given)
          .where('provider_id', '=', actor.organisationId)
          .select('customer_id')
          .executeTakeFirst()
  if (!customer) {
    throw badInput(
      'organisationId',
      'must be a customer of your firm; GET /account-apis/v1/organisations/clients lists them.',
    )
  }
  return customer.customer_id
}

async function getCategoryFor(tx: Tx, organisationId: number, id: number): Promise<MatterCategory> {
  const category = await findUsableCategory(tx, organisationId, id)
  if (category) return category
  throw badInput(
    'categoryId',
    'must be the id of a category that is not deleted; GET /matter-apis/v1/mattercategories lists them.',
  )
}

type Complete = Pick<
  Matter,
  | 'organisationId'
  | 'categoryId'
  | 'name'
  | 'ownerId'
  | 'managerId'
  | 'teamId'
  | 'parentId'
  | 'externalId'
  | 'restricted'
  | 'urgent'
  | 'inIntake'
>

/**
 * The new matter with the defaults of its category and creator where nothing is given; throws 400 for what has neither.
 */
function resolveDefaults(actor: Actor, category: MatterCategory, input: NewMatter): Complete {
  const { rules } = category
  const isOwn = category.organisationId === actor.organisationId
  const name = input.name?.trim() || category.name
  const problem = nameProblem(name)
  if (problem) throw badInput('name', problem)
  const ownerId = input.ownerId ?? (isOwn ? actor.userId : null)
  if (ownerId === null) {
    throw badInput('ownerId', "is missing: the customer's person who is responsible for the matter.")
  }
  const teamId = input.teamId ?? category.teamId
  if (category.teamRequired && teamId === null) {
    throw badInput('teamId', 'is missing: matters of this category must be assigned to a team.')
  }
  const managerId = input.managerId ?? rules?.managerId ?? (isOwn ? null : actor.userId)
  return {
    organisationId: category.organisationId,
    categoryId: category.id,
    name,
    ownerId,
    managerId,
    teamId,
    parentId: input.parentId ?? null,
    externalId: input.externalId?.trim() || null,
    restricted: input.restricted ?? rules?.restricted ?? false,
    urgent: input.urgent ?? rules?.urgent ?? false,
    inIntake: managerId === null || actor.role === 'Standard',
  }
}

async function insertMatter(tx: Tx, actor: Actor, complete: Complete, now: Date): Promise<Matter> {
  const row = await tx
    .insertInto('matters')
    .values({
      organisation_id: complete.organisationId,
      number: await takeNumber(tx, complete.organisationId),
      name: complete.name,
      status: 'Draft',
      category_id: complete.categoryId,
      owner_id: complete.ownerId,
      manager_id: complete.managerId,
      created_by: actor.userId,
      team_id: complete.teamId,
      parent_id: complete.parentId,
      external_id: complete.externalId,
      restricted: complete.restricted,
      urgent: complete.urgent,
      in_intake: complete.inIntake,
      created_at: now,
      updated_at: now,
      last_activity_at: now,
    })
    .returning([...matterColumns])
    .withPlugin(prepared)
    .executeTakeFirstOrThrow()
    .catch(externalIdTaken)
  return matterOf(row)
}

/** The organisation's next number: its row is locked until the transaction ends, so that a failed one leaves no gap. */
async function takeNumber(tx: Tx, organisationId: number): Promise<number> {
  const { last_number } = await tx
    .insertInto('matter_numbers')
    .values({ organisation_id: organisationId, last_number: 1 })
    .onConflict((taken) =>
      taken
        .column('organisation_id')
        .doUpdateSet((eb) => ({ last_number: eb('matter_numbers.last_number', '+', 1) })),
    )
    .returning('last_number')
    .withPlugin(prepared)
    .executeTakeFirstOrThrow()
  return last_number
}
