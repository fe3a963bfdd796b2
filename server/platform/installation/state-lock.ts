// One server per state folder. Every server first writes its own claim and then checks the others': of two that start
// at once at least one sees the other, and no file is ever taken over.
import { randomUUID } from 'node:crypto'
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { processRuns, processSpace, startOfProcess } from './process-identity.ts'

/** This process's claim on a state folder until released (or until the process ends, however it ends). */
export type StateLock = { release(): void }

/** Who holds a state folder. */
export type StateHolder = { pid: number; since: string }

type Claim = StateHolder & { start: string | undefined; space: string }

const heartbeatMs = 2000
const silenceMs = 5 * heartbeatMs

/**
 * Claims the folder for this process. Claims of dead servers are removed; if another one is alive, throws an error that
 * says which, and what to do.
 */
export async function lockState(
  stateDir: string,
  onProgress?: (message: string) => void,
): Promise<StateLock> {
  const folder = join(stateDir, 'server.lock')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  // two that start at the same instant see each other and both step back; the random pauses let one through
  for (let attempt = 1; ; attempt += 1) {
    const file = writeClaim(folder)
    const other = await otherClaim(folder, file, onProgress)
    if (!other) return keepClaim(file)
    rmSync(file, { force: true })
    const justStarting = Date.now() - Date.parse(other.since) < 3000
    if (attempt === 6 || !justStarting) throw new Error(refusal(stateDir, other))
    await sleep(20 + Math.random() * 80)
  }
}

/** The live server that holds the folder, if any. */
export function stateHolder(stateDir: string): StateHolder | undefined {
  const folder = join(stateDir, 'server.lock')
  for (const file of claimFiles(folder)) {
    const claim = readClaim(file)
    if (claim && (isForeign(claim) ? isRecent(lastHeartbeat(file)) : isAlive(claim))) return claim
  }
  return undefined
}

function writeClaim(folder: string): string {
  const claim: Claim = {
    pid: process.pid,
    since: new Date().toISOString(),
    start: startOfProcess(process.pid),
    space: processSpace(),
  }
  const file = join(folder, `${process.pid}-${randomUUID()}.json`)
  const draft = `${file}.draft`
  writeFileSync(draft, `${JSON.stringify(claim)}\n`, { mode: 0o600 })
  renameSync(draft, file)
  return file
}

function keepClaim(file: string): StateLock {
  const heartbeat = setInterval(() => {
    const now = new Date()
    try {
      utimesSync(file, now, now)
    } catch {
      // the folder was removed under a running server: there is nothing left to hold
    }
  }, heartbeatMs)
  heartbeat.unref()
  return {
    release() {
      clearInterval(heartbeat)
      rmSync(file, { force: true })
    },
  }
}

async function otherClaim(folder: string, own: string, onProgress?: (message: string) => void) {
  for (const file of claimFiles(folder)) {
    if (file === own) continue
    const claim = readClaim(file)
    if (claim && (isForeign(claim) ? await hasHeartbeat(file, onProgress) : isAlive(claim))) return claim
    rmSync(file, { force: true })
  }
  return undefined
}

function isAlive(claim: Claim): boolean {
  if (!processRuns(claim.pid)) return false
  const start = startOfProcess(claim.pid)
  return start === undefined || claim.start === undefined || start === claim.start
}

// Process ids are meaningless across containers and machines; only the claim's heartbeat can be checked there.
function isForeign(claim: Claim): boolean {
  return claim.space !== processSpace()
}

async function hasHeartbeat(file: string, onProgress?: (message: string) => void): Promise<boolean> {
  const last = lastHeartbeat(file)
  if (!isRecent(last)) return false
  onProgress?.('Waiting to see whether a server in another container still uses the state folder')
  while (isRecent(last)) {
    if (lastHeartbeat(file) > last) return true
    await sleep(250)
  }
  return false
}

function isRecent(beat: number): boolean {
  return Date.now() - beat < silenceMs
}

function lastHeartbeat(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
}

function claimFiles(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .map((name) => join(folder, name))
  } catch {
    return []
  }
}

// an empty file is what a power failure leaves of a claim; its server is gone
function readClaim(file: string): Claim | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Claim
  } catch {
    return undefined
  }
}

function refusal(stateDir: string, holder: StateHolder): string {
  return (
    `Another Chancery server (process ${holder.pid}, running since ${holder.since}) is using the state folder ${stateDir}. ` +
    'Stop it first, or give this one its own folder and port: CHANCERY_STATE_DIR=<folder> PORT=<port>'
  )
}
