// v2: the routes that every kind of record has, for one kind. Their paths have the words of the kind:
// `/v2/${many}/:${one}Id/takeOver`. Conversations, history and overviews have routes for each kind in their own
// folders.
import type { RouteModule } from '../../http/route.ts'
import type { PurgedKind } from '../commands/purge-record.ts'
import type { AnyKind, RecordBase, RecordKind } from '../record-kind.ts'
import { recordBinRoutes } from './bin.ts'
import { changeRoutesV2, type RecordChangesV2 } from './changes.ts'
import { fileRouteV2 } from './files.ts'
import { heldRecordRoutes } from './held-records.ts'
import { memberRoutesV2, type MemberWireV2 } from './members.ts'
import { readRoutesV2, type RecordWireV2 } from './records.ts'
import { relationRoutesV2 } from './relations.ts'
import { type RecordReports, reportRoutesV2 } from './reports.ts'
import { statusMessageRoutesV2 } from './status-messages.ts'
import { unattendedRoutes } from './unattended.ts'
import { viewerRoutes } from './viewers.ts'

/** What these routes need to know of a kind beyond its descriptor. */
export interface RecordDescriptionV2<Changes, BulkChanges> {
  /** How records are shown. */
  readonly wire: RecordWireV2
  /** How one is changed and deleted. */
  readonly changes: RecordChangesV2<Changes>
  readonly members: MemberWireV2
  /** How all of them are exported, counted and changed. */
  readonly reports: RecordReports<BulkChanges>
  readonly purged: PurgedKind
}

/** Every route of v2 that the records of all kinds have; each module is to be registered by itself. */
export const recordRoutesV2 = <
  DB,
  TB extends keyof DB & string,
  R extends RecordBase & { readonly ownerId: string },
  Changes,
  BulkChanges,
>(
  kind: RecordKind<DB, TB, R>,
  { wire, changes, members, reports, purged }: RecordDescriptionV2<Changes, BulkChanges>,
): readonly RouteModule[] => [
  readRoutesV2(kind, wire),
  changeRoutesV2(kind, changes),
  reportRoutesV2(kind, reports),
  fileRouteV2(kind),
  statusMessageRoutesV2(kind),
  memberRoutesV2(kind, members),
  parentRoutes(kind, changes),
  recordBinRoutes(kind, purged),
  heldRecordRoutes(kind),
  unattendedRoutes(kind),
  viewerRoutes(kind),
]

const parentRoutes = <Changes>(
  { names }: Pick<AnyKind, 'names'>,
  { update }: RecordChangesV2<Changes>,
): RouteModule => {
  const { one, many } = names
  return relationRoutesV2(
    { names },
    {
      path: `/v2/${many}/:${one}Id/parent`,
      what: 'parent',
      above: one,
      input: 'parentId',
      set: (app, actor, id, { to, checkVersion }) =>
        update(app, actor, id, { changes: { parentId: to }, checkVersion }),
    },
  )
}
