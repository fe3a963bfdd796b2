// What one server process does: answer requests, send notifications, run jobs.
import { buildApp } from './app.ts'
import type { Config } from '../../platform/settings/config.ts'
import { listen } from './listen.ts'
import { openLog } from './log-file.ts'
import type { App } from '../../platform/app.ts'
import { countDamages } from '../../platform/storage/content-damages.ts'
import { makeEventPartitions } from '../../platform/postgres/event-partitions.ts'
import { claimEveryMs } from '../../platform/storage/storage-claim.ts'
import { readKeysEveryMs } from '../../platform/secrets/vault.ts'
import { announceProcess } from '../../platform/installation/server-processes.ts'
import { measureInstallation } from '../../platform/installation/installation-metrics.ts'
import { buildServer } from './server.ts'
import { serverParts } from './server-parts.ts'
import { answerViewsQuestions } from '../../recents/endpoints/views-of-processes.ts'
import { statusRoutes } from '../health/status.ts'
import { startNotifications } from '../../notifications/engine.ts'
import { startWebhookEngine } from '../../webhooks/delivery/engine.ts'
import { trimMemorySoon } from './trim-memory.ts'
import { startWorker } from './worker.ts'

/** Everything a process needs to serve; plain data, so that it can be passed to another process. */
export interface Handover {
  readonly config: Config
  readonly connection: Parameters<typeof buildApp>[1]
}

/** Something that runs until it is stopped. */
export interface Stoppable {
  stop(): Promise<void>
}

// promised to requests in docs/operating.md; processes.ts and start.ts add time for the rest of the shutdown
const drainMs = 10_000

/**
 * Serves in this process. `stop` finishes requests, notifications and jobs in progress before it closes the database.
 */
export async function serve({ config, connection }: Handover): Promise<Stoppable> {
  const log = openLog(config)
  const app = await buildApp(config, connection, { log })
  await app.vault.prepare()
  await app.keys.prepare()
  const announcements = await app.database.announcements.listen(config.listenUrl)
  answerViewsQuestions(app)
  const keys = refreshKeyRing(app)
  countDamages(app)
  measureInstallation(app)
  const server = await buildServer(app, {
    ...serverParts(app),
    ...(config.role === 'worker' ? { routes: [statusRoutes] } : {}),
  })
  const background = await startFor(app)
  const announced = await announceProcess(app)
  const listening = await listen(server, config)
  log.info({ port: config.port, environment: config.environment }, 'serving')
  const keepMemory = trimMemorySoon()
  return {
    async stop() {
      log.info('stopping')
      keepMemory()
      app.prepareToStop()
      // background work that fails to stop must not cut off requests in progress
      const ended = await Promise.allSettled([
        listening.close(drainMs),
        background.stop(),
        keys.stop(),
        announced.stop(),
      ])
      await announcements.stop()
      await app.close()
      const failure = ended.find((each) => each.status === 'rejected')
      if (failure) throw failure.reason
      log.info('stopped')
    },
  }
}

/** What a process of its role does besides answering requests. */
function startFor(app: App): Promise<Stoppable> {
  if (app.config.offline) return startOffline(app)
  return app.config.role === 'api' ? startStorageClaim(app) : startBackground(app)
}

/** A process that answers requests only: others work on what comes of them. */
async function startStorageClaim(app: App): Promise<Stoppable> {
  // events need their partitions even while no worker runs
  await makeEventPartitions(app)
  return renewStorageClaim(app)
}

/** Jobs, webhooks and inbound mail. */
async function startBackground(app: App): Promise<Stoppable> {
  const worker = await startWorker(app)
  const webhooks = startWebhookEngine(app)
  const notifications = startNotifications(app)
  const mailServer = await startInboundMail(app)
  const storage = renewStorageClaim(app)
  return {
    async stop() {
      await Promise.all([
        worker.stop(),
        webhooks.stop(),
        notifications.stop(),
        mailServer?.stop(),
        storage.stop(),
      ])
    },
  }
}

/** A rehearsal: answers requests and does nothing else. Events still need their partitions. */
async function startOffline(app: App): Promise<Stoppable> {
  await makeEventPartitions(app)
  app.log.warn(
    'offline: no mail, no notifications, no jobs, no single sign-on, nothing is removed from the storage',
  )
  return { stop: async () => undefined }
}

/** Notices a rotation of the encryption key even while nothing is sealed or opened. */
function refreshKeyRing(app: App): Stoppable {
  const read = () =>
    app.vault
      .prepare()
      .catch((error: unknown) => app.log.warn({ err: error }, 'the encryption keys could not be read'))
  const timer = setInterval(() => void read(), readKeysEveryMs)
  return { stop: async () => clearInterval(timer) }
}

/** Renews the claim on the storage, so that a copy of this database started on the same storage is noticed. */
function renewStorageClaim(app: App): Stoppable {
  const claim = () =>
    app.storageClaim
      .hold()
      .catch((error: unknown) =>
        app.log.warn({ err: error }, 'the claim in the storage could not be read or written'),
      )
  void claim()
  const timer = setInterval(() => void claim(), claimEveryMs)
  return { stop: async () => clearInterval(timer) }
}

async function startInboundMail(app: App): Promise<Stoppable | undefined> {
  if (app.config.inboundMailDomain === undefined) return undefined
  const { startMailServer } = await import('../../emails/inbound/mail-server.ts')
  return startMailServer(app, app.config.inboundMailDomain)
}
