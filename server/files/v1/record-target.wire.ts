// Targets of files in the paths of v1: the kind of a record and its id.
import Type from 'typebox'
import { pathParameter } from '../../http/ids.ts'
import { type RecordType, recordTypes } from '../../http/v1/record-types.wire.ts'

/** The schema of path parameters with a target and further ids. */
export const targetPath = <const Name extends string>(...ids: readonly Name[]) =>
  Type.Unsafe<Record<Name, string> & { targetType: RecordType }>({
    type: 'object',
    required: ['targetType', ...ids],
    properties: {
      targetType: { type: 'string', enum: [...recordTypes] },
      ...Object.fromEntries(ids.map((name) => [name, pathParameter('int32')])),
    },
  })
