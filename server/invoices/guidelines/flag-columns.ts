// What guidelines have found in the invoices of lists, for people of the organisation that pays. Null for everybody
// else, in filters and sorting as well.
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { Catalogue } from '../../platform/lists/list-query.ts'
import { isPaidByOwnOrganisation } from '../access.ts'

// not through access.ts: of invoices of a list, which start there
const flags = sql`from invoice_flags f
  where f.organisation_id = invoices.organisation_id and f.invoice_id = invoices.id and f.severity <> 'Tell'`

/** SQL over invoices: how many flags were not dismissed. What is only told to the firm is no flag. */
export const openFlags = sql<number>`(select count(*)::integer ${flags} and f.dismissed_at is null)`

/** Columns of lists of invoices. */
export const flagColumns = (actor: Actor) =>
  ({
    openFlags: {
      kind: 'integer',
      nullable: true,
      sql: sql`(case when ${isPaidByOwnOrganisation(actor)} then ${openFlags} end)`,
    },
    flaggedBy: {
      kind: 'text',
      nullable: true,
      sql: sql`(case when ${isPaidByOwnOrganisation(actor)}
        then (select string_agg(distinct f.rule, ' ' order by f.rule) ${flags}) end)`,
    },
  }) as const satisfies Catalogue
