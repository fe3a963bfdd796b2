// Creating a matter: its organisation, the defaults of its category, its number, and whether it waits in intake.
import { sql } from 'kysely'
import { type Form, noForm, versionsOf } from '../../fields/form.ts'
import { completeValues, type Known } from '../../fields/values/carried.ts'
import { checkNewValues, checkPast } from '../../fields/values/check.ts'
import { formsWithPast, type ReadNewFields } from '../../fields/values/field-input.ts'
import { holdFieldsOf, insertHeldValues } from '../../fields/values/values.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change, type DomainEvent } from '../../platform/events/change.ts'
import { badInput } from '../../platform/errors.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { statement } from '../../platform/postgres/statement.ts'
import { takeId } from '../../platform/postgres/take-id.ts'
import { insertFirstMembers, insertMembers } from '../../records/new-members.ts'
import { holdPatterns, takeOwnNumber } from '../../records/numbers/take-number.ts'
import { hasSomebody } from '../../records/somebody.ts'
import { countNewRecord } from '../../records/lists/record-counts.ts'
import { findUsableCategory, findVisibleCategory, type MatterCategory } from '../categories.ts'
import { matterCreated } from '../events.ts'
import { changesFrom, getNewMatterForms } from '../fields.ts'
import { checkMayGive } from '../rights-for-changes.ts'
import { matterKind } from '../matter-kind.ts'
import { countedOf, type Matter, nameProblem } from '../matter.ts'
import type { MatterPast } from '../matter-past.ts'
import { isClosed } from '../state.ts'
import { checkReferences, readReferences } from './check-matter.ts'
import { insertMatter } from './insert-matter.ts'

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
  /** Its number elsewhere, which it keeps; without one the next by the pattern of its organisation. */
  readonly ownNumber?: string | undefined
  readonly restricted?: boolean | undefined
  readonly urgent?: boolean | undefined
  /** Reads the given values of custom fields. */
  readonly fields?: ReadNewFields
  /** What was answered on another form; that of the category is not filled in then, and requires nothing. */
  readonly known?: readonly Known[]
  /** What has become of it elsewhere. */
  readonly past?: MatterPast
}

/**
 * Creates the matter, in Draft, and returns its id. Its creator is a member, and its owner unless another one is given;
 * somebody of a law firm becomes its manager instead. It waits in intake when a business user creates it or it has no
 * manager.
 */
export function createMatter(app: App, actor: Actor, input: NewMatter): Promise<number> {
  return change(app, actor, async (tx, now) => {
    const { id, events } = await createWithin(tx, actor, input, now)
    return { result: id, events }
  })
}

/** The same inside a larger change, which stores the returned events. */
export async function createWithin(
  tx: Tx,
  actor: Actor,
  input: NewMatter,
  now: Date,
): Promise<{
  readonly id: number
  readonly organisationId: number
  readonly inIntake: boolean
  readonly events: readonly DomainEvent[]
}> {
  const { past } = input
  const [id, { category, forms: read, patterns }] = await Promise.all([
    takeId(tx, 'matters'),
    readCategory(tx, actor, input),
  ])
  const forms = formsWithPast(input.known === undefined ? read : [noForm, ...read], past?.answers)
  const completed = await completeValues(tx, actor, {
    forms,
    given: input.fields?.(forms) ?? new Map(),
    before: input.known,
    now,
  })
  const references = readReferences(tx, actor, { ...category, former: past !== undefined })
  const { organisationId, id: typeId } = category
  const [{ values, own }, held, , ownNumber] = await Promise.all([
    checkNewValues(tx, forms, completed.values, past?.answers.lacks),
    holdFieldsOf(tx, category, { forms, given: completed.values }),
    references.all(referencesOf(actor, category, input)),
    takeOwnNumber(tx, patterns, { organisationId, kind: 'matter', typeId, brought: input.ownNumber, now }),
  ])
  const asked = withOwn(input, changesFrom(own))
  checkMayGive(actor, category, asked)
  if (past) checkPast('matter', past.state, { forms: forms.slice(1), values }, past.answers.lacks)
  const complete = resolveDefaults(actor, category, asked)
  await checkReferences(tx, actor, { ...complete, categoryId: undefined }, references)
  const matter = {
    ...complete,
    ...lifeOf(complete, past, now),
    ...versionsOf(read),
    id,
    ownNumber,
    createdBy: past?.createdBy ?? actor.userId,
    now,
  }
  insertMatter(tx, matter)
  insertHeldValues(tx, { ...matter, kind: 'matter' }, values, held)
  const people = [matter.ownerId, ...(matter.managerId === null ? [] : [matter.managerId])]
  const userIds = [...(past?.memberIds ?? [actor.userId]), ...people]
  insertFirstMembers(tx, matterKind, matter, { userIds, addedBy: actor.userId, now })
  countNewRecord(tx, matterKind, { ...matter, ...countedOf(matter) }, userIds)
  if (past && !(await hasSomebody(matterKind, tx, matter)))
    await insertMembers(tx, matterKind, matter, { userIds: [actor.userId], addedBy: actor.userId, now })
  return {
    id,
    organisationId: matter.organisationId,
    inIntake: matter.inIntake,
    events: [matterCreated(matter), ...completed.events],
  }
}

