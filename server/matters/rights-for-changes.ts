// Which rights of server/records/rights/ a change of a matter asks for.
import type { Actor } from '../platform/actor.ts'
import { refuseFirm } from '../records/rights/access.ts'
import { type Involvement, may } from '../records/rights/involvement.ts'
import type { RecordRight } from '../records/rights/rights-table.ts'
import type { Matter } from './matter.ts'
import { isAwaiting, isClosed, type KeptState, type MatterState } from './state.ts'

const properties = [
  'name',
  'categoryId',
  'ownerId',
  'managerId',
  'teamId',
  'restricted',
  'urgent',
  'externalId',
  'parentId',
  'reference',
  'managerReference',
  'purchaseOrderNumber',
] as const satisfies readonly RecordRight[]

type Changes = Partial<Pick<Matter, (typeof properties)[number]>> & { readonly state?: MatterState }

/** The properties that are given, with the rights that changes of them ask for, and whether they change. */
export function rightsFor(
  { matter, seen }: { readonly matter: Matter; readonly seen: MatterState },
  given: Changes,
) {
  const { state } = given
  const isChange = state !== seen && state !== matter.state
  return [
    ...properties
      .filter((right) => given[right] !== undefined)
      .map((right) => ({ right, isChange: given[right] !== matter[right] })),
    ...(state === undefined ? [] : [{ right: rightForMove(matter.state, state), path: 'state', isChange }]),
  ]
}

/** The right that a move to another state asks for. */
export function rightForMove(from: KeptState, to: MatterState): RecordRight {
  if (isAwaiting(from) && (to === 'Active' || to === 'Scoping')) return 'answerScope'
  return isClosed(from) || to === 'Complete' || to === 'Archived' ? 'completion' : 'state'
}

/** Whether it is for this person to accept the scope that waits for an answer. */
export const mayAccept = ({ state }: Pick<Matter, 'state'>, involvement: Involvement): boolean =>
  may(involvement, state === 'AwaitingManagerAcceptance' ? 'acceptAsManager' : 'acceptAsOwner')

type Given = { readonly [Name in (typeof ofOrganisation)[number]]?: unknown }

/** What is the organisation's to say of a new matter as well: who of it sees the matter, and where it belongs. */
const ofOrganisation = [
  'restricted',
  'teamId',
  'parentId',
  'externalId',
] as const satisfies readonly RecordRight[]

/** Throws forbidden, naming what somebody of a firm may not say of the matter that they create for the organisation. */
export function checkMayGive(
  actor: Pick<Actor, 'organisationId'>,
  { organisationId }: Pick<Matter, 'organisationId'>,
  given: Given,
): void {
  if (organisationId === actor.organisationId) return
  const asked = ofOrganisation.filter((name) => ![undefined, null, false, ''].includes(given[name] as never))
  refuseFirm('matter', asked)
}
