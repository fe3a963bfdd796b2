// Sets up a production installation from nothing, over the API alone, and works with it until every kind of
// notification has arrived: npm run example:production -- --help. The prerequisites are in docs/setting-up.md.
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type Api, apiAt } from './api.ts'
import { setUp, type Person } from './installation.ts'
import { work } from './legal-work.ts'
import { signIn } from './sign-in.ts'
import { createReceiver, type Notification } from './webhook-receiver.ts'

const usage = `Usage: npm run example:production -- --url <address> --client-id <id> --client-secret <secret> --user <email>
         --receiver <address> --certificate <file> --key <file> [--port <port>]

Sets up an installation that is empty but for its first administrator, and works with it: matters, contracts, an invoice. It tries its
receiver first, and can be run again: what is there already is not created twice. Prints each notification as it comes, and fails when one of the sixteen kinds is missing. It takes some three minutes,
because changes of matters and contracts are collected for two.

  --user         the administrator, whose password is in SETUP_PASSWORD
  --client-id    an integration client that may lead back to http://localhost/signed-in
  --receiver     the https address at which notifications reach this program, such as https://hooks.example:8443/
  --certificate  its certificate (PEM), and --key the key of that
  --port         where this program listens, when it is not the port of that address`

const topics = [
  ...[
    'created',
    'updated',
    'status.updated',
    'file.created',
    'file.updated',
    'statusmessage.created',
  ].flatMap((each) => [`matter.${each}`, `contract.${each}`]),
  'matter.tag.created',
  'contract.document.updated',
  'contract.keydate.created',
  'contract.keydate.updated',
]

/** The window in which changes are collected, and as much again for a slow machine. */
const longestWaitSeconds = 240

const log = (step: string, text: string) => console.log(`${step.padEnd(13)} ${text}`)

async function main(): Promise<void> {
  const options = readOptions()
  const tokens = await signIn(options)
  const me = personOf(tokens.access_token)
  log('signed in', `as ${me.name}`)
  const api = apiAt(options.url, tokens.access_token)
  const clientState = randomUUID()
  const subscriptionUrl = options.receiver
  const { id } = await api.post<{ id: number }>('/account-apis/v1/webhooks/subscriptions', {
    topics,
    subscriptionUrl,
    clientState,
  })
  log('subscribed', `${id}, to ${topics.length} topics at ${subscriptionUrl}`)
  const secretPath = `/v2/webhookSubscriptions/${id}/signingSecret`
  const { signingSecret } = await api.get<{ signingSecret: string }>(secretPath)
  const receiver = await receive(options, { signingSecret, clientState })
  try {
    await tryReceiver(api, id, subscriptionUrl)
    const made = await setUp(api, me, log)
    await work(api, made, log)
    await receiver.hearAll()
    log('done', `all ${topics.length} topics were received`)
  } finally {
    await api.delete(`/account-apis/v1/webhooks/subscriptions/${id}`)
    receiver.close()
  }
}

interface Options {
  readonly url: string
  readonly clientId: string
  readonly clientSecret: string
  readonly person: { readonly email: string; readonly password: string }
  readonly receiver: string
  readonly port: number
  readonly certificate: string
  readonly key: string
}

function readOptions(): Options {
  const text = { type: 'string' } as const
  const needed = ['url', 'client-id', 'client-secret', 'user', 'receiver', 'certificate', 'key'] as const
  const { values } = parseArgs({
    options: {
      ...(Object.fromEntries(needed.map((name) => [name, text])) as Record<
        (typeof needed)[number],
        typeof text
      >),
      port: text,
      help: { type: 'boolean' },
    },
  })
  const password = process.env['SETUP_PASSWORD'] ?? ''
  const missing = needed.filter((name) => values[name] === undefined).map((name) => `--${name}`)
  if (values.help || missing.length > 0 || password === '') {
    console.log(usage)
    if (!values.help)
      console.error(`\nMissing: ${[...missing, ...(password ? [] : ['the password'])].join(', ')}`)
    process.exit(values.help ? 0 : 2)
  }
  const value = (name: (typeof needed)[number]) => values[name] ?? ''
  const receiver = value('receiver')
  return {
    url: value('url').replace(/\/$/, ''),
    clientId: value('client-id'),
    clientSecret: value('client-secret'),
    person: { email: value('user'), password },
    receiver,
    port: Number(values.port ?? (new URL(receiver).port || 443)),
    certificate: value('certificate'),
    key: value('key'),
  }
}

interface TestDelivery {
  readonly ended: string | null
  readonly state: string
  readonly attempts: readonly { readonly status: number | null; readonly error: string | null }[]
}

/**
 * Sends a test notification, so that an unreachable receiver is noticed before anything is set up. Tests are sent once.
 */
async function tryReceiver(api: Api, id: number, address: string): Promise<void> {
  const path = `/v2/webhookSubscriptions/${id}`
  const { deliveryId } = await api.post<{ deliveryId: number }>(`${path}/test`, {})
  for (;;) {
    const { ended, state, attempts } = await api.get<TestDelivery>(`${path}/deliveries/${deliveryId}`)
    if (state === 'Acknowledged') return log('tested', 'the receiver answers')
    if (ended !== null) {
      const { status, error } = attempts.at(-1) ?? { status: null, error: 'it was not tried' }
      throw new Error(
        `Nothing was set up: the server could not notify ${address} (${error ?? `it answered ${status}`}). The address must be reachable ` +
          'from the server, and its certificate one that the server trusts (CHANCERY_WEBHOOK_CA_FILE).',
      )
    }
    await sleep(200)
  }
}

/** The user of the token: anybody can read it, only the server can write it. */
function personOf(token: string): Person {
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as {
    readonly sub: string
    readonly name: string
    readonly organisationId: number
  }
  return { id: claims.sub, name: claims.name, organisationId: claims.organisationId }
}

interface Verification {
  readonly signingSecret: string
  readonly clientState: string
}

/** Listens for notifications, prints each topic the first time it arrives, and waits until none is missing. */
async function receive(options: Options, verification: Verification) {
  const missing = new Set(topics)
  const seen = new Set<string>()
  const receiver = createReceiver({
    ...verification,
    isNew: (webhookId) => !seen.has(webhookId) && Boolean(seen.add(webhookId)),
    work: ({ EventType, ResourceId, ParentResource }: Notification) => {
      const of = ParentResource ? `, of ${ParentResource.ResourceType} ${ParentResource.ResourceId}` : ''
      if (missing.delete(EventType)) log('notified', `${EventType} ${ResourceId}${of}`)
    },
  })
  const [cert, key] = await Promise.all([readFile(options.certificate), readFile(options.key)])
  const server = createServer({ cert, key }, (request, response) => void receiver(request, response))
  server.listen(options.port)
  await once(server, 'listening')
  return {
    async hearAll(): Promise<void> {
      const deadline = Date.now() + longestWaitSeconds * 1_000
      if (missing.size > 0) log('waiting', `for ${[...missing].join(', ')}`)
      while (missing.size > 0) {
        if (Date.now() > deadline) {
          throw new Error(`No notification came of ${[...missing].join(', ')} in ${longestWaitSeconds} s.`)
        }
        await sleep(200)
      }
    },
    close(): void {
      server.close()
      server.closeAllConnections()
    },
  }
}

try {
  await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  // libraries keep the server's message as the cause
  if (error instanceof Error && error.cause) console.error(error.cause)
  process.exitCode = 1
}
