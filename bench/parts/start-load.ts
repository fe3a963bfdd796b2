// The process that sends requests (load.ts), as a benchmark uses it:
//
//   const load = startLoad()
//   const answered = requests(load, { url, headers })     how many in so many milliseconds, for rounds.ts
//   load.disconnect()
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Load, LoadResult } from './load.ts'

/** The process that sends requests; it ends when it is disconnected. It sends one load at a time. */
export const startLoad = (): ChildProcess => fork(fileURLToPath(new URL('load.ts', import.meta.url)))

/** Has it send this, and answers what came of it. Throws when a request is refused. */
export async function sendLoad(child: ChildProcess, load: Load): Promise<LoadResult> {
  child.send(load)
  const [result] = (await once(child, 'message')) as [LoadResult & { readonly error?: string }]
  if (result.error !== undefined) throw new Error(result.error)
  return result
}

/** What is sent when nothing else is said: as many connections as a busy office has. */
const defaultConnections = 16

type Request = Omit<Load, 'connections' | 'milliseconds'> & { readonly connections?: number }

/** The work of a case or base of rounds.ts: sends this and answers how often it was answered. */
export const requests =
  (child: ChildProcess, request: Request) =>
  async (milliseconds: number): Promise<number> =>
    (await sendLoad(child, { connections: defaultConnections, ...request, milliseconds })).answered
