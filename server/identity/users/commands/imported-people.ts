// People who came by an import: those who had left before, and taking back who has never joined.
import { type Actor, checkAdministers } from '../../../platform/actor.ts'
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
    .set({ status: 'Disabled', updated_at: now })
    .where('id', '=', userId)
    .execute()
}

interface MadePeople {
  readonly userIds: readonly string[]
  /** Removes in the same transaction what else says that these people are there. */
  readonly alsoRemove: (tx: Tx, removed: readonly string[]) => Promise<void>
}

/**
 * Removes people who were made as examples, with everything that is theirs alone, and returns those whom anything else
 * names, who stay, with the reason. Who is gone already counts as removed.
 */
export async function removeMadePeople(
  app: App,
  actor: Actor,
  { userIds, alsoRemove }: MadePeople,
): Promise<ReadonlyMap<string, string>> {
  const stay = new Map<string, string>()
  // once more without those that stay: what is theirs alone has to stay as well
  for (;;) {
    const named = await change(app, actor, async (tx) => {
      const found = await lockPeople(
        tx,
        actor,
        userIds.filter((id) => !stay.has(id)),
      )
      const ids = found.map(({ id }) => id)
      await removeOwnRows(tx, ids, [actor.organisationId])
      await tx
        .deleteFrom('user_organisations')
        .where('user_id', 'in', [none, ...ids])
        .execute()
      const others = await findNamed(tx, await readReferences(tx), ids)
      if (others.size > 0) throw new NamedElsewhere(found.filter(({ id }) => others.has(id)))
      await tx
        .deleteFrom('users')
        .where('id', 'in', [none, ...ids])
        .execute()
      await alsoRemove(
        tx,
        userIds.filter((id) => !stay.has(id)),
      )
      const { organisationId } = actor
      const events = ids.map((userId) => personEvent('user.removed', { organisationId, userId }))
      return { result: [], events }
    }).catch((error: unknown) => {
      if (error instanceof NamedElsewhere) return error.people
      throw error
    })
    if (named.length === 0) return stay
    for (const { id, email } of named)
      stay.set(id, `Something of your own names ${email}, who is disabled instead.`)
  }
}

/** Somebody of no organisation, so that a list of nobody is none. */
const none = '00000000-0000-0000-0000-000000000000'

interface Person {
  readonly id: string
  readonly email: string
}

/** Rolls the removal of people back whom something else names. */
class NamedElsewhere extends Error {
  readonly people: readonly Person[]
  constructor(people: readonly Person[]) {
    super('Something else names these people.')
    this.people = people
  }
}

/** Those of the people who are there: nothing can begin to name them until the transaction ends. */
async function lockPeople(tx: Tx, actor: Actor, ids: readonly string[]): Promise<readonly Person[]> {
  checkAdministers(actor)
  return tx
    .selectFrom('users')
    .where('organisation_id', '=', actor.organisationId)
    .where('id', 'in', [none, ...ids])
    .orderBy('id')
    .select(['id', 'email'])
    .forUpdate()
    .execute()
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
