// Handing over what a person holds, for good or until a day; and giving it back.
import { checkAct } from '../../platform/acts.ts'
import { sql } from 'kysely'
import { checkRoom } from '../../identity/organisations/limits/check-room.ts'
import { localDay } from '../../identity/organisations/local-day.ts'
import { endDelegateUntil } from '../../identity/users/approval-delegates.ts'
import { getAccountToChange } from '../../identity/users/access.ts'
import { personEvent } from '../../identity/users/events.ts'
import { isActiveColleague } from '../../identity/users/people-on-records.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { badInput, conflict, notFound } from '../../platform/errors.ts'
import { change, type DomainEvent, internalTransaction, systemActor } from '../../platform/events/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { addDays } from '../../platform/time/local-time.ts'
import { giveHoldings, type ItemsByKind, type Left } from '../give-holdings.ts'
import { findHoldings, type HoldingKind, holdingKinds, mostOfKind } from '../holdings.ts'
import { closedTo } from '../closed-to.ts'
import { keepMemberships, takeMembershipsBack } from '../memberships.ts'
import { leaveAsDelegates } from '../../contracts/approvals/delegate-members.ts'
import { nameStandIn } from './name-stand-in.ts'

export interface NewHandover {
  readonly to: string
  /** Of these kinds everything; all kinds, if there are neither these nor items. */
  readonly kinds?: readonly HoldingKind[]
  readonly items?: readonly { readonly kind: HoldingKind; readonly id: number }[]
  /** `2026-05-06`: after it everything goes back. */
  readonly lastDay?: string
  /** Needed by who hands over to themselves; the person is notified of it. */
  readonly reason?: string
}

export interface HandedOver {
  /** How many things were given, by kind. */
  readonly given: ReadonlyMap<HoldingKind, number>
  readonly left: readonly Left[]
  /** Whether nothing is left of what was asked for but that. */
  readonly complete: boolean
  /** What takes it back; undefined where nothing was given. */
  readonly id: number | undefined
}

/** How long a handover for good can be taken back, in milliseconds. */
export const takenBackForMs = 24 * 60 * 60_000

const longestDays = 366

/**
 * Gives what the person holds to a colleague, who becomes a member of the records; for administrators. What comes back
 * after the last day is what the colleague still holds then; without a last day `endHandover` takes it back for a day.
 * At most 1,000 of each kind at once. Throws 400 for a
 * colleague who is not active, items that the person does not hold, and a day that is over or more than a year away.
 * Who hands over to themselves gives a reason, and gets nothing on restricted records that they are not on.
 */
export function handOverHoldings(
  app: App,
  actor: Actor,
  userId: string,
  asked: NewHandover,
): Promise<HandedOver> {
  return change(app, actor, (tx, now) => {
    if (asked.to === actor.userId) checkAct(actor, 'ownHandovers', now)
    return giveWhatIsAsked(app, tx, { actor, userId, asked, now })
  })
}

interface Handing {
  readonly actor: Actor
  readonly userId: string
  readonly asked: NewHandover
  readonly now: Date
}

