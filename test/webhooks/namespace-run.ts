// Runs in its own network namespace, where every address, private or public, is this machine, and a listener accepts
// every connection to port 443, so that every actual connection is seen. Prints as JSON what was rejected, and what was
// connected to.
import { execFileSync } from 'node:child_process'
import { createServer, type Socket } from 'node:net'
import type pg from 'pg'
import { buildApp } from '../../server/operations/process/app.ts'
import { readConfig } from '../../server/platform/settings/config.ts'
import { createLog } from '../../server/platform/installation/log.ts'
import { buildServer } from '../../server/operations/process/server.ts'
import { serverParts } from '../../server/operations/process/server-parts.ts'
import { runWebhooksOnce } from '../../server/webhooks/delivery/engine.ts'
import { insertContract } from '../fixtures/contracts.ts'
import { createContractTemplate, createOrganisation, createUser } from '../factories.ts'
import { forbiddenHosts } from '../peers/forbidden-hosts.ts'
import { callerFor } from '../tokens.ts'
import { happen, subscribeMany, topic } from './happen.ts'

export interface Lab {
  /** Addresses that were not rejected when the subscription was created. */
  readonly taken: readonly string[]
  /** Why nothing was sent, as the log states it; and how many attempts there were. */
  readonly errors: readonly (string | null)[]
  readonly attempts: number
  /** Addresses that were connected to. */
  readonly connections: readonly string[]
  /** The same for public addresses, which shows that the listener sees connections. */
  readonly publicTaken: number
  readonly publicConnections: readonly string[]
}

const publicHosts = ['93.184.215.14', '[2606:4700:4700::1111]']
const { connection, stateDir } = JSON.parse(process.argv[2] ?? '') as {
  connection: pg.PoolConfig
  stateDir: string
}

const ip = (...words: string[]) => execFileSync('ip', words)
ip('link', 'set', 'lo', 'up')
ip('route', 'add', 'local', '0.0.0.0/0', 'dev', 'lo')
ip('-6', 'route', 'add', 'local', '::/0', 'dev', 'lo')

const connections: string[] = []
const listener = createServer((socket: Socket) => {
  connections.push(socket.localAddress ?? '')
  socket.on('error', () => undefined)
  socket.destroy()
})
await new Promise<void>((resolve) => void listener.listen(443, '::', resolve))

const log = createLog('silent')
const config = readConfig({
  CHANCERY_STATE_DIR: stateDir,
  CHANCERY_LOG_LEVEL: 'silent',
  CHANCERY_RATE_LIMITS: 'off',
  HOST: '0.0.0.0',
})
const app = await buildApp(config, connection, { log })
const server = await buildServer(app, serverParts(app, { milliseconds: 0 }))
await server.ready()

const { id: organisationId } = await createOrganisation(app)
const owner = await createUser(app, { organisationId })
const templateId = await createContractTemplate(app, { organisationId })
const contractId = await insertContract(app, { owner, templateId })
const caller = await callerFor({ app, server }, owner)

async function subscribe(hosts: readonly string[], as = caller): Promise<string[]> {
  const taken: string[] = []
  for (const host of hosts) {
    const subscriptionUrl = `https://${host}/hook`
    const body = { topics: [topic], subscriptionUrl }
    const v1 = await as.post('/account-apis/v1/webhooks/subscriptions', body)
    const v2 = await as.post('/v2/webhookSubscriptions', body)
    if (v1.statusCode !== 400 || v2.statusCode !== 400) taken.push(host)
  }
  return taken
}

const taken = await subscribe(forbiddenHosts)
// as if each had been public when its subscription was created
const urls = forbiddenHosts.map((host) => `https://${host}/hook`).filter((url) => URL.canParse(url))
await subscribeMany(app, owner, urls)
await happen({ app, organisationId, contractId }, { count: 1 })
await runWebhooksOnce(app)
const attempts = await app.db
  .selectFrom('webhook_attempts')
  .where('organisation_id', '=', organisationId)
  .select('error')
  .execute()
const connectedTo = connections.splice(0)

// the first owner has as many subscriptions as one person may have
const other = await createUser(app, { organisationId })
const publicTaken = (await subscribe(publicHosts, await callerFor({ app, server }, other))).length
const otherContractId = await insertContract(app, { owner: other, templateId })
await happen({ app, organisationId, contractId: otherContractId }, { count: 1, first: 2 })
await runWebhooksOnce(app)

const lab: Lab = {
  taken,
  errors: [...new Set(attempts.map(({ error }) => error?.replace(/: .* is in/, ': … is in') ?? null))],
  attempts: attempts.length,
  connections: connectedTo,
  publicTaken,
  publicConnections: [...new Set(connections)],
}
process.stdout.write(`${JSON.stringify(lab)}\n`)
await server.close()
await app.close()
process.exit(0)
