// Files in the shapes of v2: on their own, and of a contract or matter.
import { kinds, type RecordType, sortedRecordTypes } from '../../records/kinds.ts'
import Type, { type TProperties } from 'typebox'
import type { ListedRow } from '../../platform/lists/list-rows.ts'
import { filtered, type Properties, sorted, thing } from './odata-properties.ts'
import {
  audited,
  auditedByNameToV2,
  createdExample,
  auditedByUser,
  auditedToV2,
  nullable,
  nullableChoice,
  nullableObject,
  textOf,
  userColumns,
  userProperties,
} from './references.wire.ts'
import { columnsFor, type ShownFrom } from './shown-columns.ts'

const fileTypes = ['File', 'Folder', 'ContractDocument'] as const
const deepest = 10

/** A folder with its parent folders; as deep as the documents can express without recursion. */
const folderReference = (depth = 0): TProperties => ({
  ...(depth < deepest ? { folder: nullableObject(folderReference(depth + 1), { readOnly: true }) } : {}),
  id: Type.Integer(),
  name: Type.Optional(Type.String({ readOnly: true })),
})
/** The folder that contains a file. */
export const fileFolder = nullableObject(folderReference())

const readOnly = { readOnly: true }

const fileExample = {
  id: 4711,
  name: 'Lease of Quay Street 7.docx',
  displayId: 'LW0001-0004711.2',
  type: 'File',
  folder: { folder: null, id: 4700, name: 'Drafts' },
  contentType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  resource: { id: 17, type: kinds.contract.type },
  restricted: false,
  size: 48_213,
  version: 2,
  created: createdExample,
  modified: { dateUtc: '2026-03-04T16:20:00.000Z', userName: 'Bo Lind' },
}

export const fileSchema = Type.Object(
  {
    id: nullable<number>('integer', readOnly),
    name: nullable<string>('string'),
    displayId: nullable<string>('string', readOnly),
    type: nullableChoice(fileTypes),
    folder: fileFolder,
    contentType: nullable<string>('string', readOnly),
    resource: nullableObject(
      {
        id: Type.Integer(),
        type: Type.Unsafe<RecordType>({ type: 'string', enum: [...sortedRecordTypes] }),
      },
      readOnly,
    ),
    restricted: nullable<boolean>('boolean', readOnly),
    size: nullable<number>('integer', { format: 'int64', ...readOnly }),
    version: nullable<number>('integer', readOnly),
    created: nullableObject(auditedByUser, readOnly),
    modified: nullableObject(audited, readOnly),
  },
  { examples: [fileExample] },
)

/** One person's lock on a file. */
export const fileLock = {
  user: Type.Object({ id: Type.String({ format: 'uuid' }), name: Type.String() }),
  expires: Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date-time' }),
  for: nullable<'Editing'>('string', {
    enum: ['Editing', null],
    description: 'Editing: it is edited here. Null: for any other reason.',
  }),
}

/** A file that is read alone also says who has locked it, and whether it is frozen. */
export const oneFileSchema = Type.Object(
  {
    ...fileSchema.properties,
    lock: nullableObject(fileLock, { readOnly: true, description: 'Who has locked it and until when.' }),
    frozen: Type.Boolean({
      readOnly: true,
      description: 'Whether it is out for signature, or was signed: nobody changes it, or adds a version.',
    }),
  },
  { examples: [{ ...fileExample, lock: null, frozen: false }] },
)

/** The columns a file is built from. */
export const fileShownFrom: ShownFrom = {
  always: ['id', 'organisationId', 'revision'],
  of: {
    name: ['name'],
    displayid: ['displayId'],
    type: ['kind'],
    folder: ['folders'],
    contenttype: ['contentType'],
    resource: ['resourceType', 'resourceId'],
    restricted: ['restricted'],
    size: ['size'],
    version: ['version'],
    created: ['createdAt', ...userColumns('createdBy')],
    modified: ['modifiedAt', 'modifiedByName'],
  },
}

/** All of them, for a single file. */
export const fileColumnsV2 = [
  ...columnsFor(fileShownFrom, null),
  'lockedById',
  'lockedByName',
  'lockExpiresAt',
  'lockedFor',
  'frozen',
] as const

interface Folder {
  readonly id: number
  readonly name: string
}

/** A file in its v2 shape. */
export function fileToV2(row: ListedRow) {
  const folders = (row['folders'] ?? []) as readonly Folder[]
  return {
    id: Number(row['id']),
    name: textOf(row, 'name'),
    displayId: textOf(row, 'displayId'),
    type: textOf(row, 'kind') as (typeof fileTypes)[number],
    folder: folders.reduce<object | null>(
      (above, { id, name }) => ({ folder: above, id, name }),
      null,
    ) as never,
    contentType: (row['contentType'] ?? null) as string | null,
    resource: { id: Number(row['resourceId']), type: textOf(row, 'resourceType') as RecordType },
    restricted: row['restricted'] === true,
    size: Number(row['size']),
    version: Number(row['version']),
    created: auditedToV2(row, 'created'),
    modified: auditedByNameToV2(row, 'modified'),
  }
}

/** The same of a file that is read alone; a lock that has expired is none. */
export function oneFileToV2(row: ListedRow, now: Date) {
  const by = row['lockedById']
  const expires = row['lockExpiresAt']
  if (typeof by !== 'string' || (expires instanceof Date && expires <= now))
    return { ...fileToV2(row), lock: null, frozen: row['frozen'] === true }
  const lock = {
    user: { id: by, name: textOf(row, 'lockedByName') },
    expires: expires instanceof Date ? expires.toISOString() : null,
    for: row['lockedFor'] === 'Editing' ? ('Editing' as const) : null,
  }
  return { ...fileToV2(row), lock, frozen: row['frozen'] === true }
}

/** What lists of files can be filtered and sorted by. */
export const fileProperties: Properties = {
  Id: sorted('id'),
  Name: sorted('name'),
  Type: filtered('kind'),
  ContentType: filtered('contentType'),
  Size: sorted('size'),
  Restricted: filtered('restricted'),
  'Resource/Type': filtered('resourceType'),
  'Resource/Id': filtered('resourceId'),
  Folder: thing('folderId'),
  'Folder/Id': filtered('folderId'),
  'Created/DateUtc': sorted('createdAt'),
  ...Object.fromEntries(
    Object.entries(userProperties('Created/User', 'createdBy')).map(([path, listed]) => [
      path,
      { ...listed, sorted: false },
    ]),
  ),
  'Created/UserName': filtered('createdByName'),
  'Modified/DateUtc': sorted('modifiedAt'),
  'Modified/UserName': filtered('modifiedByName'),
}
