// The descriptors of all kinds of records, for what is built on every kind: history, search, notifications, recents.
// For what each does over HTTP and in the background: server/operations/process/record-kinds.ts.
import { contractKind } from '../contracts/contract-kind.ts'
import { matterKind } from '../matters/matter-kind.ts'
import type { Tables } from '../platform/postgres/tables.ts'
import type { RecordKindName, RecordsName } from '../records/kinds.ts'
import type { RecordBase, RecordKind } from '../records/record-kind.ts'

/** Every kind by its name. */
export const recordKinds: Readonly<Record<RecordKindName, RecordKind<Tables, RecordsName, RecordBase>>> = {
  matter: matterKind,
  contract: contractKind,
}
