// An integrator of an installation that runs in separate processes: uses the HTTP API and nothing else.
import { request } from 'undici'
import type { Victim } from '../kill/victim.ts'
import { topic } from './happen.ts'

interface Delivery {
  readonly id: number
  readonly webhookId: string
  readonly state: string
  readonly attemptCount: number
  readonly resourceId: number
}

export interface Client {
  /**
   * Any call; undefined when there is no response or the server reports that it is temporarily unable. Throws on a
   * rejection.
   */
  call(method: string, path: string, body?: unknown): Promise<{ status: number; body: unknown } | undefined>
  /** Returns the id of a subscription to changes of stage. */
  subscribe(url: string): Promise<number>
  /** The id of a contract whose stage can be moved. */
  findContract(): Promise<number>
  /** Moves the contract to another stage; returns whether that was acknowledged. */
  move(contractId: number): Promise<boolean>
  /** The first page of the log. */
  deliveries(subscriptionId: number): Promise<readonly Delivery[]>
}

const contracts = '/contract-apis/v1/contracts'

/** A user of the demo, with a token from the command line. */
export async function createClient(victim: Pick<Victim, 'url' | 'command'>): Promise<Client> {
  const token = await victim.command('token', 'admin@harbour.example', '--access-token')
  // the last known stage of each contract
  const known = new Map<number, string>()
  const call: Client['call'] = async (method, path, body) => {
    const answer = await request(victim.url + path, {
      method: method as 'GET',
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      headersTimeout: 30_000,
    }).catch(() => undefined)
    if (!answer) return undefined
    const text = await answer.body.text().catch(() => undefined)
    if (text === undefined || answer.statusCode >= 500) return undefined
    if (answer.statusCode >= 400) throw new Error(`${method} ${path} was rejected: ${text}`)
    return { status: answer.statusCode, body: text === '' ? undefined : JSON.parse(text) }
  }
  const sure = async <Body>(method: string, path: string, body?: unknown): Promise<Body> => {
    const answer = await call(method, path, body)
    if (!answer) throw new Error(`${method} ${path} gets no response`)
    return answer.body as Body
  }
  return {
    call,
    async subscribe(subscriptionUrl) {
      const { id } = await sure<{ id: number }>('POST', '/account-apis/v1/webhooks/subscriptions', {
        topics: [topic],
        subscriptionUrl,
      })
      return id
    },
    async findContract() {
      const filter = 'filtering.field=status&filtering.operator=eq&filtering.value=Draft'
      const { data } = await sure<{ data: { id: number }[] }>(
        'GET',
        `${contracts}?context=All&take=1&${filter}`,
      )
      const [first] = data
      if (!first) throw new Error('The demo has no contract in draft')
      return first.id
    },
    async move(contractId) {
      const path = `${contracts}/${contractId}`
      // after a move without a response the stage is unknown
      const read = known.has(contractId) ? undefined : await call('GET', path)
      const stage = known.get(contractId) ?? (read?.body as { status: string } | undefined)?.status
      known.delete(contractId)
      if (stage === undefined) return false
      const next = stage === 'Draft' ? 'Negotiating' : 'Draft'
      const answer = await call('PATCH', path, { Status: next })
      if (answer) known.set(contractId, next)
      return answer !== undefined
    },
    async deliveries(subscriptionId) {
      const path = `/v2/webhookSubscriptions/${subscriptionId}/deliveries`
      return (await sure<{ items: Delivery[] }>('GET', path)).items
    },
  }
}
