// A request that the legal department is about to act on, with its matter; for the commands of intake.
import { type HeldMatter, lockMatter } from '../matters/access.ts'
import type { Actor } from '../platform/actor.ts'
import { conflict, forbidden } from '../platform/errors.ts'
import type { MayChange } from '../platform/granted.ts'
import type { Tx } from '../platform/postgres/database.ts'
import { permitted } from '../records/rights/access.ts'
import { may } from '../records/rights/involvement.ts'
import { whoTakesOn } from './request.ts'

export type HeldRequest = HeldMatter<MayChange> & {
  readonly requesterId: string
  readonly decision: 'Accepted' | 'Declined' | null
}

interface Held {
  readonly matterId: number
  readonly now: Date
  /** Whether the manager of the matter may do it as well. */
  readonly orManager?: boolean
}

/**
 * The request of the matter, held. A matter that came to intake in another way becomes a request of the person who
 * created it. Throws forbidden for those who do not take requests on, and conflict for one that is closed or declined,
 * or that never was a request and is not in intake.
 */
export async function holdRequest(
  tx: Tx,
  actor: Actor,
  { matterId, now, orManager = false }: Held,
): Promise<HeldRequest> {
  const held = await lockMatter({ tx, actor, now }, matterId)
  const { involvement } = held
  const right = orManager && !held.matter.inIntake ? 'answerRequest' : 'assignRequest'
  if (!may(involvement, right)) throw forbidden(whoTakesOn)
  const matter = permitted(held.matter, involvement, right)
  if (matter.state === 'Complete' || matter.state === 'Archived') {
    throw conflict(`This matter is ${matter.state}: set it to Active first.`)
  }
  const { organisationId, id, createdBy } = matter
  if (!matter.inIntake && !(await isRequest(tx, matter)))
    throw conflict(
      'This matter is not in intake, so there is nothing to take on or to decline. Change its manager or status with PATCH /v2/matters/{id}.',
    )
  await tx
    .insertInto('requests')
    .values({
      organisation_id: organisationId,
      matter_id: id,
      requester_id: createdBy,
      created_at: matter.createdAt,
    })
    .onConflict((conflicting) => conflicting.doNothing())
    .execute()
  const row = await tx
    .selectFrom('requests')
    .where('organisation_id', '=', organisationId)
    .where('matter_id', '=', id)
    .select(['requester_id', 'decision'])
    .forUpdate()
    .executeTakeFirstOrThrow()
  return { ...held, matter, requesterId: row.requester_id, decision: row.decision as HeldRequest['decision'] }
}

const isRequest = async (
  tx: Tx,
  { organisationId, id }: Pick<HeldMatter['matter'], 'organisationId' | 'id'>,
): Promise<boolean> =>
  (await tx
    .selectFrom('requests')
    .where('organisation_id', '=', organisationId)
    .where('matter_id', '=', id)
    .select('matter_id')
    .executeTakeFirst()) !== undefined
