// Finding files that are not indexed as they are: those from before there was an index, after a restore, or whose job
// was lost.
import { sql } from 'kysely'
import type { App } from '../../platform/app.ts'
import { internalTransaction } from '../../platform/events/change.ts'
import { type FileToIndex, indexFile } from './update-file-words.ts'
import { lacksOlderWords } from './older-versions.ts'
import { indexSoon } from './queue-indexing.ts'

const atOnce = 1_000
// the others are found the next time
const mostQueued = 20_000

/** Queues the files whose index is missing or outdated, and returns how many there are. */
export async function indexMissing(app: App): Promise<number> {
  let queued = 0
  for await (const batch of filesToIndex(app, { all: false })) {
    await internalTransaction(app, async (tx) => {
      for (const { organisationId, fileId } of batch) indexSoon(tx, { organisationId, id: fileId })
    })
    queued += batch.length
    if (queued >= mostQueued || app.stopping()) break
  }
  return queued
}

/** What `reindex` has done so far. */
export interface Reindexed {
  readonly files: number
  readonly failed: number
}

/**
 * Indexes every file that needs it, or with `all` every file again from its stored content, and reports after each
 * batch. Files that fail are counted, and left to the server.
 */
export async function* reindex(app: App, { all }: { readonly all: boolean }): AsyncGenerator<Reindexed> {
  let [files, failed] = [0, 0]
  for await (const batch of filesToIndex(app, { all })) {
    for (const file of batch) {
      files++
      await indexFile(app, file, { again: all }).catch((error: unknown) => {
        failed++
        app.log.warn({ err: error, ...file }, 'a file could not be indexed')
      })
    }
    yield { files, failed }
  }
}

async function* filesToIndex(
  { db }: Pick<App, 'db'>,
  { all }: { readonly all: boolean },
): AsyncGenerator<readonly FileToIndex[]> {
  const organisations = await db.selectFrom('organisations').select('id').orderBy('id').execute()
  const isOutdated = sql`(w.file_id is null or w.revision <> f.revision
    or (v.version is not null and t.state is null) or ${lacksOlderWords})`
  for (const { id: organisationId } of organisations) {
    let last = 0
    for (;;) {
      // not through access.ts: files are indexed regardless of who may see them
      const { rows } = await sql<{ id: number }>`select f.id from files f
        left join file_words w on w.organisation_id = f.organisation_id and w.file_id = f.id
        left join file_versions v on v.organisation_id = f.organisation_id and v.file_id = f.id and v.version = f.version
        left join file_texts t on t.organisation_id = v.organisation_id and t.file_id = v.file_id and t.version = v.version
        where f.organisation_id = ${organisationId} and f.id > ${last} and ${all ? sql`true` : isOutdated}
        order by f.id limit ${sql.lit(atOnce)}`.execute(db)
      const end = rows.at(-1)
      if (!end) break
      yield rows.map(({ id }) => ({ organisationId, fileId: id }))
      last = end.id
    }
  }
}
