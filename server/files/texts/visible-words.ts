// Which files a search looks at: those on records that the caller sees. It narrows the search and decides nothing.
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import type { Reader } from '../../platform/postgres/database.ts'
import { preparedChoice } from '../../platform/postgres/prepared.ts'
import { isOneOf } from '../../platform/postgres/statement.ts'
import type { SubjectKind } from '../../platform/subject.ts'
import { type File, subjectColumn } from '../file.ts'

/** Conditions over `file_words`, as `w`: on a record that the actor sees. */
export interface VisibleWords {
  /** For going through the files of each record. */
  readonly oneByOne: RawBuilder<SqlBool>
  /** For checking files that were found by their words. */
  readonly together: RawBuilder<SqlBool>
  /**
   * How many files there are: so few that they are gone through whatever is looked for, some for phrases, or too many
   * for that.
   */
  readonly files: 'few' | 'some' | 'many'
  /** Whether they are less than nearly all files. */
  readonly narrow: boolean
}

// their files need not be counted
const fewRecords = 400
// more take as long to count as to search
const mostRecords = 2_000
const mostFiles = 4_000

interface Asked {
  /** Only files of this record. */
  readonly record?: File['subject'] | undefined
  readonly hasPhrases: boolean
}

/** Narrows a search to the files on one record, or on those that the actor sees. */
export async function amongVisible(
  { db, subjects }: App,
  actor: Actor,
  { record, hasPhrases }: Asked,
): Promise<VisibleWords> {
  const column = (kind: SubjectKind) => sql.ref(`w.${subjectColumn({ kind })}`)
  if (record) {
    const one = sql<SqlBool>`${column(record.kind)} = ${record.id}`
    return { oneByOne: one, together: one, files: 'few', narrow: true }
  }
  const kinds = Object.keys(subjects) as SubjectKind[]
  // who administers both kinds sees nearly everything: less is sorted out by the rule than by looking up each record
  // here
  if (actor.groups.size === kinds.length) {
    const all = sql<SqlBool>`true`
    return { oneByOne: all, together: all, files: 'many', narrow: false }
  }
  const counts = await Promise.all(kinds.map((kind) => subjects[kind].countVisible(db, actor)))
  const records = counts.reduce((sum, count) => sum + count, 0)
  const each = kinds.map(
    (kind) => sql<SqlBool>`${column(kind)} = any(array(${subjects[kind].visibleIds(actor)}))`,
  )
  const all = kinds.map((kind) => sql<SqlBool>`${column(kind)} in (${subjects[kind].visibleIds(actor)})`)
  // texts with all the words of a phrase are many: those of others are not to be among them. Words alone are found as
  // fast either way
  const areSome = async () =>
    hasPhrases && records <= mostRecords && (await countFiles(db, actor, each)) <= mostFiles
  return {
    oneByOne: anyOf(each),
    together: anyOf(all),
    files: records <= fewRecords ? 'few' : (await areSome()) ? 'some' : 'many',
    narrow: true,
  }
}

const anyOf = (conditions: readonly RawBuilder<SqlBool>[]) =>
  sql<SqlBool>`(${sql.join(conditions, sql` or `)})`

/** How many files fit, counted no further than is of interest. */
async function countFiles(
  db: Reader,
  { organisationIds }: Actor,
  conditions: readonly RawBuilder<SqlBool>[],
): Promise<number> {
  const counts = conditions.map(
    (condition) => sql`(select count(*) from (select from file_words w
      where ${isOneOf(sql.ref('w.organisation_id'), organisationIds)} and ${condition} limit ${sql.lit(mostFiles + 1)}) counted)`,
  )
  // not through access.ts: how many there are decides how to search and is not shown
  const { rows } = await sql<{ files: number }>`select ${sql.join(counts, sql` + `)} as files`
    .withPlugin(preparedChoice)
    .execute(db)
  return rows[0]?.files ?? 0
}