/** The work of `handOverHoldings`, within its transaction. */
export async function giveWhatIsAsked(app: App, tx: Tx, { actor, userId, asked, now }: Handing) {
  const { to, lastDay } = asked
  const { organisationId } = await getAccountToChange(tx, actor, userId)
  if (to === userId || !(await isActiveColleague(tx, organisationId, to)))
    throw badInput('to', 'must be another active person of the organisation.')
  const toThemselves = to === actor.userId
  if (toThemselves && asked.reason === undefined)
    throw badInput('reason', 'is needed: say why you take this over yourself. The person is notified of it.')
  if (lastDay !== undefined) checkLastDay(lastDay, await localDay(tx, organisationId, now))
  const person = { userId, organisationId }
  const held = await itemsToGive(app, tx, person, asked)
  const closed = toThemselves ? await closedTo(app, tx, { person, to, items: held.items }) : []
  const found = { ...held, items: withoutLeft(held.items, closed) }
  const standIn =
    lastDay === undefined
      ? undefined
      : await nameStandIn(app, tx, found.items, { person, asked, lastDay, now })
  const { complete } = found
  const items = standIn?.others ?? found.items
  const over = { organisationId, from: userId, to, by: actor.userId, now }
  const { events, left } = await giveHoldings(app, tx, items, over)
  const given = withoutLeft(items, left)
  const isDone = given.size > 0 || standIn?.isNamed === true
  const kept = { organisationId, userId, to, lastDay: lastDay ?? null, by: actor.userId, now }
  const id = isDone ? await keep(tx, kept, given) : undefined
  if (id !== undefined) await keepMemberships(tx, { organisationId, handoverId: id, userId: to }, events)
  const counts = new Map([...given, ...(standIn?.approvals ?? [])].map(([kind, ids]) => [kind, ids.length]))
  const facts = {
    to,
    counts: Object.fromEntries(counts),
    ...(lastDay === undefined ? {} : { lastDay }),
    ...(asked.reason === undefined ? {} : { reason: asked.reason }),
  }
  const done = !isDone ? [] : [personEvent('user.handedOver', { userId, organisationId }, facts)]
  const result: HandedOver = { given: counts, left: [...closed, ...left], complete, id }
  return {
    result,
    events: [...events, ...(standIn?.events ?? []), ...done],
  }
}

function checkLastDay(lastDay: string, today: string): void {
  if (lastDay < today) throw badInput('lastDay', 'must not be over yet.')
  if (lastDay > addDays(today, longestDays)) throw badInput('lastDay', 'must be within a year.')
}

async function itemsToGive(
  app: App,
  tx: Tx,
  person: { readonly userId: string; readonly organisationId: number },
  { kinds, items }: NewHandover,
): Promise<{ readonly items: ItemsByKind; readonly complete: boolean }> {
  const wanted = items ? Map.groupBy(items, ({ kind }) => kind) : undefined
  const found = new Map<HoldingKind, readonly number[]>()
  let complete = true
  for (const kind of holdingKinds.filter((each) => wanted?.has(each) ?? kinds?.includes(each) ?? true)) {
    const held = (await findHoldings(app, tx, { person, kind })).map(({ id }) => id)
    const ids = wanted?.get(kind)?.map(({ id }) => id) ?? held.slice(0, mostOfKind)
    const missing = ids.find((id) => !held.includes(id))
    if (missing !== undefined)
      throw badInput('items', `has ${kind} ${missing}, which the person does not hold.`)
    if (!wanted && held.length > mostOfKind) complete = false
    if (ids.length > 0) found.set(kind, ids)
  }
  return { items: found, complete }
}

function withoutLeft(items: ItemsByKind, left: readonly Left[]): ItemsByKind {
  const stays = new Set(left.map(({ kind, id }) => `${kind} ${id}`))
  return new Map(
    [...items].flatMap(([kind, ids]) => {
      const given = ids.filter((id) => !stays.has(`${kind} ${id}`))
      return given.length === 0 ? [] : [[kind, given] as const]
    }),
  )
}

interface Kept {
  readonly organisationId: number
  readonly userId: string
  readonly to: string
  /** Null for good. */
  readonly lastDay: string | null
  readonly by: string
  readonly now: Date
}

