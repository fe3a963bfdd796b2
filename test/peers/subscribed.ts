// Somebody who subscribed to notifications of a contract, and the receiver that gets them.
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { insertContract } from '../fixtures/contracts.ts'
import { createContractTemplate, createOrganisation, createUser, type TestUser } from '../factories.ts'
import type { Caller } from '../http.ts'
import { type Receiver, startReceiver } from './receiver.ts'
import type { TestApp } from '../test-app.ts'
import { callerFor } from '../tokens.ts'

export const contractsPath = '/contract-apis/v1/contracts'
export const subscriptionsPath = '/account-apis/v1/webhooks/subscriptions'

/** A receiver for the tests of a file: empty and answering 204 at the start of each. */
export function useReceiver(): () => Receiver {
  let receiver: Receiver
  beforeAll(async () => {
    receiver = await startReceiver()
  })
  afterAll(() => receiver.close())
  beforeEach(() => {
    receiver.clear()
    receiver.react(204)
  })
  return () => receiver
}

export interface Subscribed {
  readonly owner: TestUser
  readonly caller: Caller
  readonly contractId: number
  readonly subscriptionId: number
}

interface SubscribedOptions {
  readonly topics?: readonly string[]
  readonly clientState?: string | null
  /** Ends the subscription's address, `/hook`. */
  readonly query?: string
  /** Where it subscribes: v1 unless said otherwise. */
  readonly path?: string
}

/** An organisation of its own with a contract, whose owner subscribed through an integration. */
export async function createSubscribed(
  parts: TestApp,
  receiver: Receiver,
  {
    topics = ['contract.updated'],
    clientState = 'state-1',
    query = '',
    path = subscriptionsPath,
  }: SubscribedOptions = {},
): Promise<Subscribed> {
  const { app } = parts
  const { id: organisationId } = await createOrganisation(app)
  const owner = await createUser(app, { organisationId })
  const templateId = await createContractTemplate(app, { organisationId })
  const caller = await callerFor(parts, owner)
  const subscription = { topics: [...topics], subscriptionUrl: `${receiver.url}/hook${query}`, clientState }
  const answer = await caller.post(path, subscription)
  expect(answer.statusCode, answer.body).toBe(201)
  const contractId = await insertContract(app, { owner, templateId })
  return { owner, caller, contractId, subscriptionId: answer.json<{ id: number }>().id }
}

/** What became of the notifications of the subscription, in the order of their making. */
export const deliveriesOf = ({ app }: TestApp, { subscriptionId, owner }: Subscribed) =>
  app.db
    .selectFrom('webhook_deliveries')
    .where('organisation_id', '=', owner.organisationId)
    .where('subscription_id', '=', subscriptionId)
    .orderBy('id')
    .select(['state', 'attempts', 'ended_because'])
    .execute()
