// Starting the whole product: database, migrations, demo organisation, web app, then as many processes as asked for.
import { ensureWebBuilt } from '../../scripts/build-web.ts'
import { refuseHalfRestored } from '../backup/restore-mark.ts'
import { type Config, type Environment, readConfig } from '../settings/config.ts'
import {
  type Connection,
  type DatabaseServer,
  freeJobs,
  migrateEverything,
  openDatabaseServer,
  withPool,
} from './database-server.ts'
import type { DemoClient } from '../demo/demo-client.ts'
import { endInOrder } from './shutdown.ts'
import { checkAddress } from './listen.ts'
import { logFileOf, openLog } from './log-file.ts'
import type { App } from '../platform/app.ts'
import { keepLogSmall } from '../platform/postgres/packaged/postgres-log.ts'
import { noteServer } from './running-server.ts'
import type { Running } from './serving.ts'
import { welcome } from './welcome.ts'

const say = (message: string) => process.stderr.write(`${message}\n`)

/** Starts everything and answers when it serves. From then on SIGTERM and SIGINT stop it, in order and within fifteen seconds. */
export async function start(env: Environment): Promise<void> {
  const began = performance.now()
  const config = await withPort(readConfig(env))
  let end: (code: number) => void = (code) => process.exit(code)
  const opening = openDatabaseServer(config, {
    onProgress: say,
    onUnexpectedEnd: ({ message }) => {
      say(message)
      end(1)
    },
  })
  readAhead(config)
  const database = await opening
  const { serving, ...prepared } = await serveOn(config, database).catch(async (error: unknown) => {
    await database.stop()
    throw error
  })
  end = endInOrder({
    async stop() {
      await serving.stop()
      await database.stop()
    },
    onTrouble: (message, error) => say(error instanceof Error ? `${message}: ${error.stack}` : message),
    // ten seconds for requests under way (serving.ts), the rest for the database; supervisors wait fifteen
    patienceMs: 14_500,
  })
  const text = welcome(config, { ...prepared, seconds: (performance.now() - began) / 1000 })
  // Where the log has standard output to itself, every line there is JSON.
  const output = config.log === 'stdout' ? process.stderr : process.stdout
  output.write(text)
}

/** Reads the modules that serve while the database comes up. What is wrong with them is told by who needs them. */
function readAhead({ processes }: Config): void {
  if (processes === 1) void import('./serving.ts').catch(() => undefined)
}

interface Prepared {
  /** Whether there is a demo to speak of. */
  readonly demo: boolean
  readonly client: DemoClient | undefined
}

async function serveOn(
  config: Config,
  { connection }: DatabaseServer,
): Promise<Prepared & { readonly serving: Running }> {
  let said = false
  await withPool(connection, refuseHalfRestored)
  await migrateEverything(connection, () => {
    if (!said) say('Bringing the database to this version')
    said = true
  })
  // we hold the state folder, and with it the embedded database, alone
  if (!config.databaseUrl && !config.offline) await freeJobs(connection)
  const [prepared] = await Promise.all([prepare(config, connection), ensureWebBuilt({ onProgress: say })])
  const handover = { config, connection }
  const serving =
    config.processes === 1
      ? await import('./serving.ts').then(({ serve }) => serve(handover))
      : await import('./processes.ts').then(({ serveInProcesses }) => serveInProcesses(handover, say))
  const removeNote = noteServer(config)
  const log = config.log === 'file' ? keepLogSmall(logFileOf(config)) : undefined
  return {
    ...prepared,
    serving: {
      async stop() {
        removeNote()
        await serving.stop()
        log?.stop()
      },
    },
  }
}

// What is done once for all processes before the first of them serves.
async function prepare(config: Config, connection: Connection): Promise<Prepared> {
  const [{ buildApp }, { ensureDemo }, { findDemoClient }] = await Promise.all([
    import('./app.ts'),
    import('../demo/ensure-demo.ts'),
    import('../demo/demo-client.ts'),
  ])
  const app = await buildApp({ ...config, databaseConnections: 2 }, connection, { log: openLog(config) })
  try {
    warnOfPrivateNetworks(app)
    warnOfLimits(app)
    // A key that is not the one this database was sealed with is told now, not at the first sign-in.
    await app.vault.prepare()
    const demo = await ensureDemo(app, { onProgress: say })
    return { demo, client: demo ? await findDemoClient(app) : undefined }
  } finally {
    await app.close()
  }
}

/** An operator who allowed private networks once must see it at every start: whoever may subscribe reaches them. */
function warnOfPrivateNetworks({ config, log }: Pick<App, 'config' | 'log'>): void {
  const networks = config.webhookAllowedNetworks
  if (config.environment !== 'production' || networks.length === 0) return
  const warning = `Webhook receivers may be in private networks: ${networks.join(', ')} (CHANCERY_WEBHOOK_ALLOWED_NETWORKS)`
  log.warn({ networks }, warning)
  say(warning)
}

/** Limits that are off, or that count everybody behind a proxy as one, are easily forgotten and cost nothing until an attack. */
function warnOfLimits({ config, log }: Pick<App, 'config' | 'log'>): void {
  if (config.environment !== 'production') return
  const warnings = [
    ...(config.rateLimits === 'off'
      ? [
          'RATE LIMITS ARE OFF (CHANCERY_RATE_LIMITS=off): anybody who reaches this server can keep it busy. Remove the setting unless this is a benchmark.',
        ]
      : []),
    ...(config.rateLimits === 'on' && config.trustedProxies.length === 0
      ? [
          'CHANCERY_TRUSTED_PROXIES is not set: behind a reverse proxy all callers without a token share one rate limit, the one of its address. Set it to the address of the proxy.',
        ]
      : []),
  ]
  for (const warning of warnings) {
    log.warn(warning)
    say(warning)
  }
}

// PORT=0 asks for any free port; it must be known before addresses are given out. A port that is taken is told before
// anything is started.
async function withPort(config: Config): Promise<Config> {
  const port = await checkAddress(config)
  const local = (url: string) => url.replace(/^http:\/\/localhost:0$/, `http://localhost:${port}`)
  return { ...config, port, publicUrl: local(config.publicUrl), webUrl: local(config.webUrl) }
}
