// What names one entry of a list, and which other entries are called much the same.
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import { notFound } from '../platform/errors.ts'
import { kindNames, kinds } from '../records/kinds.ts'
import { filtersOfUses } from './filter-of-uses.ts'
import { getList, isEntrySql, type ReferenceList } from './reference-list.ts'
import { type Entry, seenIds, type UserKind } from './uses.ts'

/** How many of each kind are named. */
const mostNamed = 25
const mostAlike = 5

export interface Uses {
  readonly by: UserKind
  readonly count: number
  /** The $filter that finds those that the actor may see in the list of their kind; null where there is none. */
  readonly filter: string | null
  /** Some of those that the actor may see. */
  readonly items: readonly { readonly id: string; readonly name: string }[]
}

export interface ShownUses {
  readonly uses: readonly Uses[]
  /** Entries that may be meant by the same. */
  readonly similar: readonly Entry[]
}

interface Names {
  readonly table: string
  readonly name: RawBuilder<string>
  /** The column of the id, if it is not `id`. */
  readonly id?: string
}

/** The names of users of an entry, by what they are. */
const namesOf: Readonly<Partial<Record<UserKind, Names>>> = {
  User: { table: 'users', name: sql`n.first_name || ' ' || n.last_name` },
  Department: { table: 'departments', name: sql`n.name` },
  MatterType: { table: 'matter_categories', name: sql`n.name` },
  ContractType: { table: 'contract_templates', name: sql`n.name` },
  RequestType: { table: 'request_types', name: sql`n.title` },
  ApprovalRule: { table: 'contract_templates', name: sql`n.name` },
  Field: { table: 'fields', name: sql`n.title` },
  View: { table: 'saved_views', name: sql`n.name` },
  ProvisionedGroup: { table: 'scim_groups', name: sql`n.name` },
  Invoice: { table: 'invoices', name: sql`n.number` },
  PurchaseOrder: { table: 'purchase_orders', name: sql`n.number` },
  InsideCost: { table: 'inside_costs', name: sql`to_char(n.month, 'YYYY-MM-DD') || ', ' || n.kind` },
  InvoiceApprovalRule: { table: 'invoice_approval_rules', name: sql`n.name`, id: 'position' },
}

/** What names the entry and the actor may see, for administrators; not_found when the list has no such entry. */
export async function showUses(
  app: App,
  actor: Actor,
  { list: name, entryId }: { readonly list: string; readonly entryId: number },
): Promise<ShownUses> {
  const list = await getList(app.db, actor, name)
  const { organisationId } = actor
  const named = { organisationId, entry: sql<number>`${entryId}::bigint` }
  const each = list.uses.map(({ by, ids }, index) => {
    const kind = kindNames.find((one) => kinds[one].type === by)
    const names: Names | undefined = kind ? { table: kinds[kind].many, name: sql`n.name` } : namesOf[by]
    if (!names) throw new Error(`nothing says what a ${by} is called`)
    const seen = seenIds(app, actor, { by, ids }, named)
    const id = sql.ref(`n.${names.id ?? 'id'}`)
    return sql`select ${index}::int as place, ${by}::text as by,
      (select count(distinct i.id) from (${seen}) i)::int as count,
      (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name) order by s.name, s.id), '[]') from (
        select ${id}::text as id, ${names.name} as name from ${sql.table(names.table)} n
        where n.organisation_id = ${organisationId} and ${id} in (${seen})
        order by 2, 1 limit ${mostNamed}) s) as items`
  })
  const [filterOf, found, similar] = await Promise.all([
    filtersOfUses(app.db, { organisationId, list, entryId }),
    sql<
      Omit<Uses, 'filter'>
    >`select by, count, items from (${sql.join(each, sql` union all `)}) u order by place`.execute(app.db),
    findSimilar(app, actor, { list, entryId }),
  ])
  const uses = found.rows.filter(({ count }) => count > 0)
  return {
    uses: uses.map((use) => {
      const kind = kindNames.find((one) => kinds[one].type === use.by)
      return { ...use, filter: kind ? filterOf(kind) : null }
    }),
    similar,
  }
}

async function findSimilar(
  { db }: App,
  actor: Actor,
  { list, entryId }: { readonly list: ReferenceList; readonly entryId: number },
): Promise<readonly Entry[]> {
  const label = (of: string) => sql.ref(`${of}.${list.label}`)
  const { rows } = await sql<Entry & { readonly own: boolean }>`
    select e.id, ${label('e')} as name, e.id = o.id as own from ${sql.table(list.table)} e
    join ${sql.table(list.table)} o on o.organisation_id = e.organisation_id and o.id = ${entryId}
    where ${isEntrySql(list, db, actor)} and o.organisation_id = ${actor.organisationId}
      and (e.id = o.id or similarity(lower(${label('e')}), lower(${label('o')})) > 0.4)
    order by e.id = o.id desc, similarity(lower(${label('e')}), lower(${label('o')})) desc, e.id
    limit ${mostAlike + 1}`.execute(db)
  if (rows[0]?.own !== true) throw notFound()
  return rows.slice(1).map(({ id, name }) => ({ id, name }))
}
