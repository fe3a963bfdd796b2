// Having a file indexed soon after the change that concerns it, and keeping what a search is narrowed by in step with
// the files.
import { sql } from 'kysely'
import type { Tx } from '../../platform/postgres/database.ts'
import { statement } from '../../platform/postgres/statement.ts'
import { flagOf } from '../../platform/job-flags.ts'
import { kindNames, kinds, type RecordKindName } from '../../records/kinds.ts'
import { type File, subjectColumn } from '../file.ts'

type Named = Pick<File, 'organisationId' | 'id'>

const priority = 10
const mostAttempts = 8

// What the function add_job stores and announces, which takes eight times as long: it goes through two functions and
// five statements. It stores a job besides when there is no task of the name yet, which is once in an installation;
// indexing twice does no harm. The flag lets a process that reads enough of the organisation leave its files for later.
const addIndexJob = statement<{ readonly payload: string; readonly flags: string }, never>(
  ({
    payload,
    flags,
  }) => sql`insert into graphile_worker._private_jobs (task_id, payload, max_attempts, priority, flags)
    select coalesce((select id from graphile_worker._private_tasks where identifier = 'index-file'),
        (select task_id from graphile_worker.add_job('index-file', ${payload}::json))),
      ${payload}::json, ${sql.lit(mostAttempts)}, ${sql.lit(priority)}, ${flags}::jsonb
    from pg_notify('jobs:insert', '{"r":' || random()::text || ',"count":1}')`,
)

/**
 * Has the file indexed once the transaction has been committed: it is new, or its name, description or content has
 * changed.
 */
export function indexSoon(tx: Tx, { organisationId, id }: Named): void {
  addIndexJob.send(tx, {
    payload: JSON.stringify({ organisationId, fileId: id }),
    flags: JSON.stringify({ [flagOf(organisationId)]: true }),
  })
}

/** Files were moved to the bin, or are back. */
export async function noteInBin(
  tx: Tx,
  organisationId: number,
  { ids, inBin }: { readonly ids: readonly number[]; readonly inBin: boolean },
): Promise<void> {
  await tx
    .updateTable('file_words')
    .set({ in_bin: inBin })
    .where('organisation_id', '=', organisationId)
    .where('file_id', '=', sql<number>`any(${[...ids]}::bigint[])`)
    .execute()
}

/** A file was moved to another record, with everything in it. */
export async function noteRecord(
  tx: Tx,
  { organisationId, id }: Named,
  subject: File['subject'],
): Promise<void> {
  // not through access.ts: where files are changes for everybody
  await sql`update file_words set ${sql.join(kindNames.map(recordIdAsIn))} from files f
    where file_words.organisation_id = ${organisationId} and f.organisation_id = file_words.organisation_id
      and f.id = file_words.file_id and f.${sql.ref(subjectColumn(subject))} = ${subject.id}
      and (f.id = ${id} or f.folder_ids @> array[${id}]::bigint[])`.execute(tx)
}

/** SQL: the column for the id of a record as it is in the file. */
function recordIdAsIn(kind: RecordKindName) {
  const column = sql.ref(kinds[kind].recordId)
  return sql`${column} = f.${column}`
}
