// Starts the whole product: database, migrations, demo organisation, web app, then as many processes as configured.
import { ensureServerBuilt } from '../../scripts/build-server.ts'
import { ensureWebBuilt } from '../../scripts/build-web.ts'
import { refuseUnfinishedRestore } from '../backup/restore-mark.ts'
import { type Config, type Environment, readConfig } from '../settings/config.ts'
import {
  type Connection,
  type DatabaseServer,
  unlockJobs,
  migrateEverything,
  openDatabaseServer,
  withPool,
} from './database-server.ts'
import type { DemoClient } from '../demo/demo-client.ts'
import { shutDownOnSignals } from './shutdown.ts'
import { checkAddress } from './listen.ts'
import { logFileOf, openLog } from './log-file.ts'
import type { App } from '../platform/app.ts'
import { limitLogSize } from '../platform/postgres/packaged/postgres-log.ts'
import { recordRunningServer } from './running-server.ts'
import type { Handover, Stoppable } from './serving.ts'
import { welcome } from './welcome.ts'

const print = (message: string) => process.stderr.write(`${message}\n`)

/**
 * Starts everything and returns once it is serving. From then on SIGTERM and SIGINT stop it cleanly within fifteen
 * seconds.
 */
export async function start(env: Environment): Promise<void> {
  const startedAt = performance.now()
  const config = await withPort(readConfig(env))
  let end: (code: number) => void = (code) => process.exit(code)
  const databaseStarting = openDatabaseServer(config, {
    onProgress: print,
    onUnexpectedEnd: ({ message }) => {
      print(message)
      end(1)
    },
  })
  const loading = loadModules(config)
  // an error in them surfaces where they are needed
  loading.catch(() => undefined)
  const database = await databaseStarting
  const { serving, ...prepared } = await prepareAndServe(config, database, loading).catch(
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
    onError: (message, error) => print(error instanceof Error ? `${message}: ${error.stack}` : message),
    // ten seconds for requests in progress (serving.ts), the rest for the database; supervisors wait fifteen
    timeoutMs: 14_500,
  })
  const text = welcome(config, { ...prepared, seconds: (performance.now() - startedAt) / 1000 })
  // when the log goes to standard output, every line there must be JSON
  const output = config.log === 'stdout' ? process.stderr : process.stdout
  output.write(text)
}

/** Serves with these settings, in this process or in others. */
type Serve = (handover: Handover) => Promise<Stoppable>

/** Loads what serving needs while the database starts, here or in the processes that will serve. */
async function loadModules({ processes }: Config): Promise<Serve> {
  if (processes === 1) return (await import('./serving.ts')).serve
  const { forkProcesses, serveInProcesses } = await import('./processes.ts')
  const initial = forkProcesses(processes)
  return (handover) => serveInProcesses(initial, handover, print)
}

interface Prepared {
  /** Whether there is demo data to describe. */
  readonly demo: boolean
  readonly client: DemoClient | undefined
}

async function prepareAndServe(
  config: Config,
  { connection }: DatabaseServer,
  loading: Promise<Serve>,
): Promise<Prepared & { readonly serving: Stoppable }> {
  let announced = false
  await withPool(connection, refuseUnfinishedRestore)
  await migrateEverything(connection, () => {
    if (!announced) print('Migrating the database to this version')
    announced = true
  })
  // this process holds the state folder, and with it the embedded database, exclusively
  if (!config.databaseUrl && !config.offline) await unlockJobs(connection)
  const [prepared] = await Promise.all([
    prepare(config, connection),
    ensureWebBuilt({ onProgress: print }),
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
async function prepare(config: Config, connection: Connection): Promise<Prepared> {
  const [{ buildApp }, { ensureDemo }, { findDemoClient }] = await Promise.all([
    import('./app.ts'),
    import('../demo/ensure-demo.ts'),
    import('../demo/demo-client.ts'),
  ])
  const app = await buildApp({ ...config, databaseConnections: 2 }, connection, { log: openLog(config) })
  try {
    warnAboutPrivateNetworks(app)
    warnAboutLimits(app)
    // a key that does not match the database is reported now, not at the first sign-in
    await app.vault.prepare()
    const demo = await ensureDemo(app, { onProgress: print })
    return { demo, client: demo ? await findDemoClient(app) : undefined }
  } finally {
    await app.close()
  }
}

/** Shown at every start: anyone who can subscribe can reach the private networks the operator has allowed. */
function warnAboutPrivateNetworks({ config, log }: Pick<App, 'config' | 'log'>): void {
  const networks = config.webhookAllowedNetworks
  if (config.environment !== 'production' || networks.length === 0) return
  const warning = `Webhook receivers may be in private networks: ${networks.join(', ')} (CHANCERY_WEBHOOK_ALLOWED_NETWORKS)`
  log.warn({ networks }, warning)
  print(warning)
}

/**
 * Limits that are off, or that treat everyone behind a proxy as one caller, are easily forgotten and go unnoticed until
 * an attack.
 */
function warnAboutLimits({ config, log }: Pick<App, 'config' | 'log'>): void {
  if (config.environment !== 'production') return
  const warnings = [
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
  for (const warning of warnings) {
    log.warn(warning)
    print(warning)
  }
}

// Resolves PORT=0 to a free port, which must be known before addresses are printed. A port in use is reported before
// anything is started.
async function withPort(config: Config): Promise<Config> {
  const port = await checkAddress(config)
  const local = (url: string) => url.replace(/^http:\/\/localhost:0$/, `http://localhost:${port}`)
  return { ...config, port, publicUrl: local(config.publicUrl), webUrl: local(config.webUrl) }
}