/** The state that it begins in and when it came to it, and whether it waits in intake. */
function lifeOf({ inIntake }: Pick<Complete, 'inIntake'>, past: MatterPast | undefined, now: Date) {
  const {
    state = 'Draft',
    createdAt = now,
    closedAt,
    reference = null,
    purchaseOrderNumber = null,
  } = past ?? {}
  const closed = isClosed(state) ? (closedAt ?? createdAt) : null
  const waits = inIntake && closed === null
  if (waits && state === 'Active') {
    throw badInput(
      'managerId',
      'is missing: a matter without a manager waits in intake, and cannot be Active.',
    )
  }
  return {
    state,
    reference,
    purchaseOrderNumber,
    createdAt,
    closedAt: closed,
    activeAt: closed ?? createdAt,
    inIntake: waits,
  }
}

/** The input with the properties that built-in fields set, unless they are given directly. */
const withOwn = (input: NewMatter, own: ReturnType<typeof changesFrom>): NewMatter => ({
  ...input,
  ownerId: input.ownerId ?? own.ownerId,
  restricted: input.restricted ?? own.restricted,
})

interface Chosen {
  readonly category: MatterCategory
  /** The form to fill in, and those of details and core. */
  readonly forms: readonly Form[]
  readonly patterns: Awaited<ReturnType<typeof holdPatterns>>
}

/** The category, which belongs to the organisation of the new matter; 400 when there is no such category. */
async function readCategory(tx: Tx, actor: Actor, input: NewMatter): Promise<Chosen> {
  const { organisationId: given, categoryId } = input
  if (given === 'of-category') return readOwnCategory(tx, actor, categoryId)
  const organisationId = organisationFor(actor, given ?? null)
  const [isLinked, category, forms, patterns] = await Promise.all([
    organisationId === actor.organisationId || isCustomerOf(tx, organisationId, actor.organisationId),
    findUsableCategory(tx, organisationId, categoryId),
    getNewMatterForms(tx, organisationId, categoryId),
    holdPatterns(tx, organisationId),
  ])
  if (!isLinked) throw noSuchCustomer()
  if (category) return { category, forms, patterns }
  throw badInput(
    'categoryId',
    'must be the id of a category that is not deleted; GET /matter-apis/v1/mattercategories lists them.',
  )
}

/** Of all that the actor can use. */
async function readOwnCategory(tx: Tx, actor: Actor, categoryId: number): Promise<Chosen> {
  const [category, forms, patterns] = await Promise.all([
    findVisibleCategory(tx, actor, categoryId),
    getNewMatterForms(tx, actor.organisationId, categoryId),
    holdPatterns(tx, actor.organisationId),
  ])
  if (!category) throw badInput('categoryId', 'must be the id of a category that is not deleted.')
  const { organisationId } = category
  if (organisationId === actor.organisationId) return { category, forms, patterns }
  const theirs = await getNewMatterForms(tx, organisationId, categoryId)
  return { category, forms: theirs, patterns: await holdPatterns(tx, organisationId) }
}

/**
 * Customers work in their own organisation; law firms have no matters of their own, only those of customers linked to
 * them.
 */
function organisationFor(actor: Actor, given: number | null): number {
  if (actor.organisationType === 'Customer') {
    if (given === null || given === actor.organisationId) return actor.organisationId
    throw badInput('organisationId', 'must be your own organisation; leave it out.')
  }
  if (given === null || given === actor.organisationId) throw noSuchCustomer()
  return given
}

const isCustomerOf = async (tx: Tx, customerId: number, providerId: number): Promise<boolean> =>
  (await findLink.run(tx, { customerId, providerId })).length > 0

const findLink = statement<
  { readonly customerId: number; readonly providerId: number },
  { readonly customer_id: number }
>(
  ({ customerId, providerId }) => sql`select customer_id from organisation_links
    where customer_id = ${customerId} and provider_id = ${providerId}`,
)

const noSuchCustomer = () =>
  badInput(
    'organisationId',
    'must be a customer of your firm; GET /account-apis/v1/organisations/clients lists them.',
  )

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

/** What the new matter refers to, unless a built-in field says who owns it. */
function referencesOf(actor: Actor, category: MatterCategory, input: NewMatter) {
  const isOwn = category.organisationId === actor.organisationId
  return {
    ownerId: input.ownerId ?? undefined,
    managerId: input.managerId ?? category.rules?.managerId ?? (isOwn ? null : actor.userId),
    teamId: input.teamId ?? category.teamId,
    parentId: input.parentId ?? null,
  }
}

/**
 * The new matter with the defaults of its category and creator where nothing is given; throws 400 for what has neither.
 */
function resolveDefaults(actor: Actor, category: MatterCategory, input: NewMatter): Complete {
  const { rules } = category
  const isOwn = category.organisationId === actor.organisationId
  const name = input.name?.trim() || category.name
  const problem = nameProblem(name)
  if (problem) throw badInput('name', problem)
  const { managerId, teamId, parentId, ...references } = referencesOf(actor, category, input)
  const ownerId = references.ownerId ?? (isOwn ? actor.userId : null)
  if (ownerId === null) {
    throw badInput('ownerId', "is missing: the customer's person who is responsible for the matter.")
  }
  if (category.teamRequired && teamId === null) {
    throw badInput('teamId', 'is missing: matters of this category must be assigned to a team.')
  }
  return {
    organisationId: category.organisationId,
    categoryId: category.id,
    name,
    ownerId,
    managerId,
    teamId,
    parentId,
    externalId: input.externalId?.trim() || null,
    restricted: input.restricted ?? rules?.restricted ?? false,
    urgent: input.urgent ?? rules?.urgent ?? false,
    inIntake: managerId === null || actor.role === 'Standard',
  }
}
