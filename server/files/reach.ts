// Lists of files over all records: which way leads to them. Walking the files in order and looking up the record of each is right for
// somebody who sees much of what there is, and ends with the page; for somebody who sees few records their files are gathered. A
// total goes through all of them anyway, and asks for the records at once.
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import { filesVisibleTo } from './access.ts'

/** So many records are gathered for a page; so many ids the database can hold in memory for a total. */
const gathered = 2_000
const held = 200_000

/** The files that the actor sees, for a page of them in order. */
export async function filesForPage(app: App, actor: Actor): Promise<Files> {
  const { seen, files, few } = await recordsSeen(app, actor)
  return seen > gathered ? files : few
}

/** The same files, to be counted. */
export async function filesToCount(app: App, actor: Actor): Promise<Files> {
  const { seen, files, few, among } = await recordsSeen(app, actor)
  if (seen <= gathered) return few
  return seen > held
    ? files
    : filesVisibleTo(
        app,
        app.db,
        actor,
        among((ids) => sql`in (${ids})`),
      )
}

type Files = ReturnType<typeof filesVisibleTo>

async function recordsSeen(app: App, actor: Actor) {
  const { db, subjects } = app
  const [contracts, matters] = await Promise.all([
    subjects.contract.reach(db, actor),
    subjects.matter.reach(db, actor),
  ])
  const among = (form: (ids: RawBuilder<unknown>) => RawBuilder<unknown>) =>
    sql<SqlBool>`(files.contract_id ${form(contracts.ids)} or files.matter_id ${form(matters.ids)})`
  const files = filesVisibleTo(app, db, actor)
  return {
    seen: contracts.seen + matters.seen,
    files,
    few: files.where(among((ids) => sql`= any(array(${ids}))`)),
    among,
  }
}
