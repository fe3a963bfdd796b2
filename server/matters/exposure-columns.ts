// What matters may cost their organisation, as columns of lists: the latest version (server/invoices/exposure).
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../platform/actor.ts'
import type { Catalogue } from '../platform/lists/list-query.ts'

type Shown = 'amount' | 'currency' | 'probability' | 'reserve'

/** SQL over `matters`: of the latest version, where there is an exposure. */
export const latestExposure = (shown: Shown): RawBuilder<unknown> =>
  sql`(select case when e.amount is not null then ${sql.ref(`e.${shown}`)} end from matter_exposures e
    where e.organisation_id = matters.organisation_id and e.matter_id = matters.id order by e.version desc limit 1)`

/** Columns of lists of matters; null for a matter without an exposure, and for law firms. */
export function exposureColumns({ organisationType }: Pick<Actor, 'organisationType'>) {
  const shown = (name: Shown, type: 'numeric' | 'text' | 'bigint') =>
    organisationType === 'Customer' ? latestExposure(name) : sql`null::${sql.raw(type)}`
  return {
    exposureAmount: { kind: 'number', nullable: true, sql: shown('amount', 'numeric') },
    exposureCurrency: { kind: 'text', nullable: true, sql: shown('currency', 'text') },
    exposureProbability: { kind: 'integer', nullable: true, sql: shown('probability', 'bigint') },
  } as const satisfies Catalogue
}
