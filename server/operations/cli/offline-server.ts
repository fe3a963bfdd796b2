// The server with all its routes, built but not started: for commands that need no database.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Server } from '../../http/route.ts'
import { installationConfig } from './installation.ts'

/** Builds the server from this installation's settings, runs the work on it and discards it. Connects to nothing. */
export async function withOfflineServer(work: (server: Server) => Promise<void>): Promise<void> {
  const [{ buildApp }, { createLog }, { buildServer }, { serverParts }] = await Promise.all([
    import('../process/app.ts'),
    import('../../platform/installation/log.ts'),
    import('../process/server.ts'),
    import('../process/server-parts.ts'),
  ])
  const folder = await mkdtemp(join(tmpdir(), 'chancery-'))
  const clock = {
    now: () => new Date(),
    databaseTime: () => new Date(),
    refresh: async () => undefined,
    stop: () => undefined,
  }
  const config = { ...installationConfig(), stateDir: folder }
  const app = await buildApp(config, {}, { clock, log: createLog('silent') })
  const server = await buildServer(app, serverParts(app))
  try {
    await server.ready()
    await work(server)
  } finally {
    await server.close()
    await app.close()
    await rm(folder, { recursive: true, force: true })
  }
}
