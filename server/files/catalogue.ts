// What a list of files can show, be filtered by and be sorted by. One list for both wire formats; each has its names.
import { sql } from 'kysely'
import { fileNumberSql } from '../platform/display-ids.ts'
import type { Catalogue, Column } from '../platform/lists/list-query.ts'
import { fileOrFolder, own, recordId, recordKind } from './columns.ts'

const path = sql<string>`('/' || coalesce((select string_agg(above.name || '/', '' order by k.place)
  from unnest(files.folder_ids) with ordinality k(id, place)
  join files above on above.organisation_id = files.organisation_id and above.id = k.id), '') || files.name)`

// folders and links have no versions: they came when they were made
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

const columnsWith = (prefix: string) =>
  ({
    id: own('integer', 'id'),
    name: own('text', 'name'),
    type: fileOrFolder,
    description: own('text', 'description', true),
    size: own('integer', 'size'),
    version: own('integer', 'version'),
    contentType: own('text', 'content_type', true),
    externalWebUri: own('text', 'web_uri', true),
    externalContentType: text(sql`(case when files.linked then files.content_type end)`, true),
    isPrivate: own('boolean', 'private'),
    folderId: own('integer', 'folder_id', true),
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
    createdAt: own('moment', 'created_at'),
    uploadedAt: { kind: 'moment', nullable: false, sql: currentVersion('created_at') },
    uploadedBy: text(uploadedBy),
    uploadedByOrganisation: text(uploadedByOrganisation),
    modifiedAt: own('moment', 'updated_at'),
  }) as const satisfies Catalogue

export type FileColumn = keyof ReturnType<typeof columnsWith>

/** The columns of a list of files; `prefix` begins the numbers of documents. */
export const fileCatalogue = (prefix: string): Readonly<Record<FileColumn, Column>> => columnsWith(prefix)
