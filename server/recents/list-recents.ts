// The records of all kinds that a person viewed last.
import { sql } from 'kysely'
import { filesVisibleTo } from '../files/access.ts'
import { recordKinds } from '../kinds/record-kinds.ts'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import type { Subject } from '../platform/subject.ts'
import {
  kindNames,
  kinds,
  recordIdColumns,
  recordIdsOf,
  recordInRow,
  type RecordKindName,
} from '../records/kinds.ts'
import { shownColumns } from '../records/lists/named-records.ts'
import { recentRecords } from '../records/recently-viewed.ts'
import type { RecentKind } from './recent.ts'

export interface Recent {
  readonly kind: RecentKind
  readonly id: number
  readonly title: string
  /** Of a record its number or what its kind says, of a file the record that it is on. */
  readonly description: string | null
  /** The number of a record, of a kind that has numbers. */
  readonly displayId: string | null
  readonly lastActivityAt: Date
  /** The record that a file is on. */
  readonly record: Pick<Subject, 'kind' | 'id'> | null
  readonly matterId: number | null
  readonly contractId: number | null
  readonly contentType: string | null
  readonly ownerId: string | null
  readonly managerId: string | null
  readonly stage: string | null
  readonly categoryName: string | null
  readonly place: number
}

/** The records that the caller viewed last and may still see, most recent first. */
export async function listRecents(app: App, actor: Actor, take: number): Promise<readonly Recent[]> {
  const lists = await Promise.all([
    ...kindNames.map((kind) => recordsSeen(kind, app, actor, take)),
    filesSeen(app, actor, take),
  ])
  return lists
    .flat()
    .sort((a, b) => b.place - a.place)
    .slice(0, take)
}

const none = sql<null>`null`

async function recordsSeen(
  name: RecordKindName,
  app: App,
  actor: Actor,
  take: number,
): Promise<readonly Recent[]> {
  const kind = recordKinds[name]
  const { displayId } = shownColumns(kind, app)
  const columns = {
    description: none,
    ownerId: none,
    managerId: none,
    matterId: none,
    stage: none,
    categoryName: none,
    displayId,
    ...kind.shown.recent(app, actor),
  }
  const rows = await recentRecords(kind, app, actor, { take, columns })
  return rows.map(({ name: title, ...row }) => {
    const { matter_id: matterId, contract_id: contractId } = recordIdsOf({ kind: name, id: row.id })
    return {
      ...row,
      kind: kind.type,
      title,
      description: row.description ?? row.displayId,
      record: null,
      matterId: matterId ?? row.matterId,
      contractId,
      contentType: null,
    }
  })
}

const nothing = {
  displayId: null,
  managerId: null,
  stage: null,
  categoryName: null,
} as const

async function filesSeen(app: App, actor: Actor, take: number): Promise<readonly Recent[]> {
  const rows = await filesVisibleTo(app, app.db, actor)
    .innerJoin('recents', (join) =>
      join
        .onRef('recents.organisation_id', '=', 'files.organisation_id')
        .onRef('recents.record_id', '=', 'files.id'),
    )
    .where('recents.user_id', '=', actor.userId)
    .where('recents.kind', '=', 'File')
    .orderBy('recents.place', 'desc')
    .limit(take)
    .select([
      'files.id',
      'files.name as title',
      ...recordIdColumns('files'),
      'files.content_type as contentType',
      'files.updated_at as lastActivityAt',
      'files.created_by as ownerId',
      'recents.place',
      nameOfRecord.as('description'),
    ])
    .execute()
  return rows.map(({ contract_id: contractId, matter_id: matterId, ...row }) => ({
    ...nothing,
    ...row,
    kind: 'File',
    matterId,
    contractId,
    record: recordInRow({ ...row, contract_id: contractId, matter_id: matterId }),
  }))
}

// not through access.ts: who sees a file sees the record that it is in
const nameOfRecord = sql<string>`coalesce(${sql.join(
  kindNames.map((kind) => {
    const { many, recordId } = kinds[kind]
    return sql`(select r.name from ${sql.table(many)} r
      where r.organisation_id = files.organisation_id and r.id = ${sql.ref(`files.${recordId}`)})`
  }),
)})`
