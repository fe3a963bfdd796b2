// The shape of a caller: what the text of a statement depends on when the rules of access are part of it. Callers of
// one shape run the same statement, each with their own values.
import type { Actor } from './actor.ts'
import { listPlaceholder, placeholder } from './postgres/statement.ts'
import type { Principal } from './subject.ts'

/** What a statement that is built for a shape needs to be run. */
export interface OfCaller {
  readonly caller: Principal
}

const keys = new WeakMap<ReadonlySet<string>, string>()

/** Members of a set in one order. The sets of a snapshot of rights are the same objects for many requests. */
function keyOf(set: ReadonlySet<string>): string {
  const known = keys.get(set)
  if (known !== undefined) return known
  const key = [...set].toSorted().join(' ')
  keys.set(set, key)
  return key
}

/** The key of a caller's shape. */
export const callerShapeKey = ({
  role,
  organisationType,
  groups,
  permissions,
  teamIds,
  organisationIds,
  featuresOff = noFeatures,
}: Principal): string =>
  `${role} ${organisationType} (${keyOf(groups)}) (${keyOf(permissions)}) (${keyOf(featuresOff)}) ${teamIds.length} ${organisationIds.length}`

const noFeatures: ReadonlySet<string> = new Set()

/** The caller with placeholders, for building the statement of their shape. Its input has the caller as `caller`. */
export function callerPlaceholder({
  via: _via,
  requestId: _requestId,
  ...caller
}: Principal & Partial<Actor>): Principal {
  return {
    ...caller,
    name: placeholder((input: OfCaller) => input.caller.name),
    userId: placeholder((input: OfCaller) => input.caller.userId),
    organisationId: placeholder((input: OfCaller) => input.caller.organisationId),
    organisationIds: idsOf(caller, 'organisationIds'),
    teamIds: idsOf(caller, 'teamIds'),
  }
}

/** As many as the caller has: which ones does not matter to the text, how many may. */
const idsOf = (caller: Principal, name: 'organisationIds' | 'teamIds'): readonly number[] =>
  listPlaceholder((input: OfCaller) => input.caller[name], caller[name].length)
