// Writing a changed matter; for the commands of matters only.
import { sql } from 'kysely'
import type { Tx } from '../../platform/postgres/database.ts'
import { statement } from '../../platform/postgres/statement.ts'
import type { MayChange } from '../../platform/granted.ts'
import { countMove } from '../../records/lists/record-counts.ts'
import { matterKind } from '../matter-kind.ts'
import { countedOf, type Matter } from '../matter.ts'
import { isClosed } from '../state.ts'
import { externalIdTaken } from './check-matter.ts'

/**
 * Writes every property of the matter that can change; throws conflict when its external id is taken. The matter must
 * have been read while it was locked. They go out with the statement that follows.
 */
export function writeMatter(tx: Tx, matter: Matter & MayChange, next: Matter, now: Date): void {
  const { organisationId, id } = matter
  updateRow.send(tx, { ...next, organisationId, id, now, isClosed: isClosed(next.state) }, externalIdTaken)
  countMove(tx, matterKind, matter, { before: countedOf(matter), after: countedOf(next) })
}

// the row is held, so it is there
const updateRow = statement<Matter & { readonly isClosed: boolean; readonly now: Date }, never>(
  (
    next,
  ) => sql`update matters set name = ${next.name}, status = ${next.state}, category_id = ${next.categoryId},
      owner_id = ${next.ownerId}, manager_id = ${next.managerId}, team_id = ${next.teamId}, parent_id = ${next.parentId},
      external_id = ${next.externalId}, restricted = ${next.restricted}, urgent = ${next.urgent},
      in_intake = ${next.inIntake}, reference = ${next.reference}, manager_reference = ${next.managerReference},
      purchase_order_number = ${next.purchaseOrderNumber}, form_version = ${next.formVersion}, version = ${next.version}, updated_at = ${next.now},
      last_activity_at = ${next.now},
      closed_at = case when ${next.isClosed} then coalesce(closed_at, ${next.now}::timestamptz) end
    where organisation_id = ${next.organisationId} and id = ${next.id}`,
)
