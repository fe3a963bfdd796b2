// Deciding on flags: many at once, each for its line.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { badInput, badInputs } from '../../platform/errors.ts'
import { reducedBy } from '../guidelines/post-with-guidelines.ts'
import { listFlags, storeDismissal, type StoredFlag, takesMore } from '../guidelines/stored-flags.ts'
import { currencyDigits } from '../../platform/currencies.ts'
import type { LineDecision } from '../review/line-decisions.ts'
import { storeDecisions } from '../review/stored-review.ts'
import { type Reviewing, reviewing } from './review-invoice.ts'

/** Accept: the lines are approved as billed. Reduce: by the excess of the flags. Dismiss: the flags do not count. */
export const flagActions = ['Accept', 'Reduce', 'Dismiss', 'Restore'] as const

export interface AskedFlags {
  readonly ids: readonly number[]
  readonly action: (typeof flagActions)[number]
  /** Why flags are dismissed. */
  readonly because: string | null
  readonly checkVersion: (version: number) => void
}

/**
 * Decides on flags of an invoice, all or none, while it is reviewed. Dismissing a flag takes back what its rule
 * proposed. Throws like `reviewLines`, and bad_request for flags that are not of this invoice or take nothing off.
 */
export function decideFlags(app: App, actor: Actor, id: number, asked: AskedFlags): Promise<void> {
  const { action, because, checkVersion } = asked
  if (action === 'Dismiss' && because === null) {
    throw badInput('because', 'is missing: say why the flag does not count.')
  }
  return reviewing(app, actor, { id, checkVersion }, async (on) => {
    const { tx, invoice, now } = on
    const flags = await askedOf(on, asked.ids)
    const ids = flags.map((flag) => flag.id)
    if (action === 'Restore') {
      await storeDismissal(tx, invoice, ids, null)
      return
    }
    const decisions = action === 'Dismiss' ? takenBack(on, flags) : decisionsOn(on, flags, action)
    if (action === 'Dismiss') {
      await storeDismissal(tx, invoice, ids, { because: because ?? '', userId: actor.userId, now })
    }
    await storeDecisions(tx, invoice, decisions, { userId: actor.userId, now })
  })
}

async function askedOf({ tx, invoice }: Reviewing, ids: readonly number[]): Promise<readonly StoredFlag[]> {
  const wanted = new Set(ids)
  const flags = (await listFlags(tx, invoice)).filter((flag) => wanted.has(flag.id))
  if (flags.length < wanted.size) throw badInput('flags', 'must be ids of flags of this invoice.')
  return flags
}

/** Proposals of the rules whose flags are dismissed; what somebody decided stays. */
const takenBack = ({ review }: Reviewing, flags: readonly StoredFlag[]) =>
  new Map(
    flags.flatMap(({ line, rule }): [number, null][] => {
      if (line === null) return []
      return review.decisions.get(line)?.rule === rule ? [[line, null]] : []
    }),
  )

function decisionsOn(
  { lines, invoice }: Reviewing,
  flags: readonly StoredFlag[],
  action: 'Accept' | 'Reduce',
): ReadonlyMap<number, LineDecision> {
  const amounts = new Map(lines.map(({ number, amount }) => [number, amount]))
  const most = new Map<number, StoredFlag>()
  for (const flag of flags) {
    if (flag.line === null) throw badInput('flags', 'must be flags of lines: this is decided line by line.')
    const before = most.get(flag.line)
    if (before === undefined || takesMore(flag, before)) most.set(flag.line, flag)
  }
  const decisions = new Map<number, LineDecision>()
  for (const [line, flag] of most) {
    const decision: LineDecision | undefined =
      action === 'Accept'
        ? { decision: 'Accepted' }
        : reducedBy(amounts.get(line) ?? '0', flag, flag, currencyDigits(invoice.currency))
    if (!decision) throw badInputs({ flags: [`must take something off: the flag of line ${line} does not.`] })
    decisions.set(line, decision)
  }
  return decisions
}
