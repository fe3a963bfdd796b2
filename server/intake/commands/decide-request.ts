// What the legal department does with a request: give it to somebody, take it on, or decline it.
import { giveDraftTo, voidDraft } from '../../contracts/commands/follow-request.ts'
import { updateWithin } from '../../matters/commands/update-matter.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change, type DomainEvent } from '../../platform/events/change.ts'
import { badInput, conflict } from '../../platform/errors.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { intakeEvent } from '../events.ts'
import { type HeldRequest, holdRequest } from '../held-request.ts'
import { longestText } from '../request.ts'

export interface Assignment {
  readonly managerId?: string | null
  readonly teamId?: number | null
}

/** What can be decided of a request. */
export type Decision =
  | { readonly decision: 'Accepted' }
  | { readonly decision: 'Declined'; readonly reason: string }

/**
 * Gives the request a manager, a team or both; with `onlyEmpty` only what it does not have. With a manager it leaves
 * intake, and the requester is notified.
 */
export function assignRequest(
  app: App,
  actor: Actor,
  matterId: number,
  { managerId, teamId, onlyEmpty = false }: Assignment & { readonly onlyEmpty?: boolean },
): Promise<void> {
  if (managerId === undefined && teamId === undefined) {
    throw badInput('managerId', 'is missing: give the request a manager, a team or both.')
  }
  return change(app, actor, async (tx, now) => {
    const { matter, requesterId } = await holdRequest(tx, actor, { matterId, now })
    const changes = {
      ...(managerId === undefined || (onlyEmpty && matter.managerId !== null) ? {} : { managerId }),
      ...(teamId === undefined || (onlyEmpty && matter.teamId !== null) ? {} : { teamId }),
    }
    const events = await updateWithin(tx, actor, { id: matter.id, decide: () => changes, now })
    if (events.length === 0) return { result: undefined, events }
    const manager = changes.managerId
    if (manager !== undefined) await writeRequest(tx, matter, { assigned_at: manager ? now : null })
    const assigned = intakeEvent('matter.intake.assigned', matter, { ...changes, requesterId })
    const given = manager ? await giveDraft(tx, actor, matter, { managerId: manager, now }) : []
    return { result: undefined, events: [...events, assigned, ...given] }
  })
}

/**
 * Takes the request on: without a manager the actor becomes it, and a draft becomes Active. The requester is notified.
 */
export function acceptRequest(app: App, actor: Actor, matterId: number): Promise<void> {
  return change(app, actor, async (tx, now) => {
    const held = await holdRequest(tx, actor, { matterId, now, orManager: true })
    const { matter, requesterId } = held
    refuseDecided(held)
    const events = await updateWithin(tx, actor, {
      id: matter.id,
      decide: () => ({
        managerId: matter.managerId ?? actor.userId,
        ...(matter.state === 'Draft' ? { state: 'Active' as const } : {}),
      }),
      now,
      brings: ['managerId', 'state'],
    })
    await writeRequest(tx, matter, {
      ...(matter.inIntake ? { assigned_at: now } : {}),
      decision: 'Accepted',
      decided_by: actor.userId,
      decided_at: now,
    })
    const accepted = intakeEvent('matter.intake.accepted', matter, { requesterId })
    const managerId = matter.managerId ?? actor.userId
    const given = await giveDraft(tx, actor, matter, { managerId, now })
    return { result: undefined, events: [...notifiedOtherwise(events, requesterId), accepted, ...given] }
  })
}

/**
 * Declines the request with a reason: the matter is Complete, its manager the actor if it had none, and the requester
 * is notified. A manager at a law firm gives it back instead: it waits in intake again.
 */
