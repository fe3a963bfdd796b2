// Tags as rows of lists: those of one matter, and those of all matters that somebody sees.
import { sql, type SqlBool } from 'kysely'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import { notFound } from '../platform/errors.ts'
import { type Page, type PageAsked, readPage, readRow } from '../platform/lists/list-page.ts'
import type { Catalogue } from '../platform/lists/list-query.ts'
import type { ListedRow, Listing } from '../platform/lists/list-rows.ts'
import type { Reader } from '../platform/postgres/database.ts'
import { placeColumns } from '../platform/lists/placed.ts'
import { getMatterToSee, mattersVisibleTo } from './access.ts'

/** What a list of tags can show, be filtered by and be sorted by. */
export const tagListing = {
  catalogue: {
    id: { kind: 'integer', nullable: false, sql: sql.ref('tags.id') },
    description: { kind: 'text', nullable: false, sql: sql.ref('tags.description') },
    ...placeColumns('tags'),
  } satisfies Catalogue,
  id: { kind: 'integer', sql: sql.ref('tags.id') },
} as const satisfies Listing

/**
 * A page of the tags of the caller's organisation that are on a matter they see: the words may say what others are
 * about.
 */
export const listTagRows = ({ db }: App, actor: Actor, asked: PageAsked): Promise<Page> =>
  readPage(
    db
      .selectFrom('tags')
      .where('tags.organisation_id', '=', actor.organisationId)
      .where(isOnVisibleMatter(db, actor, 'tags')),
    tagListing,
    asked,
  )

/** SQL: whether a matter that the actor sees has the tag. */
const isOnVisibleMatter = (db: Reader, actor: Actor, tag: string) =>
  sql<SqlBool>`exists ${mattersVisibleTo(db, actor)
    .innerJoin('matter_tags', (join) =>
      join
        .onRef('matter_tags.organisation_id', '=', 'matters.organisation_id')
        .onRef('matter_tags.matter_id', '=', 'matters.id'),
    )
    .where('matter_tags.organisation_id', '=', sql.ref<number>(`${tag}.organisation_id`))
    .where('matter_tags.tag_id', '=', sql.ref<number>(`${tag}.id`))
    .select(sql`1`.as('one'))}`

/** SQL: whether administrators may read the tag: not one that was on nothing but restricted matters they do not see. */
export const isKnownTag = (db: Reader, actor: Actor, tag: string) =>
  sql<SqlBool>`(${sql.ref(`${tag}.known`)} or ${isOnVisibleMatter(db, actor, tag)})`

async function tagsOf({ db }: App, actor: Actor, matterId: number) {
  const matter = await getMatterToSee(db, actor, matterId)
  return db
    .selectFrom('tags')
    .innerJoin('matter_tags', (join) =>
      join
        .onRef('matter_tags.organisation_id', '=', 'tags.organisation_id')
        .onRef('matter_tags.tag_id', '=', 'tags.id'),
    )
    .where('tags.organisation_id', '=', matter.organisationId)
    .where('matter_tags.matter_id', '=', matter.id)
}

/** A page of the tags of a matter; not_found for one that the caller does not see. */
export async function listMatterTagRows(
  app: App,
  actor: Actor,
  matterId: number,
  asked: PageAsked,
): Promise<Page> {
  return readPage(await tagsOf(app, actor, matterId), tagListing, asked)
}

/** One tag of a matter; not_found when it is not on it. */
export async function getMatterTagRow(
  app: App,
  actor: Actor,
  { matterId, tagId }: { readonly matterId: number; readonly tagId: number },
  columns: readonly string[],
): Promise<ListedRow> {
  const base = await tagsOf(app, actor, matterId)
  const row = await readRow(base.where('tags.id', '=', tagId), tagListing, columns)
  if (!row) throw notFound()
  return row
}
