// Taking back that a request was assigned, accepted or declined, by what the events of that say.
import { takeDraftBack } from '../../contracts/commands/follow-request.ts'
import { lockMatter } from '../../matters/access.ts'
import type { MatterChanges } from '../../matters/commands/update-matter.ts'
import { updateWithin } from '../../matters/commands/update-matter.ts'
import type { KeptState } from '../../matters/state.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change, type DomainEvent } from '../../platform/events/change.ts'
import { changedSince, formerValues, type Made } from '../../platform/events/taken-back.ts'
import { conflict, forbidden } from '../../platform/errors.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { may } from '../../records/rights/involvement.ts'
import { intakeEvent } from '../events.ts'
import { whoTakesOn } from '../request.ts'
import { draftOf, notifiedOtherwise, writeRequest } from './decide-request.ts'

const decisionsOf = { 'matter.intake.accepted': 'Accepted', 'matter.intake.declined': 'Declined' } as const

/**
 * The request waits again as it did before, and so does its draft; the requester is notified. Throws conflict where
 * something of it has been changed since, and for what cannot be taken back.
 */
export function takeBackDecision(app: App, actor: Actor, matterId: number, made: Made): Promise<void> {
  return change(app, actor, async (tx, now) => {
    const { matter, involvement } = await lockMatter({ tx, actor, now }, matterId)
    if (!may(involvement, 'assignRequest')) throw forbidden(whoTakesOn)
    const given = made.flatMap(({ name }) => decisionsOf[name as keyof typeof decisionsOf] ?? [])
    const request = await findDecision(tx, matter)
    if (!request || request.decision !== (given[0] ?? null)) throw changedSince()
    const { state, ...former } = formerOfMatter(made, matter)
    const events = await updateWithin(tx, actor, {
      id: matter.id,
      decide: () => former,
      now,
      brings: ['managerId', 'state', 'completion'],
      ...(state === undefined ? {} : { formerState: state }),
    })
    if (events.length === 0 && given.length === 0) throw conflict('There is nothing to take back.')
    await writeRequest(tx, matter, {
      ...(given.length === 0 ? {} : { decision: null, decided_by: null, decided_at: null, reason: null }),
      ...(former.managerId === null ? { assigned_at: null } : {}),
    })
    const undone = intakeEvent('matter.intake.undone', matter, { requesterId: request.requesterId })
    const draft = await draftOf(tx, matter)
    const drafted = draft ? await takeDraftBack(tx, draft, made, { by: actor.userId, now }) : []
    const all: readonly DomainEvent[] = [...notifiedOtherwise(events, request.requesterId), undone]
    return { result: undefined, events: [...all, ...drafted] }
  })
}

type Former = Omit<MatterChanges, 'state'> & { readonly state?: KeptState }

/** Of the matter alone: the contract that the request made has properties of the same names. */
function formerOfMatter(made: Made, matter: object): Former {
  const own = made.filter(({ name }) => name.startsWith('matter.'))
  // whether it is in intake follows from its manager
  return formerValues(own, matter, ['inIntake']).own
}

const findDecision = async (tx: Tx, { organisationId, id }: { organisationId: number; id: number }) =>
  tx
    .selectFrom('requests')
    .where('organisation_id', '=', organisationId)
    .where('matter_id', '=', id)
    .select(['requester_id as requesterId', 'decision'])
    .forUpdate()
    .executeTakeFirst()
