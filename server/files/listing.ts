// Files and folders as rows with the columns asked for: every one that the caller sees, contract documents among them.
import { sql } from 'kysely'
import { personColumns, personNameColumn } from '../users/person-columns.ts'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import { fileNumberSql } from '../platform/display-ids.ts'
import type { Subject } from '../platform/granted.ts'
import type { ListQuery } from '../platform/lists/list-query.ts'
import { countRows, type ListedRow, type Listing, readRow, readRows } from '../platform/lists/list-rows.ts'
import { type RowSource, rowSource } from '../platform/postgres/row-source.ts'
import { filesVisibleTo } from './access.ts'
import { own, recordId, recordKind } from './columns.ts'
import { subjectColumn } from './file.ts'
import { filesForPage, filesToCount } from './reach.ts'

/** What a list of files can show, be filtered by and be sorted by. */
export const fileListing = ({ config }: Pick<App, 'config'>) =>
  ({
    catalogue: {
      id: own('integer', 'id'),
      organisationId: own('integer', 'organisation_id'),
      name: own('text', 'name'),
      description: own('text', 'description', true),
      displayId: {
        kind: 'text',
        nullable: false,
        sql: fileNumberSql(config.displayIdPrefix, {
          organisationId: 'files.organisation_id',
          fileId: 'files.id',
          version: 'files.version',
        }),
      },
      kind: { ...own('choice', 'kind'), choices: ['File', 'Folder', 'ContractDocument'] },
      folderId: own('integer', 'folder_id', true),
      /** The folders above, outermost first, with their names. */
      folders: {
        kind: 'text',
        nullable: true,
        sql: sql`(select jsonb_agg(jsonb_build_object('id', above.id, 'name', above.name) order by k.place)
          from unnest(files.folder_ids) with ordinality k(id, place)
          join files above on above.organisation_id = files.organisation_id and above.id = k.id)`,
      },
      contentType: own('text', 'content_type', true),
      webUri: own('text', 'web_uri', true),
      resourceType: recordKind,
      resourceId: recordId,
      restricted: own('boolean', 'private'),
      size: own('integer', 'size'),
      version: own('integer', 'version'),
      revision: own('integer', 'revision'),
      createdAt: own('moment', 'created_at'),
      createdById: own('uuid', 'created_by'),
      createdByName: personNameColumn('files.created_by'),
      ...personColumns('createdBy', 'files.created_by'),
      modifiedAt: own('moment', 'updated_at'),
      modifiedByName: personNameColumn('files.updated_by'),
    },
    id: { kind: 'integer', sql: sql.ref('files.id') },
  }) as const satisfies Listing

interface Asked {
  readonly query: ListQuery
  readonly columns: readonly string[]
}

/** A page of the files and folders that the caller sees. */
export async function listVisibleFiles(app: App, actor: Actor, asked: Asked): Promise<readonly ListedRow[]> {
  return readRows(await filesForPage(app, actor), fileListing(app), asked)
}

/** How many of them there are. */
export async function countVisibleFiles(app: App, actor: Actor, query: ListQuery): Promise<number> {
  return countRows(await filesToCount(app, actor), fileListing(app), query)
}

/** The links that the caller sees, of all records. They are few, so that each is looked up whatever its record. */
export const fileLinkRows = (app: App, actor: Actor): RowSource =>
  rowSource(filesVisibleTo(app, app.db, actor).where(sql<boolean>`files.linked`), fileListing(app))

/** A file, of the record if one is given, with the columns asked for; not_found when the caller does not see it there. */
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
