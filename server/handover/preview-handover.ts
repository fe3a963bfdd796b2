// What a handover would give to whom, and what would be left without anyone after it; nothing is given.
import { findSoleRecords, type SoleRecords } from '../identity/users/sole-records.ts'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import { dryRun } from '../platform/dry-run.ts'
import { change } from '../platform/events/change.ts'
import type { Tx } from '../platform/postgres/database.ts'
import { giveWhatIsAsked, type HandedOver, type NewHandover } from './commands/hand-over.ts'
import { getColleague, type HoldingKind, holdingKinds, findHoldings } from './holdings.ts'

interface Stays {
  readonly count: number
  /** How many of them nobody else is responsible for. */
  readonly sole: number
}

export interface HandoverPreview extends Pick<HandedOver, 'given' | 'left' | 'complete'> {
  /** What the person would still have, by kind, as far as `holdings` shows it. */
  readonly stays: ReadonlyMap<HoldingKind, Stays>
  /** The records that nobody else could open. */
  readonly soleRecords: SoleRecords
}

/** Throws what `handOverHoldings` throws. */
export async function previewHandover(
  app: App,
  actor: Actor,
  userId: string,
  asked: NewHandover,
): Promise<HandoverPreview> {
  let seen: HandoverPreview | undefined
  await dryRun(app, (trial) =>
    change(trial, actor, async (tx, now) => {
      const outcome = await giveWhatIsAsked(trial, tx, { actor, userId, asked, now })
      const { given, left, complete } = outcome.result
      seen = { given, left, complete, ...(await whatStays(trial, tx, actor, userId)) }
      return outcome
    }),
  )
  if (!seen) throw new Error('a dry run ended without its change')
  return seen
}

async function whatStays(app: App, tx: Tx, actor: Actor, userId: string) {
  const person = await getColleague(tx, actor, userId)
  const stays = new Map<HoldingKind, Stays>()
  for (const kind of holdingKinds) {
    const found = await findHoldings(app, tx, { person, kind })
    const sole = found.filter(({ isSole }) => isSole).length
    if (found.length > 0) stays.set(kind, { count: found.length, sole })
  }
  return { stays, soleRecords: await findSoleRecords(app, tx, userId) }
}