async function keep(tx: Tx, kept: Kept, given: ItemsByKind): Promise<number> {
  const { organisationId, userId, to, lastDay, by, now } = kept
  // those for good are closed after a day
  if (lastDay !== null) await checkRoom(tx, 'handovers', { organisationId, userId })
  const { id } = await tx
    .insertInto('handovers')
    .values({
      organisation_id: organisationId,
      user_id: userId,
      stand_in_id: to,
      last_day: lastDay,
      created_by: by,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const [kind, ids] of given) {
    await tx
      .insertInto('handover_items')
      .values(
        ids.map((itemId) => ({ organisation_id: organisationId, handover_id: id, kind, item_id: itemId })),
      )
      .execute()
  }
  return id
}

/**
 * Ends a handover that has a last day before it, and takes back one for good within a day: what the stand-in still
 * holds goes back. For administrators. Throws conflict for somebody who is disabled, and not_found for one that has
 * ended or is older.
 */
export function endHandover(app: App, actor: Actor, userId: string, id: number): Promise<void> {
  return change(app, actor, async (tx, now) => {
    const { organisationId } = await getAccountToChange(tx, actor, userId)
    if (!(await isActiveColleague(tx, organisationId, userId)))
      throw conflict('Who is disabled gets nothing back. Enable them first.')
    const events = await giveBack(app, tx, { organisationId, id, userId }, now)
    if (!events) throw notFound()
    return { result: undefined, events }
  })
}

/** What was handed over for good before that stays so. */
export const dayBefore = (now: Date): Date => new Date(now.getTime() - takenBackForMs)

interface Open {
  readonly organisationId: number
  readonly id: number
  readonly userId?: string
}

/** Undefined where there is no open handover of this id. */
async function giveBack(
  app: App,
  tx: Tx,
  { organisationId, id, userId }: Open,
  now: Date,
): Promise<readonly DomainEvent[] | undefined> {
  const row = await tx
    .selectFrom('handovers')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId ?? ''))
    .where((eb) => eb.or([eb('last_day', 'is not', null), eb('created_at', '>', dayBefore(now))]))
    .select(['user_id', 'stand_in_id', 'last_day'])
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!row) return undefined
  const { user_id: to, stand_in_id: from, last_day: lastDay } = row
  await tx
    .updateTable('handovers')
    .set({ ended_at: now })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .execute()
  const ended = personEvent('user.handover.ended', { userId: to, organisationId }, { standInId: from })
  const withdrawn =
    lastDay === null
      ? []
      : [
          ...(await endDelegateUntil(tx, { organisationId, userId: to, delegateId: from, lastDay })),
          ...(await leaveAsDelegates(tx, organisationId, now)),
        ]
  // somebody who has left meanwhile gets nothing back
  if (!(await isActiveColleague(tx, organisationId, to))) return [...withdrawn, ended]
  const items = await tx
    .selectFrom('handover_items')
    .where('organisation_id', '=', organisationId)
    .where('handover_id', '=', id)
    .select(['kind', 'item_id'])
    .orderBy('item_id')
    .execute()
  const byKind = new Map(
    [...Map.groupBy(items, ({ kind }) => kind as HoldingKind)].map(([kind, some]) => [
      kind,
      some.map(({ item_id }) => item_id),
    ]),
  )
  const { events } = await giveHoldings(app, tx, byKind, { organisationId, from, to, by: to, now })
  const left = await takeMembershipsBack(tx, { organisationId, handoverId: id, userId: from })
  return [...withdrawn, ...events, ...left, ended]
}

/** Closes the handovers for good that cannot be taken back any more. */
const closeForGood = (app: App): Promise<unknown> =>
  internalTransaction(app, (tx, now) =>
    sql`/* every organisation: their day is over */ update handovers set ended_at = ${now}
      where ended_at is null and last_day is null and created_at <= ${dayBefore(now)}`.execute(tx),
  )

const batch = 200

/** Ends the handovers whose last day is over, in every organisation; answers how many. */
export async function endHandovers(app: App): Promise<number> {
  await closeForGood(app)
  const now = app.clock.now()
  const { rows } = await sql<{ readonly organisationId: number; readonly id: number }>`
    /* every organisation: work is found here and done within one */
    select h.organisation_id as "organisationId", h.id from handovers h
    join organisations o on o.id = h.organisation_id
    where h.ended_at is null and h.last_day < (${now}::timestamptz at time zone o.time_zone)::date
    order by h.last_day limit ${batch}`.execute(app.db)
  let ended = 0
  for (const { organisationId, id } of rows) {
    if (app.stopping()) break
    ended += await change(app, systemActor('end-handovers'), async (tx, at) => {
      const events = await giveBack(app, tx, { organisationId, id }, at)
      return { result: events ? 1 : 0, events: events ?? [] }
    })
  }
  return ended
}
