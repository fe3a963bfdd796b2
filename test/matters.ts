// Matters for tests: for reading straight into the tables, otherwise over the API.
import { randomUUID } from 'node:crypto'
import type { Insertable } from 'kysely'
import { expect } from 'vitest'
import { countedOf, matterColumns, matterOf } from '../server/matters/matter.ts'
import type { App } from '../server/platform/app.ts'
import { internalTransaction } from '../server/platform/events/change.ts'
import { countNewRecord } from '../server/records/lists/record-counts.ts'
import { matterKind } from '../server/matters/matter-kind.ts'
import type { MatterCategoriesTable, MattersTable } from '../server/platform/postgres/tables.ts'
import { isTopic } from '../server/platform/events/topics.ts'
import { createOrganisation, createUser, type TestUser } from './factories.ts'
import type { Caller } from './http.ts'
import type { TestApp } from './test-app.ts'
import { callerFor } from './tokens.ts'

export const mattersPath = '/matter-apis/v1/matters'

/** A category of its own. */
export function insertCategory(
  app: App,
  organisationId: number,
  values: Partial<Insertable<MatterCategoriesTable>> = {},
): Promise<number> {
  return internalTransaction(app, async (tx, now) => {
    const { id } = await tx
      .insertInto('matter_categories')
      .values({
        organisation_id: organisationId,
        name: `Category ${randomUUID().slice(0, 8)}`,
        created_at: now,
        updated_at: now,
        ...values,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  })
}

interface MatterOptions {
  readonly owner: TestUser
  /** `Advice` unless given. */
  readonly categoryId?: number
  /** Beside owner and manager. */
  readonly members?: readonly TestUser[]
  readonly values?: Partial<Insertable<MattersTable>>
}

async function adviceCategory(app: App, organisationId: number): Promise<number> {
  const category = await app.db
    .selectFrom('matter_categories')
    .where('organisation_id', '=', organisationId)
    .where('name', '=', 'Advice')
    .select('id')
    .executeTakeFirst()
  return category?.id ?? insertCategory(app, organisationId, { name: 'Advice' })
}

/** An active matter of the owner's organisation; owner and manager are members. */
export async function insertMatter(
  app: App,
  { owner, members = [], values = {}, ...options }: MatterOptions,
): Promise<number> {
  const { organisationId } = owner
  const categoryId = options.categoryId ?? (await adviceCategory(app, organisationId))
  return internalTransaction(app, async (tx, now) => {
    const { last_number } = await tx
      .insertInto('matter_numbers')
      .values({ organisation_id: organisationId, last_number: 1 })
      .onConflict((taken) =>
        taken
          .column('organisation_id')
          .doUpdateSet((eb) => ({ last_number: eb('matter_numbers.last_number', '+', 1) })),
      )
      .returning('last_number')
      .executeTakeFirstOrThrow()
    const row = await tx
      .insertInto('matters')
      .values({
        organisation_id: organisationId,
        number: last_number,
        name: 'Advice',
        status: 'Active',
        category_id: categoryId,
        owner_id: owner.id,
        created_by: owner.id,
        created_at: now,
        updated_at: now,
        last_activity_at: now,
        ...values,
      })
      .returning([...matterColumns])
      .executeTakeFirstOrThrow()
    const matter = matterOf(row)
    const { id } = matter
    const ids = [owner.id, ...members.map((member) => member.id), values.manager_id]
    const people = [...new Set(ids.filter((each) => typeof each === 'string'))]
    for (const userId of people) {
      await tx
        .insertInto('matter_members')
        .values({ organisation_id: organisationId, matter_id: id, user_id: userId, added_at: now })
        .execute()
      await tx
        .insertInto('user_organisations')
        .values({ user_id: userId, organisation_id: organisationId })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    }
    countNewRecord(tx, matterKind, { ...matter, ...countedOf(matter) }, people)
    return id
  })
}

export interface MatterWorld {
  readonly owner: TestUser
  readonly organisationId: number
  readonly categoryId: number
  readonly caller: Caller
}

/** An organisation with a lawyer in it who can create matters, and a category. */
export async function matterWorld(parts: TestApp): Promise<MatterWorld> {
  const { id: organisationId } = await createOrganisation(parts.app, { name: 'Harbour' })
  const owner = await createUser(parts.app, { organisationId, firstName: 'Ana', lastName: 'Prior' })
  const categoryId = await insertCategory(parts.app, organisationId, { name: 'Employment' })
  return { owner, organisationId, categoryId, caller: await callerFor(parts, owner) }
}

/** A matter that the caller creates over the API; answers its id. */
export async function createMatter(
  { caller, categoryId }: Pick<MatterWorld, 'caller' | 'categoryId'>,
  more: object = {},
): Promise<number> {
  const answer = await caller.post(mattersPath, { categoryId, name: 'Dismissal', ...more })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<number>()
}

/** What has been told of the matter, in order; without what is history only. */
export async function topicsOf(
  { app }: TestApp,
  organisationId: number,
  matterId: number,
): Promise<string[]> {
  const rows = await app.db
    .selectFrom('events')
    .where('organisation_id', '=', organisationId)
    .where('subject_kind', '=', 'matter')
    .where('subject_id', '=', matterId)
    .orderBy('id')
    .select('name')
    .execute()
  return rows.map(({ name }) => name).filter(isTopic)
}
