// Removes what is in the organisations of the demo, so that it can be made again. The organisations themselves, the
// people of the demo, their sign-ins and the integration clients stay. What is stored of files goes with the next sweep
// of the storage.
import { sql } from 'kysely'
import {
  findNamed,
  type Reference,
  readReferences,
  tablesInOrder,
} from '../../platform/postgres/organisation-tables.ts'
import type { Tx } from '../../platform/postgres/database.ts'

/** What a removal is about. */
export interface Cleared {
  readonly organisationIds: readonly number[]
  /** The people who stay, as they are. */
  readonly keptIds: readonly string[]
  /** The addresses of people who are made again, and so do not count as removed. */
  readonly madeAgain: readonly string[]
}

/**
 * Who of the other people was removed, and who was disabled because records of organisations outside the demo name
 * them.
 */
export interface OtherPeople {
  readonly removed: number
  readonly disabled: number
}

/** Removes everything of the organisations, and everybody who does not stay. */
export async function clearDemo(tx: Tx, cleared: Cleared, now: Date): Promise<OtherPeople> {
  // a sandbox may have been filled to try how that feels
  await sql`set local statement_timeout = 0`.execute(tx)
  const references = await readReferences(tx)
  for (const table of await tablesInOrder(tx, references)) {
    for (const organisationId of cleared.organisationIds) await clearTable(tx, table, organisationId)
  }
  await clearSmallTables(tx, cleared)
  return removeOthers(tx, cleared, { references, now })
}

// Not through access.ts: everything of an organisation goes, no matter who may see it. A repeated call that still runs
// keeps its key, because it may be the one that asks for this.
async function clearTable(tx: Tx, table: string, organisationId: number): Promise<void> {
  const running = table === 'idempotency_keys' ? sql`and status is not null` : sql``
  await sql`delete from ${sql.table(table)} where organisation_id = ${organisationId} ${running}`.execute(tx)
}

async function clearSmallTables(tx: Tx, { organisationIds }: Cleared): Promise<void> {
  const ids = [...organisationIds]
  await tx
    .deleteFrom('organisation_links')
    .where((eb) => eb.or([eb('customer_id', 'in', ids), eb('provider_id', 'in', ids)]))
    .execute()
  await tx.deleteFrom('organisation_link_offers').where('organisation_id', 'in', ids).execute()
  await tx.deleteFrom('mail_domain_claims').where('organisation_id', 'in', ids).execute()
  await tx.deleteFrom('mail_domains').where('organisation_id', 'in', ids).execute()
  await tx.deleteFrom('identity_providers').where('organisation_id', 'in', ids).execute()
  await tx.deleteFrom('identity_provider_drafts').where('organisation_id', 'in', ids).execute()
  await tx.deleteFrom('saml_service_providers').where('organisation_id', 'in', ids).execute()
  await tx.deleteFrom('scim_tokens').where('organisation_id', 'in', ids).execute()
  await tx.deleteFrom('sign_in_policies').where('organisation_id', 'in', ids).execute()
  const ofThem = tx.selectFrom('users').where('organisation_id', 'in', ids).select('id')
  for (const table of [
    'webhook_subscriptions',
    'calendar_feeds',
    'password_links',
    'user_identities',
    // somebody who tries second factors with a shared account would keep others out
    'authenticator_apps',
    'passkeys',
    'recovery_codes',
    'known_devices',
    'pending_sign_ins',
    'provisioned_users',
  ] as const) {
    await tx.deleteFrom(table).where('user_id', 'in', ofThem).execute()
  }
  await tx
    .updateTable('users')
    .set({ department_id: null, speciality_ids: [] })
    .where('organisation_id', 'in', ids)
    .execute()
  // where something of people may be found: of their own organisation that is said when they are added
  await tx
    .deleteFrom('user_organisations')
    .where('organisation_id', 'in', ids)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('users')
            .whereRef('users.id', '=', 'user_organisations.user_id')
            .whereRef('users.organisation_id', '=', 'user_organisations.organisation_id')
            .select('users.id'),
        ),
      ),
    )
    .execute()
}

async function removeOthers(
  tx: Tx,
  { organisationIds, keptIds, madeAgain }: Cleared,
  { references, now }: { readonly references: readonly Reference[]; readonly now: Date },
): Promise<OtherPeople> {
  const others = await tx
    .selectFrom('users')
    .where('organisation_id', 'in', [...organisationIds])
    .where((eb) => eb.not(eb('id', '=', eb.fn.any(eb.val([...keptIds])))))
    .select(['id', 'email_key'])
    .execute()
  const ids = others.map(({ id }) => id)
  if (ids.length === 0) return { removed: 0, disabled: 0 }
  await tx.updateTable('users').set({ created_by: null }).where('created_by', 'in', ids).execute()
  await tx.updateTable('oauth_clients').set({ created_by: null }).where('created_by', 'in', ids).execute()
  await tx.updateTable('oauth_clients').set({ updated_by: null }).where('updated_by', 'in', ids).execute()
  const named = await findNamed(tx, references, ids)
  const removed = ids.filter((id) => !named.has(id))
  if (removed.length > 0) await tx.deleteFrom('users').where('id', 'in', removed).execute()
  if (named.size > 0) {
    await tx
      .deleteFrom('sessions')
      .where('user_id', 'in', [...named])
      .execute()
    await tx
      .deleteFrom('oauth_grants')
      .where('user_id', 'in', [...named])
      .execute()
    await tx
      .updateTable('users')
      .set({ status: 'Disabled', department_id: null, updated_at: now })
      .where('id', 'in', [...named])
      .execute()
  }
  const again = others.filter(({ id, email_key: email }) => madeAgain.includes(email) && !named.has(id))
  return { removed: removed.length - again.length, disabled: named.size }
}
