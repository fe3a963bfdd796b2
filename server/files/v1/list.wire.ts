// The list of files: parameters and rows in the shape of v1.
import { kindNames, kinds } from '../../records/kinds.ts'
import Type, { type Static } from 'typebox'
import { utcText } from '../../http/v1/dates.wire.ts'
import { filteringQuery, type Names, sortingQuery, listQueryFromV1 } from '../../http/v1/filtering.ts'
import { skipQuery, takeQuery } from '../../http/v1/paging.ts'
import { nullable } from '../../http/v1/people.wire.ts'
import type { App } from '../../platform/app.ts'
import { badInput } from '../../platform/errors.ts'
import type { ListQuery, SortKey } from '../../platform/lists/list-query.ts'
import { type FileColumn, fileCatalogue } from '../lists/folder-columns.ts'
import type { ListLocation, FileRow, FileScope } from '../lists/list-folder.ts'
import { type RecordType, recordType } from '../../http/v1/record-types.wire.ts'

const int32 = Type.Integer({ format: 'int32' })
const largestId = 2_147_483_647

export const fileListQuery = Type.Object({
  recordType: Type.Optional(recordType),
  recordId: Type.Optional(Type.Integer({ format: 'int32', minimum: 1, maximum: largestId })),
  ...skipQuery,
  folderId: Type.Optional(Type.Integer({ format: 'int32', minimum: 0, maximum: largestId })),
  ...filteringQuery,
  ...sortingQuery,
  ...takeQuery(),
  recursive: Type.Optional(Type.Boolean({ default: false })),
})

export const fileListPage = Type.Object({
  data: Type.Array(
    Type.Object(
      {
        id: int32,
        type: Type.Unsafe<'Folder' | 'File'>({ type: 'string', enum: ['Folder', 'File'] }),
        name: nullable<string>('string'),
        size: Type.Integer({ format: 'int64' }),
        version: int32,
        uploadedDateUtc: Type.String({ format: 'date-time' }),
        isPrivate: Type.Boolean(),
        uploadedBy: nullable<string>('string'),
        uploadedByOrganisation: nullable<string>('string'),
        fileModifiedDateUtc: nullable<string>('string', { format: 'date-time' }),
        documentId: nullable<string>('string'),
        path: nullable<string>('string'),
      },
      { additionalProperties: false },
    ),
  ),
  total: int32,
})

/** The columns that a row shows. */
export const listedColumns = [
  'id',
  'type',
  'name',
  'size',
  'version',
  'uploadedAt',
  'isPrivate',
  'uploadedBy',
  'uploadedByOrganisation',
  'modifiedAt',
  'documentId',
  'path',
] as const satisfies readonly FileColumn[]

/** v1's names, in lower case, of the columns that a list can be filtered and sorted by. */
const columnsByName = new Map<string, FileColumn>([
  ...(
    ['id', 'type', 'name', 'size', 'version', 'description', 'contentType', 'isPrivate', 'folderId'] as const
  ).map((name): [string, FileColumn] => [name.toLowerCase(), name]),
  ...(
    [
      'uploadedBy',
      'uploadedByOrganisation',
      'documentId',
      'path',
      'parentRecordId',
      'parentRecordType',
      'externalWebUri',
      'externalContentType',
    ] as const
  ).map((name): [string, FileColumn] => [name.toLowerCase(), name]),
  ['createddateutc', 'createdAt'],
  ['uploadeddateutc', 'uploadedAt'],
  ['filemodifieddateutc', 'modifiedAt'],
])

const namesOffered = [
  ...Object.keys(fileListPage.properties.data.items.properties),
  'description',
  'contentType',
  'folderId',
  'createdDateUtc',
  'parentRecordId',
  'parentRecordType',
  'externalWebUri',
  'externalContentType',
]

const newestFirst: readonly SortKey[] = [{ name: 'id', descending: true }]

/** Location, filter, order and page of a list; bad_request names what is missing or unknown. */
export function fileListFromV1(
  app: App,
  query: Static<typeof fileListQuery>,
): { readonly scope: FileScope; readonly query: ListQuery } {
  const names: Names = {
    find: (name) => columnsByName.get(name.toLowerCase()),
    offered: namesOffered,
    catalogue: fileCatalogue(app.config.displayIdPrefix),
  }
  return {
    scope: scopeFromV1(query),
    query: listQueryFromV1(query, names, newestFirst),
  }
}

function scopeFromV1({
  recordType: type,
  recordId,
  folderId,
  recursive = false,
}: Static<typeof fileListQuery>): FileScope {
  if (recordId !== undefined && type === undefined) {
    throw badInput('recordType', 'is missing: it says what recordId is the id of.')
  }
  if (type !== undefined && recordId === undefined) throw badInput('recordId', 'is missing.')
  const folder = folderId === undefined ? {} : { folderId }
  if (type === undefined || recordId === undefined) {
    if (folderId === 0) throw badInput('folderId', '0 is the root of a record: say of which one.')
    return { ...folder, recursive }
  }
  return { place: placeFromV1(type, recordId, 'recordType'), ...folder, recursive }
}

const places: Partial<Record<RecordType, ListLocation['kind']>> = {
  ...Object.fromEntries(kindNames.map((kind) => [kinds[kind].type, kind])),
  Folder: 'folder',
  Task: 'task',
}

/** The location to list files of; bad_request naming `input` for an unknown kind of record. */
export function placeFromV1(type: RecordType, id: number, input: string): ListLocation {
  const kind = places[type]
  if (!kind) throw badInput(input, `must be one of ${Object.keys(places).join(', ')}.`)
  return { kind, id }
}

interface ListedRow {
  readonly id: number
  readonly type: 'Folder' | 'File'
  readonly name: string
  readonly size: number
  readonly version: number
  readonly uploadedAt: Date
  readonly isPrivate: boolean
  readonly uploadedBy: string
  readonly uploadedByOrganisation: string
  readonly modifiedAt: Date
  readonly documentId: string
  readonly path: string
}

/** A row of the list in the shape of v1. */
export function fileRowToV1(row: FileRow): Static<typeof fileListPage>['data'][number] {
  const { uploadedAt, modifiedAt, uploadedBy, ...same } = row as ListedRow
  return {
    ...same,
    uploadedBy: uploadedBy.trim(),
    uploadedDateUtc: utcText(uploadedAt),
    fileModifiedDateUtc: utcText(modifiedAt),
  }
}
