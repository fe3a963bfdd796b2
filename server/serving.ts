// What one server process does: answer requests, send notifications, work on jobs.
import { buildApp } from './app.ts'
import type { Config } from './config.ts'
import { listen } from './listen.ts'
import { openLog } from './log-file.ts'
import type { App } from './platform/app.ts'
import { buildServer } from './server.ts'
import { serverParts } from './server-parts.ts'
import { startWebhookEngine } from './webhooks/engine.ts'
import { startWorker } from './worker.ts'

/** Everything a process needs to know to serve; plain data, so that it can be handed to another process. */
export interface Handover {
  readonly config: Config
  readonly connection: Parameters<typeof buildApp>[1]
}

/** Something that runs until it is stopped. */
export interface Running {
  stop(): Promise<void>
}

// Of the ten seconds until a supervisor loses its patience; the rest is for the database.
const drainMs = 4_000

/** Serves in this process. `stop` finishes requests, notifications and jobs under way before it closes the database. */
export async function serve({ config, connection }: Handover): Promise<Running> {
  const log = openLog(config)
  const app = await buildApp(config, connection, { log })
  await app.vault.prepare()
  const server = await buildServer(app, serverParts(app))
  const worker = await startWorker(app)
  const webhooks = startWebhookEngine(app)
  const mailServer = await takeMail(app)
  const listening = await listen(server, config)
  log.info({ port: config.port, environment: config.environment }, 'serving')
  return {
    async stop() {
      log.info('stopping')
      app.prepareToStop()
      await Promise.all([listening.close(drainMs), worker.stop(), webhooks.stop(), mailServer?.stop()])
      await app.close()
      log.info('stopped')
    },
  }
}

async function takeMail(app: App): Promise<Running | undefined> {
  if (app.config.inboundMailDomain === undefined) return undefined
  const { startMailServer } = await import('./emails/inbound/mail-server.ts')
  return startMailServer(app, app.config.inboundMailDomain)
}
