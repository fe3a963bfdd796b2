// Checking what a matter refers to, for creating and updating one.
import type { Actor } from '../../platform/actor.ts'
import { type Tx, violates } from '../../platform/postgres/database.ts'
import { AppError, badInputs, conflict } from '../../platform/errors.ts'
import {
  canJoinRecordsOf,
  isActivePersonOf,
  isAssignableTeam,
  isPersonOf,
  isPersonOrGuestOf,
} from '../../identity/users/people-on-records.ts'
import { getMatterToSee } from '../access.ts'
import { findUsableCategory } from '../categories.ts'
import { bareObject } from '../../platform/bare-object.ts'

/** What a matter may refer to; undefined is not checked, null refers to nothing. */
export interface References {
  readonly categoryId?: number | undefined
  readonly ownerId?: string | undefined
  readonly managerId?: string | null | undefined
  readonly teamId?: number | null | undefined
  readonly parentId?: number | null | undefined
}

interface Where {
  readonly organisationId: number
  /** Whether people may have left, as on a matter that is over. */
  readonly former?: boolean
  /** The matter that refers, when there is one already. */
  readonly matterId?: number
}

/** Throws 400 naming every reference to something that does not exist, or that the actor may not see. */
export async function checkReferences(
  tx: Tx,
  actor: Actor,
  references: References & Where,
  read = readReferences(tx, actor, references),
): Promise<void> {
  const { organisationId, matterId, parentId } = references
  const { category, owner, manager, team, parent } = await read.all(references)
  const errors = bareObject<string[]>()
  if (!category) {
    errors['categoryId'] = [
      'must be the id of a category that is not deleted; GET /matter-apis/v1/mattercategories lists them.',
    ]
  }
  if (!owner) errors['ownerId'] = ["must be the id of an active person of the matter's organisation."]
  if (!manager) {
    errors['managerId'] = [
      actor.role === 'Standard'
        ? "must be the id of an active person of the matter's organisation."
        : "must be the id of an active person of the matter's organisation, or of a law firm linked to it.",
    ]
  }
  if (!team) errors['teamId'] = ['must be the id of a team that matters can be assigned to.']
  if (!parent) {
    errors['parentId'] = ['must be the id of a matter that you can see.']
  } else if (parentId && matterId && (await isBelow(tx, { organisationId, matterId, parentId }))) {
    errors['parentId'] = ['must not be the matter itself or one below it.']
  }
  if (Object.keys(errors).length > 0) throw badInputs(errors)
}

/** Reads whether references are right, each once, so that they can be read before it is clear which are needed. */
export function readReferences(
  tx: Tx,
  actor: Actor,
  { organisationId, former = false }: Pick<Where, 'organisationId' | 'former'>,
) {
  const known = new Map<string, Promise<boolean>>()
  const once = (key: string, read: () => Promise<boolean>): Promise<boolean> => {
    const found = known.get(key) ?? read()
    known.set(key, found)
    return found
  }
  const all = async ({ categoryId, ownerId, managerId, teamId, parentId }: References) => {
    // all together, so that they are one round trip
    const [category, owner, manager, team, parent] = await Promise.all([
      categoryId === undefined ||
        once(`category ${categoryId}`, () => isUsable(tx, organisationId, categoryId)),
      ownerId === undefined ||
        once(`owner ${ownerId}`, () =>
          former ? isPersonOf(tx, organisationId, ownerId) : canOwn(tx, actor, organisationId, ownerId),
        ),
      !managerId ||
        once(`manager ${managerId}`, () =>
          former
            ? isPersonOrGuestOf(tx, organisationId, managerId)
            : canManage(tx, actor, organisationId, managerId),
        ),
      !teamId || once(`team ${teamId}`, () => isAssignableTeam(tx, organisationId, teamId)),
      !parentId || once(`parent ${parentId}`, () => isVisible(tx, actor, organisationId, parentId)),
    ])
    return { category, owner, manager, team, parent }
  }
  return { all }
}

const isUsable = async (tx: Tx, organisationId: number, categoryId: number): Promise<boolean> =>
  (await findUsableCategory(tx, organisationId, categoryId)) !== undefined

/** The actor is known to be active: that was checked a moment ago. */
const canOwn = async (tx: Tx, actor: Actor, organisationId: number, userId: string): Promise<boolean> =>
  (userId === actor.userId && organisationId === actor.organisationId) ||
  isActivePersonOf(tx, organisationId, userId)

/**
 * Business users can only choose somebody of their own organisation: the legal team decides who comes in from outside.
 */
const canManage = (tx: Tx, actor: Actor, organisationId: number, userId: string) =>
  actor.role === 'Standard'
    ? isActivePersonOf(tx, organisationId, userId)
    : canJoinRecordsOf(tx, organisationId, userId)

async function isVisible(tx: Tx, actor: Actor, organisationId: number, id: number): Promise<boolean> {
  try {
    return (await getMatterToSee(tx, actor, id)).organisationId === organisationId
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return false
    throw error
  }
}

/**
 * Whether the chain of parents that starts at `parentId` reaches the matter. Every matter of the chain is locked, so
 * that two concurrent updates cannot close a circle between them.
 */
async function isBelow(
  tx: Tx,
  { organisationId, matterId, parentId }: { organisationId: number; matterId: number; parentId: number },
): Promise<boolean> {
  for (let id: number | null = parentId; id !== null; ) {
    if (id === matterId) return true
    // not through access.ts: a circle is one even if the actor cannot see all of it
    const row: { parent_id: number | null } | undefined = await tx
      .selectFrom('matters')
      .where('organisation_id', '=', organisationId)
      .where('id', '=', id)
      .select('parent_id')
      .forNoKeyUpdate()
      .executeTakeFirst()
    id = row?.parent_id ?? null
  }
  return false
}

/** The violation of the unique external id as a conflict that says so; anything else as it is. */
export const externalIdTaken = (error: unknown): unknown =>
  violates(error, 'matters_external_id_unique')
    ? conflict(
        'Another matter of the organisation has this external id. Look it up under /matter-apis/v1/matters/externalid/.',
      )
    : error
