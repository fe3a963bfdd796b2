// What an account lets somebody do with records, by what they are to one: read off the table of rights and the access
// rule by asking them, for everybody who has this role, these permissions and groups.
import { type Group, groups, type Permission, permissions, type Role } from '../../platform/actor.ts'
import type { Principal } from '../../platform/subject.ts'
import { waysTo } from '../access-rule.ts'
import { mayDelete } from '../commands/delete-record.ts'
import type { RecordTables } from '../record-kind.ts'
import { involvementIn, type Known, may } from './involvement.ts'
import { type RecordRight, recordRights, rightOf } from './rights-table.ts'

/**
 * Parts that somebody can have in a record, from the least.
 *
 * reader   sees it without being on it
 * intake   the same while it waits in the intake
 */
export const parts = ['reader', 'intake', 'member', 'manager', 'owner'] as const
export type Part = (typeof parts)[number]

/** What decides about rights, of an account. */
export interface AccountRights {
  readonly role: Role
  readonly permissions: readonly Permission[]
  readonly groups: readonly Group[]
}

/** A piece of an account from which a right comes. */
export type Because = 'Role' | Permission | Group

export interface Ability {
  readonly right: RecordRight
  /** With which parts in the record. */
  readonly as: readonly Part[]
  /** From what it comes; empty where the part in the record is enough. */
  readonly because: readonly Because[]
}

/** Which records somebody sees without being on them. */
export const visibilities = ['everything', 'team', 'intake'] as const
export type Visibility = (typeof visibilities)[number]

export interface KindAbilities {
  readonly kind: RecordTables['kind']
  readonly sees: readonly Visibility[]
  readonly rights: readonly Ability[]
}

const team = 1
const nobody = '00000000-0000-0000-0000-000000000000'

type Side = Principal['organisationType']

const personWith = (side: Side, rights: AccountRights): Principal => ({
  userId: nobody,
  name: '',
  organisationId: 1,
  organisationType: side,
  organisationIds: [1],
  role: rights.role,
  permissions: new Set(rights.permissions),
  groups: new Set(rights.groups),
  teamIds: [team],
})

/**
 * What everybody with this account of a legal department may do with records of the kind; of a law firm, with those of
 * its clients as far as no type opens more.
 */
export function abilitiesOf(kind: RecordTables, side: Side, rights: AccountRights): KindAbilities {
  const own = recordRights.filter((name) => rightOf(name).kinds.includes(kind.kind))
  return {
    kind: kind.kind,
    sees: side === 'Customer' ? visibilitiesOf(kind, personWith(side, rights)) : [],
    rights: own.flatMap((right) => {
      const as = partsWith(kind, personWith(side, rights), right)
      return as.length === 0 ? [] : [{ right, as, because: reasonsFor(kind, side, { rights, right, as }) }]
    }),
  }
}

const visibilityByWay: ReadonlyMap<string, Visibility> = new Map([
  ['everything', 'everything'],
  ['team_id', 'team'],
  ['in_intake', 'intake'],
])

function visibilitiesOf({ access }: RecordTables, person: Principal): readonly Visibility[] {
  const row = { organisation_id: person.organisationId, restricted: false, team_id: team, in_intake: true }
  const ways = waysTo(access, person, row).map((way) => visibilityByWay.get(way))
  return visibilities.filter((visibility) => ways.includes(visibility))
}

function partsWith(kind: RecordTables, person: Principal, right: RecordRight): readonly Part[] {
  const { access } = kind
  // what somebody has added themselves is the most that a permission to delete covers
  if (right === 'delete' && !mayDelete(person, { createdBy: person.userId })) return []
  return parts.filter((part) => {
    if (part === 'manager' && access.responsible.manager === undefined) return false
    if (part === 'intake' && access.intake === undefined) return false
    return may(involvementIn(kind, person, knownOf(part, person)), right)
  })
}

const knownOf = (part: Part, { organisationType }: Principal): Known => ({
  isOwn: organisationType === 'Customer',
  isOwner: part === 'owner',
  isManager: part === 'manager',
  isMember: part !== 'reader' && part !== 'intake',
  inIntake: part === 'intake',
  opened: null,
})

interface Asked {
  readonly rights: AccountRights
  readonly right: RecordRight
  readonly as: readonly Part[]
}

const bare: AccountRights = { role: 'External', permissions: [], groups: [] }

/** The pieces of the account without which some part would lose the right, or that alone give it to one. */
function reasonsFor(kind: RecordTables, side: Side, { rights, right, as }: Asked): readonly Because[] {
  const partsOf = (some: AccountRights) => partsWith(kind, personWith(side, some), right)
  const least = partsOf(bare)
  const pieces: readonly Because[] = ['Role', ...permissions, ...groups]
  return pieces.filter((piece) => {
    const without = leavingOut(rights, piece)
    if (without === undefined) return false
    if (partsOf(without).length < as.length) return true
    return partsOf(only(rights, piece)).length > least.length
  })
}

/** The account without a piece; undefined if it does not have it. */
function leavingOut(rights: AccountRights, piece: Because): AccountRights | undefined {
  if (piece === 'Role') return rights.role === bare.role ? undefined : { ...rights, role: bare.role }
  if (isGroup(piece))
    return rights.groups.includes(piece)
      ? { ...rights, groups: rights.groups.filter((each) => each !== piece) }
      : undefined
  return rights.permissions.includes(piece)
    ? { ...rights, permissions: rights.permissions.filter((each) => each !== piece) }
    : undefined
}

function only({ role }: AccountRights, piece: Because): AccountRights {
  if (piece === 'Role') return { ...bare, role }
  return isGroup(piece) ? { ...bare, groups: [piece] } : { ...bare, permissions: [piece] }
}

const isGroup = (piece: Permission | Group): piece is Group => groups.some((group) => group === piece)
