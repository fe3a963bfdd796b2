// The columns that `list-folder.ts` can return, filter by and sort by. Both wire formats use it under their own names.
import { sql } from 'kysely'
import { fileNumberSql } from '../../platform/display-ids.ts'
import type { Catalogue, Column } from '../../platform/lists/list-query.ts'
import { fileOrFolder, ownColumn, recordId, recordKind } from './shared-columns.ts'

// not through access.ts: who sees a file sees the names of its folders
const path = sql<string>`('/' || coalesce((select string_agg(above.name || '/', '' order by k.place)
  from unnest(files.folder_ids) with ordinality k(id, place)
  join files above on above.organisation_id = files.organisation_id and above.id = k.id), '') || files.name)`

// folders and links have no versions: use when and by whom they were created
const currentVersion = (column: 'created_at' | 'created_by') =>
  sql`coalesce((select v.${sql.ref(column)} from file_versions v
    where v.organisation_id = files.organisation_id and v.file_id = files.id and v.version = files.version),
    ${sql.ref(`files.${column}`)})`
const uploadedBy = sql<string>`(select u.first_name || ' ' || u.last_name from users u
  where u.id = ${currentVersion('created_by')})`
const uploadedByOrganisation = sql<string>`(select o.name from users u
  join organisations o on o.id = u.organisation_id where u.id = ${currentVersion('created_by')})`

const text = (expression: Column['sql'], nullable = false): Column => ({
  kind: 'text',
  nullable,
  sql: expression,
})

const columnsFor = (prefix: string) =>
  ({
    id: ownColumn('integer', 'id'),
    name: ownColumn('text', 'name'),
    type: fileOrFolder,
    description: ownColumn('text', 'description', true),
    size: ownColumn('integer', 'size'),
    version: ownColumn('integer', 'version'),
    contentType: ownColumn('text', 'content_type', true),
    externalWebUri: ownColumn('text', 'web_uri', true),
    externalContentType: text(sql`(case when files.linked then files.content_type end)`, true),
    isPrivate: ownColumn('boolean', 'private'),
    folderId: ownColumn('integer', 'folder_id', true),
    path: text(path),
    documentId: text(
      fileNumberSql(prefix, {
        organisationId: 'files.organisation_id',
        fileId: 'files.id',
        version: 'files.version',
      }),
    ),
    parentRecordId: recordId,
    parentRecordType: recordKind,
    createdAt: ownColumn('moment', 'created_at'),
    uploadedAt: { kind: 'moment', nullable: false, sql: currentVersion('created_at') },
    uploadedBy: text(uploadedBy),
    uploadedByOrganisation: text(uploadedByOrganisation),
    modifiedAt: ownColumn('moment', 'updated_at'),
  }) as const satisfies Catalogue

export type FileColumn = keyof ReturnType<typeof columnsFor>

/** The columns of a list of files; `prefix` is the first part of document numbers. */
export const fileCatalogue = (prefix: string): Readonly<Record<FileColumn, Column>> => columnsFor(prefix)
