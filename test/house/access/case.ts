// What a case of access says about one route. Every route that is not public has exactly one.
import type { World } from './world.ts'

/** A call of the route, made so that whoever is entitled succeeds with it. */
export interface Call {
  /** What goes into the places of the path. */
  readonly params?: Readonly<Record<string, string | number>>
  readonly query?: string
  /** Objects go as JSON. */
  readonly body?: object | string
  readonly headers?: Readonly<Record<string, string>>
  /** What only those who are entitled may find in an answer of the route. */
  readonly mark?: string
}

/**
 * 403, 404, 400   refused so: 403 to those who see the thing, 404 to those who do not; 400 where the body names what is not theirs
 * 'shown nothing' answered, and nothing of the organisation's is in it (the mark of the call)
 * 'may'           is entitled as well
 */
export type ExpectedOutcome = 400 | 403 | 404 | 'shown nothing' | 'may'

export interface AccessCase {
  /** `METHOD /path/:id` as the route is spelled. */
  readonly route: string
  /** Makes in this organisation what the call is about, anew each time. */
  readonly make: (world: World) => Promise<Call> | Call
  /** The status for those who are entitled. */
  readonly answers: number
  /** How the caller proves who they are; a token where nothing is said. */
  readonly way?: 'session'
  /** The owner of the same role in another organisation. */
  readonly outsider: ExpectedOutcome
  /** Of the same organisation, without part in the thing and without permission. */
  readonly colleague: ExpectedOutcome
  /** Sees the thing and may not change it. To be stated for everything that changes something. */
  readonly viewer?: ExpectedOutcome
  /** Why the call changes no row although its method could; without it, rows must change when the owner calls. */
  readonly changesNothing?: string
  /** Places of the path that are words, not ids. */
  readonly words?: readonly string[]
  /** Why two ids of the path need not belong together. */
  readonly unrelatedIds?: string
}
