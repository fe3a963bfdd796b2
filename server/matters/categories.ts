// Categories of matters: the kinds of legal work of an organisation, as a tree, with their defaults for new matters.
import { sql } from 'kysely'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import type { Reader } from '../platform/postgres/database.ts'
import { notFound } from '../platform/errors.ts'
import type { Column, ListQuery } from '../platform/lists/list-query.ts'
import { countRows, type ListedRow, type Listing, readRow, readRows } from '../platform/lists/list-rows.ts'
import { statement } from '../platform/postgres/statement.ts'

/** The defaults of a category for new matters. */
export interface CategoryRules {
  readonly managerId?: string
  readonly restricted?: boolean
  readonly urgent?: boolean
}

export interface MatterCategory {
  readonly organisationId: number
  readonly id: number
  readonly parentId: number | null
  readonly name: string
  /** What it is for. */
  readonly description: string | null
  /** The position among its siblings: smaller ones come first, then by name. */
  readonly position: number
  /** The team that matters of this kind go to when none is given. */
  readonly teamId: number | null
  readonly teamRequired: boolean
  readonly rules: CategoryRules | null
  readonly isDeleted: boolean
}

const columns = [
  'organisation_id',
  'id',
  'parent_id',
  'name',
  'description',
  'position',
  'team_id',
  'team_required',
  'rules',
  'deleted_at',
] as const

/**
 * Categories that the actor can use: those of their organisation and, for people of a law firm, those of the customers
 * it works for, because that is where they create matters.
 */
const categoriesVisibleTo = (db: Reader, actor: Pick<Actor, 'organisationId'>) =>
  categoriesOf(db, actor).select([...columns])

function categoriesOf(db: Reader, actor: Pick<Actor, 'organisationId'>) {
  return db.selectFrom('matter_categories').where((eb) =>
    eb(
      'organisation_id',
      'in',
      sql<number>`(select ${actor.organisationId}::bigint union all
          select customer_id from organisation_links where provider_id = ${actor.organisationId})`,
    ),
  )
}

type Row = Awaited<ReturnType<ReturnType<typeof categoriesVisibleTo>['execute']>>[number]

const categoryOf = (row: Row): MatterCategory => ({
  organisationId: row.organisation_id,
  id: row.id,
  parentId: row.parent_id,
  name: row.name,
  description: row.description,
  position: row.position,
  teamId: row.team_id,
  teamRequired: row.team_required,
  rules: row.rules as CategoryRules | null,
  isDeleted: row.deleted_at !== null,
})

/** The categories by position, then by name; deleted ones too, because matters keep showing them. */
export async function listCategories({ db }: App, actor: Actor): Promise<readonly MatterCategory[]> {
  const rows = await categoriesVisibleTo(db, actor)
    .orderBy('organisation_id')
    .orderBy('position')
    .orderBy(sql`lower(name) collate "C"`)
    .orderBy('id')
    .execute()
  return rows.map(categoryOf)
}

/** The category, when the actor can use it and it is not deleted; not_found otherwise. */
export async function getCategory(db: Reader, actor: Actor, id: number): Promise<MatterCategory> {
  const category = await findVisibleCategory(db, actor, id)
  if (!category) throw notFound()
  return category
}

/** The same; undefined when there is no such category. */
export async function findVisibleCategory(
  db: Reader,
  { organisationId }: Pick<Actor, 'organisationId'>,
  id: number,
): Promise<MatterCategory | undefined> {
  const [row] = await selectVisible.run(db, { organisationId, id })
  return row && categoryOf(row)
}

interface Wanted {
  readonly organisationId: number
  readonly id: number
}

const selectVisible = statement<Wanted, Row>(({ organisationId, id }, db) =>
  categoriesVisibleTo(db, { organisationId }).where('id', '=', id).where('deleted_at', 'is', null),
)

const selectUsable = statement<Wanted, Row>(({ organisationId, id }, db) =>
  db
    .selectFrom('matter_categories')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .select([...columns]),
)

/** The category of an organisation; undefined when it does not exist or is deleted. */
export async function findUsableCategory(
  db: Reader,
  organisationId: number,
  id: number,
): Promise<MatterCategory | undefined> {
  const [row] = await selectUsable.run(db, { organisationId, id })
  return row && categoryOf(row)
}

const own = (kind: Column['kind'], column: string, nullable = false): Column => ({
  kind,
  nullable,
  sql: sql.ref(`matter_categories.${column}`),
})

/** The columns that a list of matter types can show, filter by and sort by. */
export const categoryListing = {
  catalogue: {
    id: own('integer', 'id'),
    name: own('text', 'name'),
    description: own('text', 'description', true),
    parentId: own('integer', 'parent_id', true),
    parentName: {
      kind: 'text',
      nullable: true,
      sql: sql`(select p.name from matter_categories p
        where p.organisation_id = matter_categories.organisation_id and p.id = matter_categories.parent_id)`,
    },
    place: own('integer', 'position'),
    teamId: own('integer', 'team_id', true),
    teamName: {
      kind: 'text',
      nullable: true,
      sql: sql`(select t.name from teams t
        where t.organisation_id = matter_categories.organisation_id and t.id = matter_categories.team_id)`,
    },
    teamRequired: own('boolean', 'team_required'),
    rules: own('text', 'rules', true),
  },
  id: { kind: 'integer', sql: sql.ref('matter_categories.id') },
} as const satisfies Listing

const usable = (db: Reader, actor: Actor) =>
  categoriesOf(db, actor).where('matter_categories.deleted_at', 'is', null)

/** A page of the categories that the actor may give to new matters. */
export const listMatterTypes = (
  { db }: App,
  actor: Actor,
  asked: { readonly query: ListQuery; readonly columns: readonly string[] },
): Promise<readonly ListedRow[]> => readRows(usable(db, actor), categoryListing, asked)

/** One of them; not_found for others. */
export const getMatterType = (
  { db }: App,
  actor: Actor,
  id: number,
  columns: readonly string[],
): Promise<ListedRow> =>
  readRow(usable(db, actor).where('matter_categories.id', '=', id), categoryListing, columns)

/** How many of them there are. */
export const countMatterTypes = ({ db }: App, actor: Actor, query: ListQuery): Promise<number> =>
  countRows(usable(db, actor), categoryListing, query)
