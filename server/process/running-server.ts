// What a running server leaves in its state folder for the commands beside it: under which addresses it is reached.
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../settings/config.ts'
import { processRuns, processSpace, startOfProcess } from '../platform/installation/process-identity.ts'

/** What a command has to know of the settings of the server it works beside, because its own may differ. */
export type ServerNote = Pick<Config, 'port' | 'publicUrl' | 'webUrl' | 'environment'>

interface Stored extends ServerNote {
  readonly pid: number
  readonly start?: string | undefined
  readonly space: string
}

const fileOf = (stateDir: string) => join(stateDir, 'server.json')

/** Leaves the note; the function returned takes it away. */
export function noteServer({ stateDir, port, publicUrl, webUrl, environment }: Config): () => void {
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

/** The note of the server that runs on this state folder; undefined when none does. */
export function findServerNote(stateDir: string): ServerNote | undefined {
  let stored: Stored
  try {
    stored = JSON.parse(readFileSync(fileOf(stateDir), 'utf8')) as Stored
  } catch {
    return undefined
  }
  // Of a server in another container nothing more can be known than that it left its note.
  const isHere = stored.space === processSpace()
  const gone = isHere && (!processRuns(stored.pid) || startOfProcess(stored.pid) !== stored.start)
  if (gone) return undefined
  const { port, publicUrl, webUrl, environment } = stored
  return { port, publicUrl, webUrl, environment }
}
