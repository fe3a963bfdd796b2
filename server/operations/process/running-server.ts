// What a running server records in its state folder for commands: the addresses at which it can be reached.
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../platform/settings/config.ts'
import { processRuns, processSpace, startOfProcess } from '../../platform/installation/process-identity.ts'

/** What a command must know of the settings of the running server, because its own may differ. */
export type RunningServer = Pick<Config, 'port' | 'publicUrl' | 'webUrl' | 'environment'>

interface Stored extends RunningServer {
  readonly pid: number
  readonly start?: string | undefined
  readonly space: string
}

const fileOf = (stateDir: string) => join(stateDir, 'server.json')

/** Writes the record; the returned function removes it. */
export function recordRunningServer({ stateDir, port, publicUrl, webUrl, environment }: Config): () => void {
  const { pid } = process
  const stored: Stored = {
    port,
    publicUrl,
    webUrl,
    environment,
    pid,
    start: startOfProcess(pid),
    space: processSpace(),
  }
  writeFileSync(fileOf(stateDir), `${JSON.stringify(stored, null, 2)}\n`, { mode: 0o600 })
  return () => rmSync(fileOf(stateDir), { force: true })
}

/** The record of the server running on this state folder; undefined if there is none. */
export function findRunningServer(stateDir: string): RunningServer | undefined {
  let stored: Stored
  try {
    stored = JSON.parse(readFileSync(fileOf(stateDir), 'utf8')) as Stored
  } catch {
    return undefined
  }
  // For a server in another container, all that is known is that it left this record.
  const isHere = stored.space === processSpace()
  const gone = isHere && (!processRuns(stored.pid) || startOfProcess(stored.pid) !== stored.start)
  if (gone) return undefined
  const { port, publicUrl, webUrl, environment } = stored
  return { port, publicUrl, webUrl, environment }
}