export function declineRequest(app: App, actor: Actor, matterId: number, given: string): Promise<void> {
  const reason = given.trim()
  if (reason === '' || reason.length > longestText) {
    throw badInput('reason', `must be a text of 1 to ${longestText} characters: the requester reads it.`)
  }
  return change(app, actor, async (tx, now) => {
    const held = await holdRequest(tx, actor, { matterId, now, orManager: true })
    const { matter, requesterId, involvement } = held
    refuseDecided(held)
    if (!involvement.isOwn)
      return { result: undefined, events: await giveBack(tx, actor, { held, reason, now }) }
    // the person who declines can still see it
    const events = await updateWithin(tx, actor, {
      id: matter.id,
      decide: () => ({ state: 'Complete', managerId: matter.managerId ?? actor.userId }),
      now,
      brings: ['managerId', 'completion'],
    })
    await writeRequest(tx, matter, {
      decision: 'Declined',
      decided_by: actor.userId,
      decided_at: now,
      reason,
    })
    const declined = intakeEvent('matter.intake.declined', matter, { requesterId, reason })
    const draft = await draftOf(tx, matter)
    const voided = draft ? await voidDraft(tx, draft, { by: actor.userId, now }) : []
    return { result: undefined, events: [...notifiedOtherwise(events, requesterId), declined, ...voided] }
  })
}

/** The contract that the request drafted, if it made one. */
export async function draftOf(
  tx: Tx,
  { organisationId, id }: Pick<HeldRequest['matter'], 'organisationId' | 'id'>,
) {
  const row = await tx
    .selectFrom('contract_requests')
    .where('organisation_id', '=', organisationId)
    .where('matter_id', '=', id)
    .select('contract_id')
    .executeTakeFirst()
  return row && { organisationId, id: row.contract_id }
}

/** Who takes the request on owns its draft from now on. */
async function giveDraft(
  tx: Tx,
  actor: Actor,
  matter: HeldRequest['matter'],
  { managerId, now }: { readonly managerId: string; readonly now: Date },
): Promise<readonly DomainEvent[]> {
  const draft = await draftOf(tx, matter)
  return draft ? giveDraftTo(tx, draft, { ownerId: managerId, by: actor.userId, now }) : []
}

/** A firm that declines leaves the matter to the organisation: it waits in intake again. The history has the reason. */
async function giveBack(
  tx: Tx,
  actor: Actor,
  {
    held: { matter },
    reason,
    now,
  }: { readonly held: HeldRequest; readonly reason: string; readonly now: Date },
): Promise<readonly DomainEvent[]> {
  const withoutManager = { id: matter.id, decide: () => ({ managerId: null }), now }
  const events = await updateWithin(tx, actor, { ...withoutManager, brings: ['managerId'] })
  await writeRequest(tx, matter, { assigned_at: null })
  return [...events, intakeEvent('matter.intake.returned', matter, { reason })]
}

/** Everybody but the requester is notified of the new status; the requester is notified of the decision. */
export const notifiedOtherwise = (
  events: readonly DomainEvent[],
  requesterId: string,
): readonly DomainEvent[] =>
  events.map((event) =>
    event.name === 'matter.status.updated'
      ? { ...event, facts: { ...event.facts, toldOtherwise: requesterId } }
      : event,
  )

function refuseDecided({ decision }: HeldRequest): void {
  if (decision === null) return
  throw conflict(`This request was ${decision === 'Accepted' ? 'accepted' : 'declined'} before.`)
}

interface Written {
  readonly assigned_at?: Date | null
  readonly decision?: 'Accepted' | 'Declined' | null
  readonly decided_by?: string | null
  readonly decided_at?: Date | null
  readonly reason?: string | null
}

/** Writes what was decided of the request of the matter, which exists and is held. */
export async function writeRequest(
  tx: Tx,
  { organisationId, id }: Pick<HeldRequest['matter'], 'organisationId' | 'id'>,
  decision: Written,
): Promise<void> {
  if (Object.keys(decision).length === 0) return
  await tx
    .updateTable('requests')
    .set(decision)
    .where('organisation_id', '=', organisationId)
    .where('matter_id', '=', id)
    .execute()
}
