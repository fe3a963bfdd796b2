// Every organisation always has an administrator.
import type { Reader, Tx } from '../../platform/postgres/database.ts'
import { conflict } from '../../platform/errors.ts'
import type { Account } from './access.ts'

/**
 * Refuses to remove the last administrator: throws conflict if the person is an active one and there is no other. The
 * caller has locked the organisation (getAccountToChange), so that two administrators cannot remove each other at the
 * same time.
 */
export async function checkAdministratorRemains(
  tx: Tx,
  { userId, organisationId, role, status }: Account,
): Promise<void> {
  if (role !== 'Administrator' || status !== 'Active') return
  if (await activeAdministrators(tx, organisationId).where('id', '!=', userId).executeTakeFirst()) return
  throw conflict(
    'This is the last active administrator of the organisation. Make somebody else an administrator first.',
  )
}

/**
 * The same after a change of several people: throws conflict if the organisation, which the caller has locked, has no
 * active administrator any more.
 */
export async function checkSomeAdministrator(tx: Tx, organisationId: number): Promise<void> {
  if (await activeAdministrators(tx, organisationId).executeTakeFirst()) return
  throw conflict(
    'No active administrator of the organisation would be left. Make somebody else an administrator first.',
  )
}

/** The ids of the active administrators of an organisation. */
export const activeAdministrators = (db: Reader, organisationId: number) =>
  db
    .selectFrom('users')
    .where('organisation_id', '=', organisationId)
    .where('role', '=', 'Administrator')
    .where('status', '=', 'Active')
    .select('id')
