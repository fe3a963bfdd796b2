// All files and folders that the caller may see, contract documents included, with the requested columns.
import { sql } from 'kysely'
import { personColumns, personNameColumn } from '../../identity/users/person-columns.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { fileNumberSql } from '../../platform/display-ids.ts'
import type { Subject } from '../../platform/subject.ts'
import type { ListQuery } from '../../platform/lists/list-query.ts'
import { countRows, type ListedRow, type Listing, readRow, readRows } from '../../platform/lists/list-rows.ts'
import { type RowSource, rowSource } from '../../platform/postgres/row-source.ts'
import { filesVisibleTo } from '../access.ts'
import { ownColumn, recordId, recordKind } from './shared-columns.ts'
import { subjectColumn } from '../file.ts'
import { filesForPage, filesToCount } from './list-strategy.ts'

// the person in updated_by is the colleague in whose name what somebody without an account sent is kept
const nameOfGuest = sql`(select regexp_replace(v.guest, ' <[^<>]*>$', '') from file_versions v
  where v.organisation_id = files.organisation_id and v.file_id = files.id and v.version = files.version
    and v.created_at = files.updated_at)`

/** The columns that can be returned, filtered by and sorted by. */
export const fileListing = ({ config }: Pick<App, 'config'>) =>
  ({
    catalogue: {
      id: ownColumn('integer', 'id'),
      organisationId: ownColumn('integer', 'organisation_id'),
      name: ownColumn('text', 'name'),
      description: ownColumn('text', 'description', true),
      displayId: {
        kind: 'text',
        nullable: false,
        sql: fileNumberSql(config.displayIdPrefix, {
          organisationId: 'files.organisation_id',
          fileId: 'files.id',
          version: 'files.version',
        }),
      },
      kind: { ...ownColumn('choice', 'kind'), choices: ['File', 'Folder', 'ContractDocument'] },
      folderId: ownColumn('integer', 'folder_id', true),
      /** The folders that contain it, outermost first, with their names. */
      folders: {
        kind: 'text',
        nullable: true,
        // not through access.ts: who sees a file sees the names of its folders
        sql: sql`(select jsonb_agg(jsonb_build_object('id', above.id, 'name', above.name) order by k.place)
          from unnest(files.folder_ids) with ordinality k(id, place)
          join files above on above.organisation_id = files.organisation_id and above.id = k.id)`,
      },
      contentType: ownColumn('text', 'content_type', true),
      webUri: ownColumn('text', 'web_uri', true),
      resourceType: recordKind,
      resourceId: recordId,
      restricted: ownColumn('boolean', 'private'),
      size: ownColumn('integer', 'size'),
      version: ownColumn('integer', 'version'),
      revision: ownColumn('integer', 'revision'),
      createdAt: ownColumn('moment', 'created_at'),
      createdById: ownColumn('uuid', 'created_by'),
      createdByName: personNameColumn('files.created_by'),
      ...personColumns('createdBy', 'files.created_by'),
      modifiedAt: ownColumn('moment', 'updated_at'),
      modifiedByName: {
        kind: 'text',
        nullable: false,
        sql: sql`coalesce(${nameOfGuest}, ${personNameColumn('files.updated_by').sql})`,
      },
      lockedById: ownColumn('uuid', 'locked_by', true),
      lockedByName: personNameColumn('files.locked_by', true),
      lockExpiresAt: ownColumn('moment', 'lock_expires_at', true),
      lockedFor: ownColumn('text', 'locked_for', true),
      frozen: ownColumn('boolean', 'frozen'),
    },
    id: { kind: 'integer', sql: sql.ref('files.id') },
  }) as const satisfies Listing

interface ListRequest {
  readonly query: ListQuery
  readonly columns: readonly string[]
}

/** A page of the files and folders that the caller may see. */
export async function listVisibleFiles(
  app: App,
  actor: Actor,
  asked: ListRequest,
): Promise<readonly ListedRow[]> {
  return readRows(await filesForPage(app, actor), fileListing(app), asked)
}

/** How many of them there are. */
export async function countVisibleFiles(app: App, actor: Actor, query: ListQuery): Promise<number> {
  return countRows(await filesToCount(app, actor), fileListing(app), query)
}

/** The links that the caller may see, on all records. There are few, so the record of each is checked. */
export const fileLinkRows = (app: App, actor: Actor): RowSource =>
  rowSource(filesVisibleTo(app, app.db, actor).where(sql<boolean>`files.linked`), fileListing(app))

/** A file with the requested columns, of `record` if that is given; not_found if the caller may not see it there. */
export async function getFileRow(
  app: App,
  actor: Actor,
  { id, record }: { readonly id: number; readonly record?: Pick<Subject, 'kind' | 'id'> },
  columns: readonly string[],
): Promise<ListedRow> {
  const file = filesVisibleTo(app, app.db, actor).where('files.id', '=', id)
  const base = record ? file.where(`files.${subjectColumn(record)}`, '=', record.id) : file
  return readRow(base, fileListing(app), columns)
}
