// A matter: its terms.
//
// matter     a piece of legal work of the organisation
// state      its progress (the wire calls it status; server/matters/state.ts)
// category   the kind of work; categories form a tree
// owner      the person of the organisation who is responsible; always a member
// manager    the person who does the work, often of an invited law firm; always a member
// delegate   a member who acts for the owner or the manager
// member     a person who is on the matter
// intake     where matters without a manager wait
// restricted visible to its members only, whatever teams or groups other people are in
import type { Selectable } from 'kysely'
import type { Counted } from '../records/lists/record-counts.ts'
import type { MattersTable } from '../platform/postgres/tables.ts'
import type { RecordFormVersions } from '../fields/form.ts'
import type { KeptState } from './state.ts'

export interface Matter extends RecordFormVersions {
  readonly organisationId: number
  readonly id: number
  /** Numbered from 1 in each organisation, without gaps. */
  readonly number: number
  /** By the pattern of its organisation; null where the standard number is shown. */
  readonly ownNumber: string | null
  readonly name: string
  readonly state: KeptState
  readonly categoryId: number
  readonly ownerId: string
  readonly managerId: string | null
  readonly createdBy: string
  readonly teamId: number | null
  readonly parentId: number | null
  readonly externalId: string | null
  readonly restricted: boolean
  readonly urgent: boolean
  readonly inIntake: boolean
  /** The client's reference, that of the manager's firm, and the purchase order it is paid under. */
  readonly reference: string | null
  readonly managerReference: string | null
  readonly purchaseOrderNumber: string | null
  readonly createdAt: Date
  readonly lastActivityAt: Date
  /** Increases with every change. */
  readonly version: number
}

export const matterColumns = [
  'matters.organisation_id',
  'matters.id',
  'matters.number',
  'matters.own_number',
  'matters.name',
  'matters.status',
  'matters.category_id',
  'matters.owner_id',
  'matters.manager_id',
  'matters.created_by',
  'matters.team_id',
  'matters.parent_id',
  'matters.external_id',
  'matters.restricted',
  'matters.urgent',
  'matters.in_intake',
  'matters.reference',
  'matters.manager_reference',
  'matters.purchase_order_number',
  'matters.created_at',
  'matters.last_activity_at',
  'matters.version',
  'matters.form_version',
  'matters.core_form_version',
] as const

/** A row with these columns. */
export type MatterRow = Omit<
  Selectable<MattersTable>,
  | 'updated_at'
  | 'told_state'
  | 'closed_at'
  | 'deleted_at'
  | 'deleted_by'
  | 'legal_hold_reason'
  | 'legal_hold_at'
  | 'legal_hold_by'
>

/** A row of matters as a matter. */
export function matterOf(row: MatterRow): Matter {
  return {
    organisationId: row.organisation_id,
    id: row.id,
    number: row.number,
    ownNumber: row.own_number,
    name: row.name,
    state: row.status as KeptState,
    categoryId: row.category_id,
    ownerId: row.owner_id,
    managerId: row.manager_id,
    createdBy: row.created_by,
    teamId: row.team_id,
    parentId: row.parent_id,
    externalId: row.external_id,
    restricted: row.restricted,
    urgent: row.urgent,
    inIntake: row.in_intake,
    reference: row.reference,
    managerReference: row.manager_reference,
    purchaseOrderNumber: row.purchase_order_number,
    createdAt: row.created_at,
    lastActivityAt: row.last_activity_at,
    version: row.version,
    formVersion: row.form_version,
    coreFormVersion: row.core_form_version,
  }
}

/** The properties by which matters are counted. */
export const countedOf = ({
  teamId,
  state,
  restricted,
  inIntake,
}: Pick<Matter, 'teamId' | 'state' | 'restricted' | 'inIntake'>): Counted => ({
  teamId,
  status: state,
  restricted,
  inIntake,
})

/** What is wrong with a name, as words that follow "name"; undefined when nothing is. */
export function nameProblem(name: string): string | undefined {
  if (name === '') return 'is missing.'
  if (name.length > 255) return 'must have 255 characters at most.'
  return /[\u0000-\u001f\u007f]/.test(name)
    ? 'must not contain line breaks or other control characters.'
    : undefined
}
