// The records that threads belong to, as the reader may currently see them.
import { getFileDetails } from '../files/read-file.ts'
import { recordKinds } from '../kinds/record-kinds.ts'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import { AppError } from '../platform/errors.ts'
import { readEachKind, recordsByIds, shownColumns } from '../records/lists/named-records.ts'
import type { MailRecord } from './thread.ts'

/** A record as its reader sees it; absent if they may not see it or it no longer exists. */
export interface RecordView {
  readonly record: ShownRecord | undefined
  readonly filePath: string | undefined
}

interface ShownRecord {
  readonly id: number
  /** Its number; null for one of a kind without numbers. */
  readonly displayId: string | null
  readonly name: string
  readonly state: string
}

/** Reads all records at once and returns a look-up of their views. */
export async function readRecords(
  app: App,
  actor: Actor,
  records: readonly MailRecord[],
): Promise<(record: MailRecord) => RecordView> {
  const fileIds = [...new Set(records.flatMap(({ fileId }) => (fileId === null ? [] : [fileId])))]
  const [shown, paths] = await Promise.all([
    readEachKind<ShownRecord>(records, (name, ids) => {
      const kind = recordKinds[name]
      return recordsByIds(kind, { db: app.db, actor }, { ids, columns: shownColumns(kind, app) })
    }),
    Promise.all(
      fileIds.map(async (id): Promise<[number, string | undefined]> => [id, await pathOf(app, actor, id)]),
    ),
  ])
  const filePaths = new Map(paths)
  return (record) => ({
    record: shown(record),
    filePath: record.fileId === null ? undefined : filePaths.get(record.fileId),
  })
}

async function pathOf(app: App, actor: Actor, fileId: number): Promise<string | undefined> {
  try {
    return (await getFileDetails(app, actor, fileId)).path
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return undefined
    throw error
  }
}
