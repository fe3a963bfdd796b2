// What one server process does: answer requests, send notifications, work on jobs.
import { buildApp } from './app.ts'
import type { Config } from '../settings/config.ts'
import { listen } from './listen.ts'
import { openLog } from './log-file.ts'
import type { App } from '../platform/app.ts'
import { countDamages } from '../platform/storage/content-damages.ts'
import { makeEventPartitions } from '../platform/postgres/event-partitions.ts'
import { claimEveryMs } from '../platform/storage/storage-claim.ts'
import { readKeysEveryMs } from '../platform/secrets/vault.ts'
import { measureInstallation } from '../platform/installation/installation-metrics.ts'
import { buildServer } from './server.ts'
import { serverParts } from './server-parts.ts'
import { startWebhookEngine } from '../webhooks/delivery/engine.ts'
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

// docs/operating.md promises it to requests; processes.ts and start.ts give the rest of the end its time on top
const drainMs = 10_000

/** Serves in this process. `stop` finishes requests, notifications and jobs under way before it closes the database. */
export async function serve({ config, connection }: Handover): Promise<Running> {
  const log = openLog(config)
  const app = await buildApp(config, connection, { log })
  await app.vault.prepare()
  const keys = keepKeysKnown(app)
  countDamages(app)
  measureInstallation(app)
  const server = await buildServer(app, serverParts(app))
  const background = config.offline ? await stayOffline(app) : await startBackground(app)
  const listening = await listen(server, config)
  log.info({ port: config.port, environment: config.environment }, 'serving')
  return {
    async stop() {
      log.info('stopping')
      app.prepareToStop()
      // background work that does not end well must not cut off the requests under way
      const ended = await Promise.allSettled([listening.close(drainMs), background.stop(), keys.stop()])
      await app.close()
      const failure = ended.find((each) => each.status === 'rejected')
      if (failure) throw failure.reason
      log.info('stopped')
    },
  }
}

/** Everything that a process does without being asked over HTTP. */
async function startBackground(app: App): Promise<Running> {
  const worker = await startWorker(app)
  const webhooks = startWebhookEngine(app)
  const mailServer = await takeMail(app)
  const storage = keepStorageClaim(app)
  return {
    async stop() {
      await Promise.all([worker.stop(), webhooks.stop(), mailServer?.stop(), storage.stop()])
    },
  }
}

/** A rehearsal: answers requests and does nothing else. Events still need their tables. */
async function stayOffline(app: App): Promise<Running> {
  await makeEventPartitions(app)
  app.log.warn(
    'offline: no mail, no notifications, no jobs, no single sign-on, nothing is removed from the storage',
  )
  return { stop: async () => undefined }
}

/** Notices a rotation of the encryption key, also where nothing is sealed or opened for a while. */
function keepKeysKnown(app: App): Running {
  const read = () =>
    app.vault
      .prepare()
      .catch((error: unknown) => app.log.warn({ err: error }, 'the encryption keys could not be read'))
  const timer = setInterval(() => void read(), readKeysEveryMs)
  return { stop: async () => clearInterval(timer) }
}

/** Claims the storage again and again, so that a copy of this database that is started on it is noticed. */
function keepStorageClaim(app: App): Running {
  const claim = () =>
    app.storageClaim
      .hold()
      .catch((error: unknown) =>
        app.log.warn({ err: error }, 'the note in the storage could not be read or written'),
      )
  void claim()
  const timer = setInterval(() => void claim(), claimEveryMs)
  return { stop: async () => clearInterval(timer) }
}

async function takeMail(app: App): Promise<Running | undefined> {
  if (app.config.inboundMailDomain === undefined) return undefined
  const { startMailServer } = await import('../emails/inbound/mail-server.ts')
  return startMailServer(app, app.config.inboundMailDomain)
}
