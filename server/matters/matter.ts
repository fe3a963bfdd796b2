// A matter: its words.
//
// matter     a piece of legal work of the organisation
// owner      the person of the organisation who is responsible; always a member
// manager    the person who does the work, often of an invited law firm; always a member
// member     a person who is on the matter
// intake     matters nobody manages yet wait there
// restricted seen by its members only, whatever team or group others are in
import type { Selectable } from 'kysely'
import type { MattersTable } from '../platform/tables.ts'

export interface Matter {
  readonly organisationId: number
  readonly id: number
  readonly number: number
  readonly name: string
  readonly status: string
  readonly ownerId: string
  readonly managerId: string | null
  readonly teamId: number | null
  readonly restricted: boolean
}

export const matterColumns = [
  'matters.organisation_id',
  'matters.id',
  'matters.number',
  'matters.name',
  'matters.status',
  'matters.owner_id',
  'matters.manager_id',
  'matters.team_id',
  'matters.restricted',
] as const

type MatterRow = Pick<
  Selectable<MattersTable>,
  | 'organisation_id'
  | 'id'
  | 'number'
  | 'name'
  | 'status'
  | 'owner_id'
  | 'manager_id'
  | 'team_id'
  | 'restricted'
>

/** A row of matters as a matter. */
export function matterOf(row: MatterRow): Matter {
  return {
    organisationId: row.organisation_id,
    id: row.id,
    number: row.number,
    name: row.name,
    status: row.status,
    ownerId: row.owner_id,
    managerId: row.manager_id,
    teamId: row.team_id,
    restricted: row.restricted,
  }
}
