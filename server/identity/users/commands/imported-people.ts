// People who came by an import: those who had left before, and taking back who has never joined.
import type { Actor } from '../../../platform/actor.ts'
import type { App } from '../../../platform/app.ts'
import { change } from '../../../platform/events/change.ts'
import { conflict, notFound } from '../../../platform/errors.ts'
import type { Tx } from '../../../platform/postgres/database.ts'
import { findNamed, readReferences } from '../../../platform/postgres/organisation-tables.ts'
import { getAccountToChange } from '../access.ts'
import { removeOwnRows } from '../erasure/erase-person.ts'
import { personEvent } from '../events.ts'

/** Somebody who has just been inserted, and who had left before: they cannot sign in, and own what they did. */
export async function markAsLeft(tx: Tx, userId: string, now: Date): Promise<void> {
  await tx
    .updateTable('users')
    .set({ status: 'Disabled', invited_at: null, updated_at: now })
    .where('id', '=', userId)
    .execute()
}

/**
 * Removes somebody who was made as an example, with everything that is theirs alone. Throws conflict where anything
 * else names them, not_found if they are gone.
 */
export function removeMadePerson(app: App, actor: Actor, userId: string): Promise<void> {
  return change(app, actor, async (tx) => {
    const { organisationId, email } = await getAccountToChange(tx, actor, userId)
    await removeOwnRows(tx, userId, [organisationId])
    await tx.deleteFrom('user_organisations').where('user_id', '=', userId).execute()
    const named = await findNamed(tx, await readReferences(tx), [userId])
    if (named.size > 0) throw conflict(`Something of your own names ${email}, who is disabled instead.`)
    await tx.deleteFrom('users').where('id', '=', userId).execute()
    return { result: undefined, events: [personEvent('user.removed', { organisationId, userId })] }
  })
}

/** Removes somebody who has never joined and whom nothing names. Throws conflict for anybody else. */
export function removeUnjoined(app: App, actor: Actor, userId: string): Promise<void> {
  return change(app, actor, async (tx) => {
    const { organisationId } = await getAccountToChange(tx, actor, userId)
    const row = await tx
      .selectFrom('users')
      .where('id', '=', userId)
      .select(['joined', 'email'])
      .forUpdate()
      .executeTakeFirst()
    if (!row) throw notFound()
    if (row.joined) throw conflict(`${row.email} has joined: disable them instead.`)
    await tx
      .deleteFrom('team_members')
      .where('organisation_id', '=', organisationId)
      .where('user_id', '=', userId)
      .execute()
    await tx.deleteFrom('user_organisations').where('user_id', '=', userId).execute()
    await tx.deleteFrom('users').where('id', '=', userId).execute()
    return { result: undefined, events: [personEvent('user.removed', { organisationId, userId })] }
  })
}
