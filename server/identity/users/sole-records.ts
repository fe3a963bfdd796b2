// Records that a person of an organisation may open and nobody else of it: what stands in the way of taking their
// sight.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import type { DomainEvent } from '../../platform/events/change.ts'
import { badInput, conflict, notFound } from '../../platform/errors.ts'
import type { Reader, Tx } from '../../platform/postgres/database.ts'
import type { SubjectKind, WhichRecords } from '../../platform/subject.ts'
import { findSnapshot } from './authorization-snapshot.ts'
import { isActiveColleague } from './people-on-records.ts'

/** The ids of the records by their kind. */
export type SoleRecords = ReadonlyMap<SubjectKind, readonly number[]>

const kindsOf = ({ subjects }: Pick<App, 'subjects'>) => Object.keys(subjects) as SubjectKind[]

/** The records that only this person may open; none for somebody who is not active. */
export async function findSoleRecords(app: App, db: Reader, userId: string): Promise<SoleRecords> {
  const person = await findSnapshot(db, userId)
  const sole = new Map<SubjectKind, readonly number[]>()
  if (!person) return sole
  for (const kind of kindsOf(app)) {
    const ids = await app.subjects[kind].openOnlyTo(db, person)
    if (ids.length > 0) sole.set(kind, ids)
  }
  return sole
}

/** The same for an administrator of the person's organisation; not_found for somebody of another one. */
export async function listSoleRecords(app: App, actor: Actor, userId: string): Promise<SoleRecords> {
  const known = await app.db
    .selectFrom('users')
    .where('id', '=', userId)
    .where('organisation_id', '=', actor.organisationId)
    .select('id')
    .executeTakeFirst()
  if (!known) throw notFound()
  return findSoleRecords(app, app.db, userId)
}

/**
 * Runs a change that may take sight of records from a person, whose organisation is locked: conflict with the number of
 * records that nobody could open after it.
 */
export async function keepingSight<Result>(
  app: App,
  tx: Tx,
  person: { readonly userId: string; readonly organisationId: number },
  run: () => Promise<Result>,
): Promise<Result> {
  const before = await findSoleRecords(app, tx, person.userId)
  const result = await run()
  const lost = new Map<SubjectKind, readonly number[]>()
  for (const [kind, ids] of before) {
    const without = await app.subjects[kind].withoutSomebody(tx, person.organisationId, { ids })
    if (without.length > 0) lost.set(kind, without)
  }
  refuseLoss(lost)
  return result
}

/**
 * The same for a change that takes sight from everybody of a team, or moves records from one of the teams to another.
 */
export const keepingSightOfTeams = <Result>(
  app: App,
  tx: Tx,
  { organisationId, ids }: { readonly organisationId: number; readonly ids: readonly number[] },
  run: () => Promise<Result>,
): Promise<Result> =>
  keepingSightOf(
    { app, tx, organisationId },
    ids.map((teamId) => ({ teamId })),
    run,
  )

/** The same for a change that takes sight of any of these records from many people. */
export async function keepingSightOf<Result>(
  { app, tx, organisationId }: { readonly app: App; readonly tx: Tx; readonly organisationId: number },
  records: readonly WhichRecords[],
  run: () => Promise<Result>,
): Promise<Result> {
  const read = async () => {
    const found = new Map<SubjectKind, readonly number[]>()
    for (const kind of kindsOf(app)) {
      const without: number[] = []
      for (const which of records)
        without.push(...(await app.subjects[kind].withoutSomebody(tx, organisationId, which)))
      found.set(kind, without)
    }
    return found
  }
  const before = await read()
  const result = await run()
  const lost = new Map<SubjectKind, readonly number[]>()
  for (const [kind, without] of await read()) {
    const known = new Set(before.get(kind))
    const now = without.filter((id) => !known.has(id))
    if (now.length > 0) lost.set(kind, now)
  }
  refuseLoss(lost)
  return result
}

function refuseLoss(lost: SoleRecords): void {
  if (lost.size === 0) return
  throw conflict(
    `Nobody could open ${namesOf(lost)} any more. Add somebody else to them first, or give somebody else the same right.`,
  )
}

interface Successor {
  /** Who gets the records; none if undefined. */
  readonly successorId: string | undefined
  readonly by: string
  readonly now: Date
}

/**
 * Hands the records that only this person may open to a successor, before the person is disabled. Throws conflict with
 * their number if there are some and no successor is named, and 400 for one who cannot have them.
 */
export async function handOverSoleRecords(
  app: App,
  tx: Tx,
  person: { readonly userId: string; readonly organisationId: number },
  { successorId, by, now }: Successor,
): Promise<readonly DomainEvent[]> {
  const { userId: from, organisationId } = person
  if (successorId !== undefined) await checkSuccessor(tx, person, successorId)
  const sole = await findSoleRecords(app, tx, from)
  if (sole.size === 0) return []
  if (successorId === undefined)
    throw conflict(
      `Nobody else can open ${namesOf(sole)}. Name a successor, who becomes a member of these and the owner of those that this person owns.`,
    )
  const events: DomainEvent[] = []
  for (const [kind, ids] of sole) {
    if (ids.length > most)
      throw conflict(
        `Nobody else can open more than ${most} ${kind}s. Give somebody else the right to see all of them first.`,
      )
    const over = { from, to: successorId, by, now }
    events.push(...(await app.subjects[kind].handOver(tx, { organisationId, ids }, over)))
  }
  return events
}

const most = 1_000
const mostNamed = 10

/** `matter 3 and contracts 5, 8`. */
function namesOf(sole: SoleRecords): string {
  return [...sole]
    .map(([kind, ids]) => {
      const named = ids.slice(0, mostNamed).join(', ')
      const more =
        ids.length > mostNamed ? ` and ${ids.length > most ? 'many' : ids.length - mostNamed} more` : ''
      return `${ids.length === 1 ? kind : `${kind}s`} ${named}${more}`
    })
    .join(' and ')
}

async function checkSuccessor(
  tx: Tx,
  { userId, organisationId }: { readonly userId: string; readonly organisationId: number },
  successorId: string,
): Promise<void> {
  if (successorId !== userId && (await isActiveColleague(tx, organisationId, successorId))) return
  throw badInput('successor', 'must be another active person of the organisation.')
}
