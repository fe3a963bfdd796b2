// Matters by a few letters, as somebody types them: of their name, their number, or what others call them.
import { sql, type SqlBool } from 'kysely'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import { matterNumberText } from '../platform/display-ids.ts'
import { prepared } from '../platform/postgres/prepared.ts'
import { quickFind, termFrom } from '../platform/lists/quick-find.ts'
import { mattersOf, mattersSharedWith, mattersVisibleTo } from './access.ts'

export interface FoundMatter {
  readonly id: number
  /** The number people know it by. */
  readonly number: string
  readonly name: string
  readonly organisationId: number
  readonly organisationName: string
  readonly reference: string | null
  readonly managerReference: string | null
  readonly purchaseOrderNumber: string | null
  readonly parentId: number | null
}

interface Search {
  readonly typed: string
  readonly includeRestricted: boolean
  readonly take: number
}

/**
 * The matters the caller may see that match what was typed, best first; without anything the latest of their own. Restricted
 * ones only when they are asked for.
 */
export async function quickFindMatters(
  app: App,
  actor: Actor,
  { typed, includeRestricted, take }: Search,
): Promise<readonly FoundMatter[]> {
  const term = termFrom(typed)
  const prefix = app.config.displayIdPrefix
  const on = mattersOf(app.db, actor).innerJoin(
    'organisations',
    'organisations.id',
    'matters.organisation_id',
  )
  const own = includeRestricted ? on : on.where('matters.restricted', '=', false)
  const found = await quickFind(app.db, {
    term,
    take,
    own: own.select([...shown, withOrganisation.as('external_id'), known(prefix, term)]),
    shared: mattersSharedWith(app.db, actor).map((query) =>
      query.select([...shown, references.as('external_id'), known(prefix, term)]),
    ),
  })
  return showMatters(
    app,
    actor,
    found.map(({ id }) => id),
  )
}

const shown = ['matters.organisation_id', 'matters.id', 'matters.name', 'matters.last_activity_at'] as const

// the expression of the index matters_by_words
const references = sql<string>`coalesce(matters.external_id, '') || ' ' || coalesce(matters.reference, '') || ' '
  || coalesce(matters.manager_reference, '') || ' ' || coalesce(matters.purchase_order_number, '')`

/** Those who work for several organisations find their matters by the organisation as well. */
const withOrganisation = sql<string>`${references} || ' ' || organisations.name`

/** Whether the term is the matter's external id, its id or its number, whole or without what precedes it. */
function known(prefix: string, term: string) {
  const ways = [sql<SqlBool>`matters.external_id = ${term}`]
  if (/^\d{1,10}$/.test(term)) {
    ways.push(sql`matters.id = ${term}::bigint`, sql`matters.number = ${term}::bigint`)
  }
  const whole = /^(\d{1,10})-(\d{1,10})$/.exec(withoutPrefix(prefix, term))
  if (whole)
    ways.push(sql`(matters.organisation_id = ${whole[1]}::bigint and matters.number = ${whole[2]}::bigint)`)
  return sql<SqlBool>`(${sql.join(ways, sql` or `)})`.as('known')
}

const withoutPrefix = (prefix: string, term: string) =>
  term.toLowerCase().startsWith(prefix.toLowerCase()) ? term.slice(prefix.length) : term

/** The matters of these ids that the caller may see, in this order. */
async function showMatters(app: App, actor: Actor, ids: readonly number[]): Promise<readonly FoundMatter[]> {
  if (ids.length === 0) return []
  const rows = await mattersVisibleTo(app.db, actor)
    .innerJoin('organisations', 'organisations.id', 'matters.organisation_id')
    .where('matters.id', '=', sql<number>`any(${[...ids]}::bigint[])`)
    .select([
      'matters.id',
      'matters.number',
      'matters.name',
      'matters.organisation_id as organisationId',
      'organisations.name as organisationName',
      'matters.reference',
      'matters.manager_reference as managerReference',
      'matters.purchase_order_number as purchaseOrderNumber',
      'matters.parent_id as parentId',
    ])
    .withPlugin(prepared)
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    if (!row) return []
    return { ...row, number: matterNumberText(app.config.displayIdPrefix, row.organisationId, row.number) }
  })
}
