// Several server processes on one database, each at its own address, and calls that all of them are asked.
import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, expect } from 'vitest'
import { createLog } from '../../server/platform/installation/log.ts'
import {
  connectionUrl,
  type PostgresConnection,
} from '../../server/platform/postgres/packaged/embedded-postgres.ts'
import { buildApp, type RunningApp } from '../../server/operations/process/app.ts'
import { readConfig } from '../../server/platform/settings/config.ts'
import type { TestDatabase } from '../database.ts'
import { freePort } from '../peers/free-port.ts'
import { repetitions } from '../repetitions.ts'
import { cloneDemo } from './demo-template.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'
import { makeThrowAwayFolder } from '../../server/platform/postgres/packaged/temporary-folder.ts'

type AddressedServer = ServerProcess & { readonly address: string }

export interface SeveralProcesses {
  readonly servers: readonly AddressedServer[]
  /** Of this process, to make data with: it answers nothing and listens to nothing. */
  readonly app: RunningApp
  readonly database: TestDatabase
  readonly stateDir: string
  /** The settings that commands need. */
  readonly env: Readonly<Record<string, string>>
}

const publicUrl = 'http://localhost:8080'

/** Starts so many processes before the tests of the file, and ends them afterwards. */
export function useProcesses(count: number): SeveralProcesses {
  const made: { -readonly [Name in keyof SeveralProcesses]?: SeveralProcesses[Name] } = {}
  beforeAll(async () => {
    const stateDir = makeThrowAwayFolder('chancery-processes-')
    const database = await cloneDemo(stateDir)
    const env = {
      DATABASE_URL: connectionUrl(database.connection as PostgresConnection),
      CHANCERY_RATE_LIMITS: 'off',
      CHANCERY_ROLE: 'api',
      CHANCERY_PUBLIC_URL: publicUrl,
    }
    const config = readConfig({ CHANCERY_STATE_DIR: stateDir, CHANCERY_PUBLIC_URL: publicUrl })
    const app = await buildApp(config, database.connection, { log: createLog('silent') })
    const start = async () => {
      const port = String(await freePort())
      const server = await startServerProcess({ stateDir, env: { ...env, PORT: port } })
      // `url` is the public one, which all of them have
      return { ...server, address: `http://127.0.0.1:${port}` }
    }
    const servers = await Promise.all(Array.from({ length: count }, start))
    Object.assign(made, { servers, app, database, stateDir, env })
  })
  afterAll(async () => {
    await Promise.all((made.servers ?? []).map((server) => server.stop()))
    await made.app?.close()
    await made.database?.drop()
    if (made.stateDir !== undefined) await rm(made.stateDir, { recursive: true, force: true })
  })
  return new Proxy({} as SeveralProcesses, {
    get: (_, name: keyof SeveralProcesses) => {
      const part = made[name]
      if (part === undefined) throw new Error(`There is no ${name} before beforeAll has run`)
      return part
    },
  })
}

export interface Call {
  readonly method?: string
  readonly path: string
  readonly token?: string
  readonly cookie?: string
  readonly body?: object
}

/** Makes the call to this process. */
export async function call(
  server: { readonly address: string } | undefined,
  { method = 'GET', path, token, cookie, body }: Call,
) {
  const form = body instanceof URLSearchParams
  const response = await fetch(`${server?.address}${path}`, {
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(cookie === undefined ? {} : { cookie }),
      ...(body && !form ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: form ? body : JSON.stringify(body) } : {}),
  })
  const text = await response.text()
  return { status: response.status, json: () => JSON.parse(text) as Record<string, unknown> }
}

/** The statuses with which all processes answer the call, asked at once. */
export const statuses = async ({ servers }: SeveralProcesses, one: Call): Promise<readonly number[]> =>
  (await Promise.all(servers.map((server) => call(server, one)))).map(({ status }) => status)

/** That status from each of them. */
export const all = ({ servers }: SeveralProcesses, status: number) => servers.map(() => status)

/**
 * Makes the change in one process after another; after each, all of them must answer with the status that it leads to.
 */
export async function holdsEverywhere(
  processes: SeveralProcesses,
  asked: Call,
  changes: readonly { readonly change: Call; readonly leadsTo: number }[],
  rounds = repetitions(2, 25),
) {
  for (let round = 0; round < rounds; round++) {
    for (const server of processes.servers) {
      for (const { change, leadsTo } of changes) {
        expect((await call(server, change)).status).toBeLessThan(300)
        expect(await statuses(processes, asked)).toEqual(all(processes, leadsTo))
      }
    }
  }
}
