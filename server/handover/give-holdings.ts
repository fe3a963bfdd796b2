// Giving what a person holds to somebody else, kind by kind, within one transaction.
import { handOverApprovals } from '../contracts/approvals/hand-over-approvals.ts'
import { handOverClauses } from '../contracts/clauses/hand-over-clauses.ts'
import { handOverKeyDates } from '../contracts/key-dates/hand-over-key-dates.ts'
import type { App } from '../platform/app.ts'
import type { DomainEvent } from '../platform/events/change.ts'
import type { Tx } from '../platform/postgres/database.ts'
import { handOverViews } from '../records/views/commands/hand-over-views.ts'
import { handOverTasks } from '../tasks/commands/hand-over-tasks.ts'
import { type HoldingKind, holdingKinds, recordHoldings } from './holdings.ts'

interface Over {
  readonly organisationId: number
  readonly from: string
  readonly to: string
  /** Who does it, or for whom time does it. */
  readonly by: string
  readonly now: Date
}

/** One thing that stays with the former person, and why. */
export interface Left {
  readonly kind: HoldingKind
  readonly id: number
  readonly reason: string
}

export type ItemsByKind = ReadonlyMap<HoldingKind, readonly number[]>

/** Gives those of the items that the former person still holds. Answers what happened, and what stays. */
export async function giveHoldings(
  app: App,
  tx: Tx,
  items: ItemsByKind,
  over: Over,
): Promise<{ readonly events: readonly DomainEvent[]; readonly left: readonly Left[] }> {
  const events: DomainEvent[] = []
  const left: Left[] = []
  for (const kind of holdingKinds) {
    const ids = items.get(kind) ?? []
    if (ids.length === 0) continue
    const record = recordHoldings.find(({ name }) => name === kind)
    if (record) {
      const as = record.role === 'Owner' ? 'owner' : 'manager'
      const records = { organisationId: over.organisationId, ids }
      events.push(...(await app.subjects[record.kind].handOver(tx, records, { ...over, as })))
    } else if (kind === 'Task') {
      events.push(...(await handOverTasks(tx, ids, over)))
    } else if (kind === 'KeyDate') {
      events.push(...(await handOverKeyDates(tx, ids, over)))
    } else if (kind === 'View') {
      await handOverViews(tx, ids, over)
    } else if (kind === 'Clause') {
      events.push(...(await handOverClauses(tx, ids, over)))
    } else {
      const given = await handOverApprovals(tx, ids, over)
      events.push(...given.events)
      left.push(...[...given.left].map(([id, reason]) => ({ kind, id, reason })))
    }
  }
  return { events, left }
}
