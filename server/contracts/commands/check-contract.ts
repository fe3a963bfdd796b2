// Checking what a contract refers to, for creating and updating one.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { AppError, badInputs, conflict } from '../../platform/errors.ts'
import { violates } from '../../platform/postgres/database.ts'
import { isActivePersonOf, isAssignableTeam, isPersonOf } from '../../identity/users/people-on-records.ts'
import { getContractToSee } from '../access.ts'
import { bareObject } from '../../platform/bare-object.ts'

/** What a contract may refer to; undefined is not checked, null refers to nothing. */
export interface References {
  readonly ownerId?: string | undefined
  readonly teamId?: number | null | undefined
  readonly matterId?: number | null | undefined
  readonly parentId?: number | null | undefined
}

interface Where {
  readonly organisationId: number
  /** Whether people may have left, as on a contract that is over. */
  readonly former?: boolean
  /** The contract that refers, when there is one already. */
  readonly contractId?: number
}

/**
 * Throws 400 naming every reference to something that does not exist, or that the actor may not see. `read` may have
 * read some of them already.
 */
export async function checkReferences(
  tx: Tx,
  references: References & Where,
  read: ReturnType<typeof readReferences>,
): Promise<void> {
  const { organisationId, contractId, parentId } = references
  const { owner, team, matter, parent } = await read.all(references)
  const errors = bareObject<string[]>()
  if (!owner) errors['ownerId'] = ["must be the id of an active person of the contract's organisation."]
  if (!team) errors['teamId'] = ['must be the id of a team that contracts can be assigned to.']
  if (!matter) errors['matterId'] = ['must be the id of a matter that you can see.']
  if (!parent) {
    errors['parentId'] = ['must be the id of a contract that you can see.']
  } else if (parentId && contractId && (await isBelow(tx, { organisationId, contractId, parentId }))) {
    errors['parentId'] = ['must not be the contract itself or one below it.']
  }
  if (Object.keys(errors).length > 0) throw badInputs(errors)
}

/** Reads whether references are right, each once, so that they can be read before it is clear which are needed. */
export function readReferences(
  app: App,
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
  const all = async ({ ownerId, teamId, matterId, parentId }: References) => {
    // all together, so that they are one round trip
    const [owner, team, matter, parent] = await Promise.all([
      ownerId === undefined ||
        once(`owner ${ownerId}`, () =>
          former ? isPersonOf(tx, organisationId, ownerId) : canOwn(tx, actor, organisationId, ownerId),
        ),
      !teamId || once(`team ${teamId}`, () => isAssignableTeam(tx, organisationId, teamId)),
      !matterId ||
        once(`matter ${matterId}`, () =>
          visible(() => app.subjects.matter.getToSee(tx, actor, matterId), organisationId),
        ),
      !parentId ||
        once(`parent ${parentId}`, () =>
          visible(() => getContractToSee(tx, actor, parentId), organisationId),
        ),
    ])
    return { owner, team, matter, parent }
  }
  return { all }
}

/** The actor is known to be active: that was checked a moment ago. */
const canOwn = async (tx: Tx, actor: Actor, organisationId: number, userId: string): Promise<boolean> =>
  (userId === actor.userId && organisationId === actor.organisationId) ||
  isActivePersonOf(tx, organisationId, userId)

async function visible(
  get: () => Promise<{ organisationId: number }>,
  organisationId: number,
): Promise<boolean> {
  try {
    return (await get()).organisationId === organisationId
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return false
    throw error
  }
}

/**
 * Whether the chain of parents that starts at `parentId` reaches the contract. The chain is locked until the
 * transaction ends: of updates that would close a circle together, each waits for the others, and the database makes
 * one of them start again.
 */
async function isBelow(
  tx: Tx,
  { organisationId, contractId, parentId }: { organisationId: number; contractId: number; parentId: number },
): Promise<boolean> {
  const seen = new Set<number>()
  for (let id: number | null = parentId; id !== null && !seen.has(id); ) {
    if (id === contractId) return true
    seen.add(id)
    // not through access.ts: a circle is one even if the actor cannot see all of it
    const row: { parent_id: number | null } | undefined = await tx
      .selectFrom('contracts')
      .where('organisation_id', '=', organisationId)
      .where('id', '=', id)
      .select('parent_id')
      .forShare()
      .executeTakeFirst()
    id = row?.parent_id ?? null
  }
  return false
}

/** The violation of the unique external id as a conflict that says so; anything else as it is. */
export const externalIdTaken = (error: unknown): unknown =>
  violates(error, 'contracts_external_id_unique')
    ? conflict(
        'Another contract of the organisation has this external id. Look it up under /contract-apis/v1/contracts/externalid/.',
      )
    : error
