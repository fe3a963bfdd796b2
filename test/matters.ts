// Matters made for tests of what hangs on them and of reading: straight into the tables.
import type { Insertable } from 'kysely'
import type { App } from '../server/platform/app.ts'
import { bookkeeping } from '../server/platform/change.ts'
import type { MattersTable } from '../server/platform/tables.ts'
import type { TestUser } from './factories.ts'

interface MatterOptions {
  readonly owner: TestUser
  /** Beside the owner. */
  readonly members?: readonly TestUser[]
  readonly values?: Partial<Insertable<MattersTable>>
}

/** A matter of the owner's organisation, with a category and a number of its own; owner and manager are members. */
export function insertMatter(app: App, { owner, members = [], values = {} }: MatterOptions): Promise<number> {
  return bookkeeping(app, async (tx, now) => {
    const { organisationId } = owner
    const category = await tx
      .insertInto('matter_categories')
      .values({ organisation_id: organisationId, name: 'Advice', created_at: now, updated_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { id } = await tx
      .insertInto('matters')
      .values({
        organisation_id: organisationId,
        number: category.id,
        name: 'Advice',
        status: 'Active',
        category_id: category.id,
        owner_id: owner.id,
        created_by: owner.id,
        created_at: now,
        updated_at: now,
        last_activity_at: now,
        ...values,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const people = [owner.id, ...members.map((member) => member.id), values.manager_id]
    for (const userId of new Set(people.filter((each) => typeof each === 'string'))) {
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
    return id
  })
}
