// When the demo's contracts were created and moved, as data: the days follow from their position among all of them, and
// count from the day on which the demo is made.
import type { ContractStage } from '../../../contracts/contract.ts'
import { addDays, addMonths } from '../../../platform/time/local-time.ts'
import type { DemoContract } from './core-records.ts'

interface Move {
  readonly stage: ContractStage
  readonly day: string
}

export interface ContractLife {
  readonly created: string
  /** Each stage after Draft, and the day on which the contract came to it. */
  readonly moves: readonly Move[]
  /** The first and the last day on which the other side had the document. */
  readonly sent: { readonly from: string; readonly until: string } | undefined
  /** Local time. */
  readonly expiry: string | undefined
}

type Planned = Pick<DemoContract, 'stages' | 'since' | 'yearly' | 'expiry'>

/** The life of the contract at a position, by the present day. */
export function lifeOf(contract: Planned, turn: number, today: string): ContractLife {
  const [first, ...later] = contract.stages.toReversed()
  const moves: Move[] = []
  let day = addDays(today, -(contract.since ?? daysSince(contract.stages, turn)))
  if (first) {
    moves.unshift({ stage: first, day })
    for (const stage of later) {
      day = begunBefore(day, stage, { next: moves[0]?.stage, turn })
      moves.unshift({ stage, day })
    }
    day = begunBefore(day, 'Draft', { next: moves[0]?.stage, turn })
  }
  return {
    created: day,
    moves,
    sent: timeWithOtherSide(moves, turn),
    expiry: contract.yearly ? `${yearlyExpiry(moves, turn, today)}T17:00:00` : contract.expiry,
  }
}

/** Days since the last move. Of those that were executed, every third one is due for renewal within 90 days. */
function daysSince(stages: readonly ContractStage[], turn: number): number {
  switch (stages.at(-1)) {
    case 'Executed':
      return turn % 3 === 1 ? 278 + ((turn * 13) % 48) : 12 + ((turn * 61) % 650)
    case 'Expired':
    case 'Void':
      return 20 + ((turn * 37) % 300)
    default:
      return 1 + ((turn * 7) % 24)
  }
}

/** How many days a contract stays in a stage. */
const stays: Readonly<Record<'Draft' | 'Negotiating' | 'Approval' | 'Signing', (turn: number) => number>> = {
  Draft: (turn) => 1 + ((turn * 3) % 7),
  Negotiating: (turn) => 9 + ((turn * 11) % 26),
  Approval: (turn) => 1 + ((turn * 5) % 8),
  Signing: (turn) => 1 + ((turn * 7) % 13),
}

/** The day on which a stage began that ended on the given one. */
function begunBefore(
  day: string,
  stage: ContractStage,
  { next, turn }: { readonly next: ContractStage | undefined; readonly turn: number },
): string {
  if (stage === 'Draft' || stage === 'Negotiating' || stage === 'Approval' || stage === 'Signing')
    return addDays(day, -stays[stage](turn))
  return next === 'Expired' ? addMonths(day, -12) : addDays(day, -100)
}

/** Half of those that were negotiated were with the other side for half of that time. */
function timeWithOtherSide(moves: readonly Move[], turn: number): ContractLife['sent'] {
  const place = moves.findIndex(({ stage }) => stage === 'Negotiating')
  const [began, ended] = moves.slice(place, place + 2)
  if (place < 0 || !began || !ended || turn % 2 !== 0) return undefined
  const from = addDays(began.day, 2)
  return { from, until: addDays(from, Math.floor(stays.Negotiating(turn) / 2) - 1) }
}

/** The notice of the last days before an expiry would be sent as soon as the demo is made. */
const soonest = 36

function yearlyExpiry(moves: readonly Move[], turn: number, today: string): string {
  const dayOf = (stage: ContractStage) => moves.find((move) => move.stage === stage)?.day
  const executed = dayOf('Executed') ?? today
  const over = dayOf('Expired')
  if (over) return over
  const years = [1, 2, 3, 4, 5].filter((count) => addMonths(executed, 12 * count) >= addDays(today, soonest))
  const next = addMonths(executed, 12 * (years[0] ?? 5))
  return next <= addDays(today, 90) ? next : addMonths(next, 12 * (turn % 3))
}
