// Starts the whole product: database, migrations, demo organisation, web app, then as many processes as configured.
import { ensureServerBuilt } from '../../../scripts/build-server.ts'
import { ensureWebBuilt } from '../../../scripts/build-web.ts'
import { refuseUnfinishedRestore } from '../backup/restore-mark.ts'
import { type Config, type Environment, readConfig } from '../../platform/settings/config.ts'
import {
  type Connection,
  type DatabaseServer,
  unlockJobs,
  migrateEverything,
  openDatabaseServer,
  withPool,
} from './database-server.ts'
import type { DemoClient } from '../../sandbox/demo/demo-client.ts'
import { openReport, type Report } from './report.ts'
import { shutDownOnSignals, stopWithinSeconds } from './shutdown.ts'
import { checkAddress } from './listen.ts'
import { logFileOf, openLog } from './log-file.ts'
import { limitLogSize } from '../../platform/postgres/packaged/postgres-log.ts'
import { recordRunningServer } from './running-server.ts'
import type { Handover, Stoppable } from './serving.ts'
import { welcome } from './welcome.ts'

/**
 * Starts everything and returns once it is serving. From then on SIGTERM and SIGINT stop it cleanly within fifteen
 * seconds.
 */
export async function start(env: Environment): Promise<void> {
  const startedAt = performance.now()
  const config = await withPort(readConfig(env))
  const report = openReport(config.log)
  let end: (code: number) => void = (code) => process.exit(code)
  const databaseStarting = openDatabaseServer(config, {
    onProgress: report.progress,
    onUnexpectedEnd: ({ message }) => {
      report.failure(message)
      end(1)
    },
  })
  const loading = loadModules(config, report)
  // an error in them surfaces where they are needed
  loading.catch(() => undefined)
  const database = await databaseStarting
  const { serving, ...prepared } = await prepareAndServe(config, { ...database, report, loading }).catch(
    async (error: unknown) => {
      await database.stop()
      throw error
    },
  )
  end = shutDownOnSignals({
    async stop() {
      await serving.stop()
      await database.stop()
    },
    onError: report.failure,
    // ten seconds for requests in progress (serving.ts), the rest for the database
    timeoutMs: stopWithinSeconds * 1000 - 500,
  })
  const seconds = (performance.now() - startedAt) / 1000
  const { environment, role, webUrl, publicUrl, stateDir, offline } = config
  report.ready(welcome(config, { ...prepared, seconds }), {
    environment,
    role,
    webUrl,
    publicUrl,
    port: config.port,
    stateDir,
    offline,
    seconds: Number(seconds.toFixed(1)),
  })
}

/** Serves with these settings, in this process or in others. */
type Serve = (handover: Handover) => Promise<Stoppable>

/** Loads what serving needs while the database starts, here or in the processes that will serve. */
async function loadModules({ processes }: Config, report: Report): Promise<Serve> {
  if (processes === 1) return (await import('./serving.ts')).serve
  const { forkProcesses, serveInProcesses } = await import('./processes.ts')
  const initial = forkProcesses(processes)
  return (handover) => serveInProcesses(initial, handover, report.failure)
}

interface Prepared {
  /** Whether there is demo data to describe. */
  readonly demo: boolean
  readonly client: DemoClient | undefined
}

interface Start extends Pick<DatabaseServer, 'connection'> {
  readonly report: Report
  readonly loading: Promise<Serve>
}

async function prepareAndServe(
  config: Config,
  { connection, report, loading }: Start,
): Promise<Prepared & { readonly serving: Stoppable }> {
  let announced = false
  await withPool(connection, refuseUnfinishedRestore)
  await migrateEverything(connection, () => {
    if (!announced) report.progress('Migrating the database to this version')
    announced = true
  })
  // this process holds the state folder, and with it the embedded database, exclusively
  if (!config.databaseUrl && !config.offline) await unlockJobs(connection)
  const [prepared] = await Promise.all([
    prepare(config, connection, report),
    ensureWebBuilt({ onProgress: report.progress }),
    // for the next start: without it, that one loads the sources as well
    ensureServerBuilt().catch(() => undefined),
  ])
  const handover = { config, connection }
  const serve = await loading
  const serving = await serve(handover)
  // commands look for the server that answers requests
  const removeRunningServer = config.role === 'worker' ? () => undefined : recordRunningServer(config)
  const log = config.log === 'file' ? limitLogSize(logFileOf(config)) : undefined
  return {
    ...prepared,
    serving: {
      async stop() {
        removeRunningServer()
        await serving.stop()
        log?.stop()
      },
    },
  }
}

// Done once for all processes, before the first of them serves.
async function prepare(config: Config, connection: Connection, report: Report): Promise<Prepared> {
  const [{ buildApp }, { ensureDemo }, { findDemoClient }] = await Promise.all([
    import('./app.ts'),
    import('../../sandbox/demo/ensure-demo.ts'),
    import('../../sandbox/demo/demo-client.ts'),
  ])
  const app = await buildApp({ ...config, databaseConnections: 2 }, connection, { log: openLog(config) })
  try {
    for (const warning of [...warningsOfNetworks(config), ...warningsOfLimits(config)]) {
      if (config.log === 'file') report.progress(warning)
      app.log.warn(warning)
    }
    // a key that does not match the database is reported now, not at the first sign-in
    await app.vault.prepare()
    const demo = await ensureDemo(app, { onProgress: report.progress })
    return { demo, client: demo ? await findDemoClient(app) : undefined }
  } finally {
    await app.close()
  }
}

/** Shown at every start: anyone who can subscribe can reach the private networks the operator has allowed. */
function warningsOfNetworks(config: Config): readonly string[] {
  const networks = config.webhookAllowedNetworks
  if (config.environment !== 'production' || networks.length === 0) return []
  return [
    `Webhook receivers may be in private networks: ${networks.join(', ')} (CHANCERY_WEBHOOK_ALLOWED_NETWORKS)`,
  ]
}

/**
 * Limits that are off, or that treat everyone behind a proxy as one caller, are easily forgotten and go unnoticed until
 * an attack.
 */
function warningsOfLimits(config: Config): readonly string[] {
  if (config.environment !== 'production') return []
  return [
    ...(config.rateLimits === 'off'
      ? [
          'RATE LIMITS ARE OFF (CHANCERY_RATE_LIMITS=off): anyone who can reach this server can overload it. Remove the setting unless this is a benchmark.',
        ]
      : []),
    ...(config.rateLimits === 'on' && config.trustedProxies.length === 0
      ? [
          'CHANCERY_TRUSTED_PROXIES is not set: behind a reverse proxy all callers without a token share one rate limit, that of the proxy’s address. Set it to the address of the proxy.',
        ]
      : []),
  ]
}

// Resolves PORT=0 to a free port, which must be known before addresses are printed. A port in use is reported before
// anything is started.
async function withPort(config: Config): Promise<Config> {
  const port = await checkAddress(config)
  const local = (url: string) => url.replace(/^http:\/\/localhost:0$/, `http://localhost:${port}`)
  return { ...config, port, publicUrl: local(config.publicUrl), webUrl: local(config.webUrl) }
}
