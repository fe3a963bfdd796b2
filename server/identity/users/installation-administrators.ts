// Who administers the whole installation: administrators of any organisation whom the operator has named on the command
// line. docs/decisions/0114-administrators-of-the-installation.md
import type { App } from '../../platform/app.ts'
import { conflict } from '../../platform/errors.ts'
import { change, type SystemActor } from '../../platform/events/change.ts'
import { getAccountToChange } from './access.ts'
import { personEvent } from './events.ts'
import { fullName } from './user.ts'

/** Somebody whom the operator has named. */
export interface InstallationAdministrator {
  readonly userId: string
  readonly email: string
  readonly name: string
  readonly organisation: string
  /** Whether they are an active administrator of their organisation, without which they may do nothing. */
  readonly counts: boolean
}

/** All of them, in the order of addresses. */
export async function listInstallationAdministrators({
  db,
}: Pick<App, 'db'>): Promise<readonly InstallationAdministrator[]> {
  const rows = await db
    .selectFrom('installation_administrators')
    .innerJoin('users', 'users.id', 'installation_administrators.user_id')
    .innerJoin('organisations', 'organisations.id', 'users.organisation_id')
    .select(['users.id', 'email', 'first_name', 'last_name', 'role', 'status', 'organisations.name'])
    .orderBy('email_key')
    .orderBy('users.id')
    .execute()
  return rows.map((row) => ({
    userId: row.id,
    email: row.email,
    name: fullName(row),
    organisation: row.name,
    counts: row.role === 'Administrator' && row.status === 'Active',
  }))
}

/** Names somebody, for the operator; returns whether they were not named before. Throws conflict for others than active
 * administrators. */
export function addInstallationAdministrator(app: App, actor: SystemActor, userId: string): Promise<boolean> {
  return change(app, actor, async (tx, now) => {
    const account = await getAccountToChange(tx, actor, userId)
    if (account.role !== 'Administrator' || account.status !== 'Active')
      throw conflict(
        `${account.email} is no active administrator of their organisation. Make them one first.`,
      )
    const added = await tx
      .insertInto('installation_administrators')
      .values({ user_id: userId, added_at: now })
      .onConflict((existing) => existing.column('user_id').doNothing())
      .executeTakeFirst()
    const isNew = (added.numInsertedOrUpdatedRows ?? 0n) > 0n
    return { result: isNew, events: isNew ? [personEvent('user.installation.added', account)] : [] }
  })
}

/** Takes it back, for the operator; returns whether they were named. */
export function removeInstallationAdministrator(
  app: App,
  actor: SystemActor,
  userId: string,
): Promise<boolean> {
  return change(app, actor, async (tx) => {
    const account = await getAccountToChange(tx, actor, userId)
    const removed = await tx
      .deleteFrom('installation_administrators')
      .where('user_id', '=', userId)
      .executeTakeFirst()
    const was = removed.numDeletedRows > 0n
    return { result: was, events: was ? [personEvent('user.installation.removed', account)] : [] }
  })
}
