// Files in the shape of v1.
import { kinds } from '../../records/kinds.ts'
import Type, { type Static } from 'typebox'
import { utcText, utcTextOrNull } from '../../http/v1/dates.wire.ts'
import { nullable } from '../../http/v1/people.wire.ts'
import type { FileDetails } from '../read-file.ts'
import { recordType } from '../../http/v1/record-types.wire.ts'

const int32 = Type.Integer({ format: 'int32' })
const dateTime = Type.String({ format: 'date-time' })

export const fileDetailsSchema = Type.Object(
  {
    id: int32,
    type: Type.Unsafe<'Folder' | 'File'>({ type: 'string', enum: ['Folder', 'File'] }),
    size: Type.Integer({ format: 'int64' }),
    description: nullable<string>('string'),
    name: nullable<string>('string'),
    version: int32,
    createdDateUtc: dateTime,
    uploadedBy: nullable<string>('string'),
    path: nullable<string>('string'),
    isLocked: Type.Boolean({ readOnly: true }),
    isPrivate: Type.Boolean(),
    lockExpiryUtc: nullable<string>('string', { format: 'date-time' }),
    documentId: nullable<string>('string'),
    externalContentType: nullable<string>('string'),
    externalWebUri: nullable<string>('string'),
    parentRecordId: int32,
    parentRecordType: recordType,
    // the specification's spelling of the two
    ParentRecordId: int32,
    ParentRecordType: recordType,
  },
  { additionalProperties: false },
)

/** A file in the shape of v1; the `external…` properties are those of a link. */
export function fileToV1({
  file,
  documentId,
  path,
  uploadedBy,
  lock,
}: FileDetails): Static<typeof fileDetailsSchema> {
  const parentType = kinds[file.subject.kind].type
  return {
    id: file.id,
    type: file.kind === 'Folder' ? 'Folder' : 'File',
    size: file.size,
    description: file.description,
    name: file.name,
    version: file.version,
    createdDateUtc: utcText(file.createdAt),
    uploadedBy,
    path,
    isLocked: lock !== null,
    isPrivate: file.isPrivate,
    lockExpiryUtc: utcTextOrNull(lock?.expiresAt ?? null),
    documentId,
    externalContentType: file.webUri === null ? null : file.contentType,
    externalWebUri: file.webUri,
    parentRecordId: file.subject.id,
    parentRecordType: parentType,
    ParentRecordId: file.subject.id,
    ParentRecordType: parentType,
  }
}
