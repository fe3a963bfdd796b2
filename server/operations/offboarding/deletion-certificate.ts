// What is left of a deleted organisation: its certificate, and the proof that nothing else is.
import { sql } from 'kysely'
import type { App } from '../../platform/app.ts'
import { notFound } from '../../platform/errors.ts'
import { organisationOfKey } from '../../platform/storage/storage-keys.ts'
import { readOrganisationTables } from '../../platform/postgres/organisation-tables.ts'

export interface DeletionCertificate {
  readonly organisationId: number
  readonly name: string
  readonly reason: string
  readonly requestedAt: Date
  readonly exportedAt: Date | null
  readonly deletedAt: Date
  /** How many rows were removed, by table. */
  readonly removed: unknown
  /** How many contents were removed from the storage; null while that waits. */
  readonly contents: number | null
  /** Counted now: rows of the organisation in any table but that of its former members, and contents in the storage. */
  readonly left: { readonly rows: number; readonly contents: number; readonly formerMembers: number }
}

/** The certificate of a deleted organisation, for the operator; not_found if there is none. */
export async function getDeletionCertificate(app: App, organisationId: number): Promise<DeletionCertificate> {
  const row = await app.db
    .selectFrom('deleted_organisations')
    .where('former_id', '=', organisationId)
    .selectAll()
    .executeTakeFirst()
  if (!row) throw notFound()
  return {
    organisationId,
    name: row.name,
    reason: row.reason,
    requestedAt: row.requested_at,
    exportedAt: row.exported_at,
    deletedAt: row.deleted_at,
    removed: row.removed,
    contents: row.contents_removed_at ? row.contents : null,
    left: {
      ...(await rowsLeft(app, organisationId)),
      contents: await contentsLeft(app, organisationId),
    },
  }
}

async function rowsLeft({ db }: App, organisationId: number) {
  let rows = 0
  let formerMembers = 0
  for (const { name } of await readOrganisationTables(db)) {
    const { rows: counted } = await sql<{ count: number }>`select count(*)::int as count
      from ${sql.table(name)} where organisation_id = ${organisationId}`.execute(db)
    const count = counted[0]?.count ?? 0
    if (name === 'users') formerMembers = count
    else rows += count
  }
  return { rows, formerMembers }
}

async function contentsLeft({ storage }: App, organisationId: number): Promise<number> {
  let left = 0
  for await (const key of storage.keys()) if (organisationOfKey(key) === organisationId) left++
  return left
}
