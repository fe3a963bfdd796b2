// Sends generated requests to every operation, one after another, and reports what no server should do.
import fc from 'fast-check'
import { longestTurnAllowed } from '../servers/loop-delay.ts'
import { faultOf } from './judge.ts'
import type { Operation } from './operations.ts'
import { type CallerName, type FuzzRequest, requestsFor } from './requests.ts'
import type { KnownIds } from './schema-values.ts'
import type { ServerUnderFuzz } from './server-under-fuzz.ts'

export interface FuzzTarget {
  readonly server: ServerUnderFuzz
  readonly known: KnownIds
  /** An access token of the caller; `fresh` after the last one was refused. */
  token(caller: CallerName, fresh?: 'fresh'): Promise<string | undefined>
}

export interface Finding {
  readonly operation: string
  readonly fault: string
  readonly request: string
}

export interface Figures {
  requests: number
  readonly statuses: Map<number, number>
  largestAnswer: { bytes: number; operation: string }
  longestTurn: { ms: number; request: string }
}

/** Figures of a run that has not begun. */
export const noFigures = (): Figures => ({
  requests: 0,
  statuses: new Map(),
  largestAnswer: { bytes: 0, operation: '' },
  longestTurn: { ms: 0, request: '' },
})

interface Extent {
  readonly cases: number
  readonly seed: number
}

/** Fuzzes one operation and answers what was wrong; the same seed sends the same requests to the same data. */
export async function fuzz(
  target: FuzzTarget,
  operation: Operation,
  { cases, seed }: Extent,
  figures: Figures,
): Promise<readonly Finding[]> {
  const findings: Finding[] = []
  const requests = fc.sample(requestsFor(operation, target.known), { numRuns: cases, seed })
  const found = (request: FuzzRequest, fault: string) =>
    findings.push({ operation: operation.id, fault, request: shown(request) })
  await target.server.measure('turn')
  for (const request of requests) {
    const answer = await sendAs(target, request).catch((error: Error) => error.message)
    if (!target.server.running()) {
      found(request, 'the server ended')
      return findings
    }
    if (typeof answer === 'string') {
      found(request, answer)
      continue
    }
    note(figures, operation.id, answer)
    const fault = faultOf(answer)
    if (fault) found(request, fault)
    const ms = await longestTurnOf(target, request)
    if (ms > figures.longestTurn.ms) figures.longestTurn = { ms, request: shown(request) }
    if (ms > longestTurnAllowed)
      found(request, `held the event loop for ${ms.toFixed(0)} ms of processor time`)
  }
  return findings
}

/**
 * What the request just sent cost; one that seems to cost too much is sent again, as the first of a kind loads and
 * compiles code.
 */
async function longestTurnOf(target: FuzzTarget, request: FuzzRequest): Promise<number> {
  let least = (await target.server.measure('turn')).longestTurn
  for (let again = 0; again < 8 && least > longestTurnAllowed; again += 1) {
    await sendAs(target, request).catch(() => undefined)
    least = Math.min(least, (await target.server.measure('turn')).longestTurn)
  }
  return least
}

async function sendAs(target: FuzzTarget, request: FuzzRequest) {
  const token = await target.token(request.caller)
  const answer = await target.server.send(request, token)
  if (answer.status !== 401 || token === undefined) return answer
  // an earlier request may have ended this caller's grant
  return target.server.send(request, await target.token(request.caller, 'fresh'))
}

function note(
  figures: Figures,
  operation: string,
  { status, bytes }: { status: number; bytes: number },
): void {
  figures.requests += 1
  figures.statuses.set(status, (figures.statuses.get(status) ?? 0) + 1)
  if (bytes > figures.largestAnswer.bytes) figures.largestAnswer = { bytes, operation }
}

function shown({ caller, method, target, headers, body, sent }: FuzzRequest): string {
  const text = body?.toString('latin1') ?? ''
  const clipped = text.length > 400 ? `${text.slice(0, 400)} … (${text.length} bytes)` : text
  return `${caller}: ${method} ${target.slice(0, 600)} ${JSON.stringify(headers).slice(0, 300)} ${sent === 'cut' ? '(cut) ' : ''}${JSON.stringify(clipped)}`
}
