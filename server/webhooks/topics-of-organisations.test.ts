// The topics about the sign-in of a whole organisation: for its administrators, with the entry of the history.
import { expect, test } from 'vitest'
import { createOrganisation, createUser } from '../../test/factories.ts'
import { useReceiver } from '../../test/peers/subscribed.ts'
import { useTestApp } from '../../test/test-app.ts'
import { callerFor } from '../../test/tokens.ts'
import { change, internalTransaction, systemActor } from '../platform/events/change.ts'
import { isOfOrganisation, type Topic, topics } from '../platform/events/topics.ts'
import { runWebhooksOnce } from './delivery/engine.ts'

const parts = useTestApp()
const receiver = useReceiver()
const run = () => runWebhooksOnce(parts.app)
const bodies = () =>
  receiver().requests.map(({ body }) => JSON.parse(body.toString()) as Record<string, unknown>)
const ofOrganisations = topics.filter(isOfOrganisation)

/** Something that concerns the sign-in of the whole organisation; answers the id of its entry in the history. */
async function concerns(organisationId: number, name: Topic): Promise<number> {
  const resource = { kind: name.startsWith('user.') ? 'user' : 'organisation', id: null }
  await change(parts.app, systemActor('test'), async () => ({
    result: undefined,
    events: [{ name, organisationId, resource, subject: null, facts: {} }],
  }))
  const { id } = await parts.app.db
    .selectFrom('events')
    .where('organisation_id', '=', organisationId)
    .where('name', '=', name)
    .select('id')
    .executeTakeFirstOrThrow()
  return id
}

test('what concerns the sign-in of an organisation is sent to its administrators, with its entry of the history [A-183]', async () => {
  const organisationId = (await createOrganisation(parts.app)).id
  const elsewhere = (await createOrganisation(parts.app)).id
  const people = {
    administrator: await createUser(parts.app, { organisationId, role: 'Administrator' }),
    colleague: await createUser(parts.app, { organisationId }),
    outsider: await createUser(parts.app, { organisationId: elsewhere, role: 'Administrator' }),
  }
  for (const [name, person] of Object.entries(people)) {
    const caller = await callerFor(parts, person)
    const body = { topics: ofOrganisations, subscriptionUrl: `${receiver().url}/${name}` }
    expect((await caller.post('/v2/webhookSubscriptions', body)).statusCode).toBe(201)
  }
  const administrator = await callerFor(parts, people.administrator)
  expect(ofOrganisations).toHaveLength(11)
  for (const topic of ofOrganisations) {
    const id = await concerns(organisationId, topic)
    await run()
    expect(receiver().requests.map(({ target }) => target)).toEqual(['/administrator'])
    expect(bodies()).toEqual([
      { Timestamp: parts.clock.now().toISOString(), ResourceId: id, EventType: topic },
    ])
    receiver().clear()
    const entry = await administrator.get(`/v2/history?$filter=Id eq ${id}`)
    expect(entry.json()).toMatchObject({ items: [{ id, action: topic }] })
  }
})

test('nothing is sent any more to somebody who no longer administers the organisation [A-183]', async () => {
  const organisationId = (await createOrganisation(parts.app)).id
  await createUser(parts.app, { organisationId, role: 'Administrator' })
  const admin = await createUser(parts.app, { organisationId, role: 'Administrator' })
  const caller = await callerFor(parts, admin)
  const topic = 'user.break-glass.signed-in'
  receiver().react(500)
  const made = await caller.post('/v2/webhookSubscriptions', {
    topics: [topic],
    subscriptionUrl: `${receiver().url}/hook`,
  })
  const { id } = made.json<{ id: number }>()
  await concerns(organisationId, topic)
  await run()
  expect(receiver().requests).toHaveLength(1)
  await internalTransaction(parts.app, (tx) =>
    tx.updateTable('users').set({ role: 'Contributor' }).where('id', '=', admin.id).execute(),
  )
  receiver().react(204)
  parts.clock.advance({ minutes: 1 })
  await run()
  expect(receiver().requests).toHaveLength(1)
  const log = await caller.get(`/v2/webhookSubscriptions/${id}/deliveries`)
  expect(log.json()).toMatchObject({
    items: [
      {
        topic,
        state: 'Cancelled',
        parentResource: { resourceType: 'organisation', resourceId: organisationId },
        endedBecause: 'the subscriber has no access',
      },
    ],
  })
})
