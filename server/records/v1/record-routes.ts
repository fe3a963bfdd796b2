// v1: the routes that every kind of record has, for one kind. Their paths have the words of the kind:
// `/${one}-apis/v1/${many}/:${one}Id/files`.
import type { RouteModule } from '../../http/route.ts'
import type { Selected } from '../../platform/postgres/prepared.ts'
import type { RecordBase, RecordKind } from '../record-kind.ts'
import { detailsRouteV1, type RecordDetailsV1 } from './details.ts'
import { fieldRoutesV1, type RecordFieldsV1 } from './fields.ts'
import { fileRouteV1 } from './files.ts'
import { type ListWire, recordListRouteV1 } from './list.ts'
import { type MemberListWire, memberListRouteV1 } from './members.ts'
import { patchRouteV1, type RecordPatchV1 } from './patch.ts'
import { statusMessageRouteV1 } from './status-messages.ts'

/** What these routes need to know of a kind beyond its descriptor. */
export interface RecordDescriptionV1<Name extends string, Columns extends Selected, Shown> {
  readonly list: ListWire
  readonly details: RecordDetailsV1
  readonly patch: RecordPatchV1<Name>
  readonly fields: RecordFieldsV1
  readonly members: MemberListWire<Columns, Shown>
}

/** The description, with its types as they are found. */
export const describeV1 = <Name extends string, Columns extends Selected, Shown>(
  description: RecordDescriptionV1<Name, Columns, Shown>,
): RecordDescriptionV1<Name, Columns, Shown> => description

/** Every route of v1 that the records of all kinds have; each module is to be registered by itself. */
export const recordRoutesV1 = <
  DB,
  TB extends keyof DB & string,
  R extends RecordBase,
  Name extends string,
  Columns extends Selected,
  Shown,
>(
  kind: RecordKind<DB, TB, R>,
  { list, details, patch, fields, members }: RecordDescriptionV1<Name, Columns, Shown>,
): readonly RouteModule[] => [
  recordListRouteV1(kind, list),
  detailsRouteV1(kind, details),
  patchRouteV1(kind, patch),
  fieldRoutesV1(kind, fields),
  fileRouteV1(kind),
  memberListRouteV1(kind, members),
  statusMessageRouteV1(kind),
]
