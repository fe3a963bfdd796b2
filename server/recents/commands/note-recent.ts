// Notes what people look at. Many look at once, and nobody should wait for it: what comes while a batch is being written is
// the next batch, and no batch waits for the disk.
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { bookkeeping } from '../../platform/change.ts'
import type { Seen } from '../recent.ts'

interface Looked extends Seen {
  readonly userId: string
  readonly at: Date
}

interface Notes {
  /** What is to be written next, by person and record. */
  next: Map<string, Looked>
  /** The batch that `next` will be written in. */
  written: Promise<void> | undefined
  /** The batch that is being written. */
  writing: Promise<void>
  /** The last thing each person looked at, to leave out what they go on looking at. */
  readonly last: Map<string, { readonly key: string; readonly at: Date }>
}

const notesOf = new WeakMap<App, Notes>()
const aMoment = 10_000
const peopleRemembered = 10_000

/**
 * Puts what the caller was shown on their recents. Done when it is there; never fails: whoever reads a record must not be
 * refused because this could not be noted.
 */
export async function noteRecent(app: App, actor: Actor, seen: Seen): Promise<void> {
  const notes = notesFor(app)
  const looked = { ...seen, userId: actor.userId, at: app.clock.now() }
  const key = `${actor.userId}/${seen.kind}/${seen.organisationId}/${seen.id}`
  if (isStillLookedAt(notes, key, looked)) return
  notes.next.delete(key)
  notes.next.set(key, looked)
  notes.written ??= notes.writing.then(() => writeNext(app, notes))
  await notes.written
}

function notesFor(app: App): Notes {
  const known = notesOf.get(app)
  if (known) return known
  const notes = { next: new Map(), written: undefined, writing: Promise.resolve(), last: new Map() }
  notesOf.set(app, notes)
  return notes
}

function isStillLookedAt({ last }: Notes, key: string, { userId, at }: Looked): boolean {
  const before = last.get(userId)
  if (before?.key === key && Math.abs(at.getTime() - before.at.getTime()) < aMoment) return true
  last.delete(userId)
  last.set(userId, { key, at })
  if (last.size > peopleRemembered) last.delete(last.keys().next().value as string)
  return false
}

function writeNext(app: App, notes: Notes): Promise<void> {
  const batch = [...notes.next.values()]
  notes.next = new Map()
  notes.written = undefined
  notes.writing = write(app, batch).catch((error: unknown) => {
    notes.last.clear()
    app.log.warn({ err: error, records: batch.length }, 'what was looked at could not be noted')
  })
  return notes.writing
}

const write = (app: App, batch: readonly Looked[]): Promise<void> =>
  bookkeeping(app, async (tx) => {
    // what is lost in a crash is a few lines of a list of conveniences
    await sql`select set_config('synchronous_commit', 'off', true)`.execute(tx)
    // always in one order, so that processes wait for each other and never around
    const inOrder = batch.toSorted((a, b) => (orderKey(a) < orderKey(b) ? -1 : 1))
    await tx
      .insertInto('recents')
      .values(
        inOrder.map(({ organisationId, userId, kind, id, at }) => ({
          organisation_id: organisationId,
          user_id: userId,
          kind,
          record_id: id,
          seen_at: at,
        })),
      )
      .onConflict((conflict) =>
        conflict.columns(['organisation_id', 'user_id', 'kind', 'record_id']).doUpdateSet((eb) => ({
          seen_at: eb.ref('excluded.seen_at'),
          place: eb.ref('excluded.place'),
        })),
      )
      .execute()
  })

const orderKey = ({ organisationId, userId, kind, id }: Looked) => `${organisationId}/${userId}/${kind}/${id}`
