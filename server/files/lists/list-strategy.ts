// How to select files over all records. If the caller may see many records, it is cheapest to walk the files in order
// and check the record of each, because that stops at the end of the page. If they may see few, the files of those
// records are gathered first. A count visits every file anyway, so it uses the list of record ids.
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import type { SubjectKind } from '../../platform/subject.ts'
import { filesVisibleTo } from '../access.ts'
import { subjectColumn } from '../file.ts'

/** Up to this many records are gathered for a page; up to this many ids fit in the database's memory for a count. */
const maxCollected = 2_000
const maxInMemory = 200_000

/** The files that the actor may see, for a page of them in order. */
export async function filesForPage(app: App, actor: Actor): Promise<Files> {
  const { seen, files, few } = await visibleRecords(app, actor)
  return seen > maxCollected ? files : few
}

/** The same files, to be counted. */
export async function filesToCount(app: App, actor: Actor): Promise<Files> {
  const { seen, files, few, among } = await visibleRecords(app, actor)
  if (seen <= maxCollected) return few
  return seen > maxInMemory
    ? files
    : filesVisibleTo(
        app,
        app.db,
        actor,
        among((ids) => sql`in (${ids})`),
      )
}

type Files = ReturnType<typeof filesVisibleTo>

async function visibleRecords(app: App, actor: Actor) {
  const { db, subjects } = app
  const kinds = Object.keys(subjects) as SubjectKind[]
  const visible = await Promise.all(
    kinds.map(async (kind) => ({
      column: sql.ref(`files.${subjectColumn({ kind })}`),
      ids: subjects[kind].visibleIds(actor),
      count: await subjects[kind].countVisible(db, actor),
    })),
  )
  const among = (form: (ids: RawBuilder<unknown>) => RawBuilder<unknown>) => {
    const ways = visible.map(({ column, ids }) => sql`${column} ${form(ids)}`)
    return sql<SqlBool>`(${sql.join(ways, sql` or `)})`
  }
  const files = filesVisibleTo(app, db, actor)
  return {
    seen: visible.reduce((sum, { count }) => sum + count, 0),
    files,
    few: files.where(among((ids) => sql`= any(array(${ids}))`)),
    among,
  }
}
