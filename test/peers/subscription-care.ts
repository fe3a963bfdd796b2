// Somebody who looks after a subscription through v2: moves the contract, runs what is due, reads the log.
import { sql } from 'kysely'
import { expect } from 'vitest'
import { internalTransaction } from '../../server/platform/events/change.ts'
import { runWebhooksOnce } from '../../server/webhooks/delivery/engine.ts'
import type { Receiver } from './receiver.ts'
import { contractsPath, createSubscribed, type Subscribed } from './subscribed.ts'
import type { TestApp } from '../test-app.ts'

export const subscriptionsV2 = '/v2/webhookSubscriptions'

interface LogEntry {
  readonly id: number
  readonly webhookId: string
  readonly state: string
}

/** The address of the subscription in v2. */
export const own = ({ subscriptionId }: Subscribed) => `${subscriptionsV2}/${subscriptionId}`

/** The log of the subscription, the newest first. */
export const log = async (here: Subscribed, query = '') =>
  (await here.caller.get(`${own(here)}/deliveries${query}`)).json<{ items: LogEntry[] }>().items

/** What the tests of a file do again and again with the stage of a contract as the topic. */
export function useCare(parts: TestApp, receiver: () => Receiver) {
  let stage = 0
  return {
    run: () => runWebhooksOnce(parts.app),
    /** Somebody subscribed, and nothing that an earlier test left is sent any more. */
    async settled(): Promise<Subscribed> {
      await internalTransaction(parts.app, (tx) =>
        sql`/* every organisation: tests leave what they like */ delete from webhook_deliveries`.execute(tx),
      )
      // so that each contract is moved to another stage than it has
      stage = 0
      return createSubscribed(parts, receiver(), { topics: ['contract.status.updated'] })
    },
    /** Moves the contract to another stage. */
    async move({ caller, contractId }: Subscribed): Promise<void> {
      stage += 1
      const Status = stage % 2 === 0 ? 'Draft' : 'Negotiating'
      expect((await caller.patch(`${contractsPath}/${contractId}`, { Status })).statusCode).toBe(200)
    },
    /** Disables the subscription, as ten abandoned notifications would. */
    async disable({ subscriptionId }: Subscribed): Promise<void> {
      await internalTransaction(parts.app, (tx) =>
        tx
          .updateTable('webhook_subscriptions')
          .set({ status: 'disabled' })
          .where('id', '=', subscriptionId)
          .execute(),
      )
    },
  }
}
