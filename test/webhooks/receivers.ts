// The receiver of a separate process (receiver-process.ts), as its parent sees it: any number of receivers, each at its
// own address of this machine.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

export type Question = 'count' | 'take' | 'turn'

/** What a receiver that answers was sent. */
interface Arrival {
  /** `ResourceId` of the notification. */
  readonly id: number
  /** Real time. */
  readonly at: number
  readonly path: string
}

export interface Report {
  readonly received: Arrival[]
  /** How often a `webhook-id` was repeated. */
  duplicates: number
  /** Requests that are never answered: open now, and the most at once. */
  readonly hanging: { now: number; most: number }
  /** The most requests each receiver, by host name and port, had open at once. */
  readonly mostAtOnce: Record<string, number>
}

export interface Receivers {
  readonly port: number
  readonly pid: number
  /** Host name and port of the receiver with this number, from 0. */
  host(number: number): string
  count(): Promise<Omit<Report, 'received'> & { readonly received: number }>
  /** What arrived since the last time. */
  take(): Promise<Report>
  /** Receivers at /turns hang from now on. */
  turn(): Promise<void>
  close(): void
}

/** Starts the process. */
export async function startReceivers(): Promise<Receivers> {
  const child = fork(fileURLToPath(new URL('receiver-process.ts', import.meta.url)))
  const [port] = (await once(child, 'message')) as [number]
  return {
    port,
    pid: child.pid ?? 0,
    host: (number) => `127.0.${1 + Math.floor(number / 250)}.${1 + (number % 250)}:${port}`,
    count: () => ask(child, 'count'),
    take: () => ask(child, 'take'),
    turn: () => ask(child, 'turn'),
    close: () => child.disconnect(),
  }
}

async function ask<Answer>(child: ChildProcess, question: Question): Promise<Answer> {
  const answer = once(child, 'message') as Promise<[Answer]>
  child.send(question)
  return (await answer)[0]
}
