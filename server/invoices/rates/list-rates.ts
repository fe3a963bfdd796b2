// Lists of agreed rates, and one of them with its history.
import { sql } from 'kysely'
import { personColumns } from '../../identity/users/person-columns.ts'
import type { ShownPerson } from '../../identity/users/people-on-records.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import type { Column } from '../../platform/lists/list-query.ts'
import type { ListedRow, Listing } from '../../platform/lists/list-rows.ts'
import { type RowSource, rowSource } from '../../platform/postgres/row-source.ts'
import type { Reader } from '../../platform/postgres/database.ts'
import { ratesVisibleTo } from './access.ts'
import type { NewRate } from './rate.ts'

const own = (kind: Column['kind'], column: string, nullable = false): Column => ({
  kind,
  nullable,
  sql: sql.ref(`agreed_rates.${column}`),
})
const organisationName = (column: string): Column => ({
  kind: 'text',
  nullable: false,
  sql: sql`(select o.name from organisations o where o.id = ${sql.ref(column)})`,
})

/** The columns that can be returned, filtered by and sorted by. */
export const rateListing = {
  catalogue: {
    id: own('integer', 'id'),
    customerId: own('integer', 'organisation_id'),
    customerName: organisationName('agreed_rates.organisation_id'),
    firmId: own('integer', 'provider_id'),
    firmName: organisationName('agreed_rates.provider_id'),
    matterId: own('integer', 'matter_id', true),
    // not through access.ts: only rates of matters that the caller sees are listed
    matterName: {
      kind: 'text',
      nullable: true,
      sql: sql`(select m.name from matters m where m.organisation_id = agreed_rates.organisation_id
        and m.id = agreed_rates.matter_id)`,
    },
    timekeeperNumber: own('text', 'timekeeper_number', true),
    timekeeperName: own('text', 'timekeeper', true),
    timekeeperClass: own('text', 'timekeeper_class', true),
    currency: own('text', 'currency'),
    rate: own('number', 'rate'),
    from: own('local', 'starts_on'),
    to: own('local', 'ends_on', true),
    withdrawn: own('boolean', 'withdrawn'),
    version: own('integer', 'version'),
    setAt: own('moment', 'set_at'),
    setById: own('uuid', 'set_by'),
    ...personColumns('setBy', 'agreed_rates.set_by'),
  },
  id: { kind: 'integer', sql: sql.ref('agreed_rates.id') },
} as const satisfies Listing

/** The rates that the actor sees. Throws forbidden for somebody who does not work on invoices. */
export const rateRows = ({ db }: Pick<App, 'db'>, actor: Actor): RowSource =>
  rowSource(ratesVisibleTo(db, actor), rateListing)

/** A version of a rate, and who made it. */
export interface RateVersion extends NewRate {
  readonly version: number
  readonly withdrawn: boolean
  readonly reason: string | null
  readonly proposalId: number | null
  readonly by: ShownPerson
  readonly at: Date
}

/** A rate that the actor sees with all its versions, the latest first; not_found for any other. */
export async function getRate(
  app: App,
  actor: Actor,
  id: number,
  columns: readonly string[],
): Promise<{ readonly row: ListedRow; readonly versions: readonly RateVersion[] }> {
  const row = await rateRows(app, actor).get(id, columns)
  return { row, versions: await listVersions(app.db, Number(row['customerId']), id) }
}

async function listVersions(db: Reader, organisationId: number, id: number): Promise<readonly RateVersion[]> {
  const rows = await db
    .selectFrom('agreed_rate_versions as v')
    .innerJoin('users', 'users.id', 'v.set_by')
    .where('v.organisation_id', '=', organisationId)
    .where('v.rate_id', '=', id)
    .orderBy('v.version', 'desc')
    .selectAll('v')
    .select([
      'users.id as user_id',
      'users.email',
      'users.first_name',
      'users.last_name',
      'users.organisation_id as user_organisation_id',
    ])
    .execute()
  return rows.map((row) => ({
    matterId: row.matter_id,
    timekeeperNumber: row.timekeeper_number,
    timekeeper: row.timekeeper,
    timekeeperClass: row.timekeeper_class,
    currency: row.currency,
    rate: row.rate,
    from: row.starts_on,
    to: row.ends_on,
    version: row.version,
    withdrawn: row.withdrawn,
    reason: row.reason,
    proposalId: row.proposal_id,
    by: {
      id: row.user_id,
      email: row.email,
      firstName: row.first_name,
      lastName: row.last_name,
      organisationId: row.user_organisation_id,
    },
    at: row.set_at,
  }))
}
