// Writing the row of a new matter, with the next number of its organisation.
import { sql } from 'kysely'
import type { Tx } from '../../platform/postgres/database.ts'
import { statement } from '../../platform/postgres/statement.ts'
import { numberTaken } from '../../records/numbers/take-number.ts'
import type { Matter } from '../matter.ts'
import { externalIdTaken } from './check-matter.ts'

/** A matter to be inserted. */
export interface NewRow
  extends Pick<
    Matter,
    | 'organisationId'
    | 'id'
    | 'categoryId'
    | 'name'
    | 'ownerId'
    | 'managerId'
    | 'createdBy'
    | 'teamId'
    | 'parentId'
    | 'externalId'
    | 'restricted'
    | 'urgent'
    | 'inIntake'
    | 'state'
    | 'reference'
    | 'purchaseOrderNumber'
    | 'ownNumber'
    | 'formVersion'
    | 'coreFormVersion'
  > {
  readonly createdAt: Date
  /** When something happened on it last. */
  readonly activeAt: Date
  readonly closedAt: Date | null
  readonly now: Date
}

/** Inserts it; the writes go out with the statement that follows. Throws when its external id or number is taken. */
export function insertMatter(tx: Tx, matter: NewRow): void {
  takeNumber.send(tx, matter)
  insertRow.send(tx, matter, (error) => numberTaken('matter', 'ownNumber')(externalIdTaken(error)))
}

// The organisation's next number: its row is locked from here to the commit, which is under way already, so that a
// failed transaction leaves no gap.
const takeNumber = statement<NewRow, never>(
  ({
    organisationId,
  }) => sql`insert into matter_numbers (organisation_id, last_number) values (${organisationId}, 1)
    on conflict (organisation_id) do update set last_number = matter_numbers.last_number + 1`,
)

const insertRow = statement<NewRow, never>(
  (
    matter,
  ) => sql`insert into matters (organisation_id, id, number, own_number, name, status, category_id, owner_id, manager_id,
      created_by, team_id, parent_id, external_id, restricted, urgent, in_intake, reference, purchase_order_number,
      created_at, updated_at, last_activity_at, closed_at, form_version, core_form_version)
    select taken.organisation_id, ${matter.id}::bigint, taken.last_number, ${matter.ownNumber}, ${matter.name}, ${matter.state},
      ${matter.categoryId}::bigint, ${matter.ownerId}::uuid, ${matter.managerId}::uuid, ${matter.createdBy}::uuid,
      ${matter.teamId}::bigint, ${matter.parentId}::bigint, ${matter.externalId}, ${matter.restricted}::boolean,
      ${matter.urgent}::boolean, ${matter.inIntake}::boolean, ${matter.reference}, ${matter.purchaseOrderNumber},
      ${matter.createdAt}::timestamptz, ${matter.now}::timestamptz, ${matter.activeAt}::timestamptz,
      ${matter.closedAt}::timestamptz, ${matter.formVersion}::integer, ${matter.coreFormVersion}::integer
    from matter_numbers taken where taken.organisation_id = ${matter.organisationId}`,
)
