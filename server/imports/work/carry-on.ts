// Carrying on with an import: unpacking its archives, then whatever its state says. A turn lasts some seconds, and
// everything it has done is committed row by row with how far it has come.
import { checkFeatures } from '../../identity/features/feature.ts'
import { findGrantActor } from '../../identity/oauth/bearer.ts'
import { findSnapshot } from '../../identity/users/authorization-snapshot.ts'
import { type Actor, hasRight } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { AppError } from '../../platform/errors.ts'
import type { ImportKey } from '../import.ts'
import type { ImportKind } from '../import-kind.ts'
import { fetchSome } from './fetch-bucket.ts'
import { endState, type Held, leaveToNextTurn, NotOurs, postpone, stopWork, takeLease } from './lease.ts'
import { checkSome, makeSome } from './rows.ts'
import { undoSome } from './undo.ts'
import { unpackSome } from './unpack.ts'

/**
 * Does the next of the import's work, and stores a job for the rest. Does nothing if another process is at it, or if
 * there is nothing to do. An unexpected error is logged, and the row is tried again later.
 */
export async function carryOn(app: App, key: ImportKey, kinds: readonly ImportKind[]): Promise<void> {
  const taken = await takeLease(app, key)
  if (!taken) return
  let held: Held = { ...taken, state: undefined }
  try {
    if ((await unpackSome(app, held)) || (await fetchSome(app, held))) return await leaveToNextTurn(app, held)
    held = taken
    if (!works(held)) return await endState(app, { ...held, state: undefined }, {})
    const kind = kinds.find(({ name }) => name === held.row.kind)
    if (!kind) throw new Error(`There is no import of ${held.row.kind}`)
    const actor = await findCaller(app, held, kind)
    if (typeof actor === 'string') return await stopWork(app, held, actor)
    await workOn(app, { held, kind, actor })
  } catch (error) {
    if (error instanceof NotOurs) return
    app.log.warn({ err: error, import: held.id }, 'an import was interrupted and is tried again')
    await postpone(app, held).catch((late: unknown) => {
      if (!(late instanceof NotOurs)) throw late
    })
  }
}

const works = ({ row: { state } }: Held) => state === 'Checking' || state === 'Running' || state === 'Undoing'

/** An import that this process works on, for whom. */
export interface Working {
  readonly held: Held
  readonly kind: ImportKind
  readonly actor: Actor
}

async function workOn(app: App, working: Working): Promise<void> {
  const work = { Checking: checkSome, Running: makeSome, Undoing: undoSome }[working.held.row.state]
  const isOver = await work?.(app, working)
  if (isOver === false) await leaveToNextTurn(app, working.held)
}

/** Who asked for it, with the rights of this moment; or why they may not go on. */
async function findCaller(app: App, { row }: Held, kind: ImportKind): Promise<Actor | string> {
  const gone = 'Who started it has no access any more. Another administrator can go on.'
  const actor = await actorOf(app, row)
  if (!actor || !hasRight(actor, 'administer')) return gone
  try {
    checkFeatures(actor, kind.features)
    return actor
  } catch (error) {
    if (error instanceof AppError) return error.message
    throw error
  }
}

async function actorOf(app: App, row: Held['row']): Promise<Actor | undefined> {
  const { created_by: userId, grant_id: grantId, request_id: requestId } = row
  if (grantId !== null) {
    const actor = await findGrantActor(app.db, { userId, grantId })
    return actor && { ...actor, requestId }
  }
  const snapshot = await findSnapshot(app.db, userId)
  return snapshot && { ...snapshot, via: { kind: 'session', sessionId: '', verifiedAt: null }, requestId }
}
