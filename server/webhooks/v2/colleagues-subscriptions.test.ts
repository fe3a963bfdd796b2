// Webhook subscriptions as the administrators of their owner's organisation see and end them.
import { expect, test } from 'vitest'
import { createOrganisation, createUser } from '../../../test/factories.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'

const parts = useTestApp()
const path = '/v2/colleaguesWebhookSubscriptions'
const wanted = {
  topics: ['contract.created'],
  subscriptionUrl: 'https://hooks.example.com/secret-path?key=7',
  clientState: 'a secret of mine',
}

/** An organisation with an administrator and a colleague, who has a subscription. */
async function world() {
  const { id: organisationId } = await createOrganisation(parts.app)
  const administrator = await createUser(parts.app, { organisationId, role: 'Administrator' })
  const owner = await createUser(parts.app, { organisationId, role: 'InhouseLegal' })
  const [admin, caller] = [await callerFor(parts, administrator), await callerFor(parts, owner)]
  const made = await caller.post('/v2/webhookSubscriptions', wanted)
  const { id, signingSecret } = made.json<{ id: number; signingSecret: string }>()
  return { admin, caller, administrator, owner, id, signingSecret }
}

test('administrators see the host and how it goes, and no address, state or secret [W-114]', async () => {
  const { admin, caller, owner, id, signingSecret } = await world()
  const shown = await admin.get(path)
  expect(shown.json()).toMatchObject({
    items: [
      {
        id,
        owner: { id: owner.id, email: owner.email },
        host: 'hooks.example.com',
        topics: ['contract.created'],
        status: 'Active',
        waiting: 0,
        acknowledged: 0,
        abandoned: 0,
      },
    ],
  })
  for (const secret of ['secret-path', 'key=7', wanted.clientState, signingSecret])
    expect(shown.body).not.toContain(secret)
  expect((await caller.get(path)).statusCode).toBe(403)
  expect((await (await world()).admin.get(path)).body).not.toContain(`"id":${id},`)
})

test('an administrator disables it for good, and its owner gets the reason by mail [W-115]', async () => {
  const { admin, caller, owner, id } = await world()
  const disable = (by = admin) => by.post(`${path}/${id}/disable`, { reason: 'The vendor was replaced.' })
  expect((await disable((await world()).admin)).statusCode).toBe(404)
  expect((await disable(caller)).statusCode).toBe(403)
  expect((await admin.post(`${path}/${id}/disable`, { reason: '' })).statusCode).toBe(400)
  // of many at once one counts
  const answers = await Promise.all([disable(), disable(), disable()])
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([204, 409, 409])
  expect((await caller.get(`/v2/webhookSubscriptions/${id}`)).json()).toMatchObject({
    status: 'Disabled',
    disabledBecause: 'an administrator ended it: The vendor was replaced.',
  })
  const mails = await parts.app.db
    .selectFrom('outbox_mails')
    .where('recipient', '=', owner.email)
    .select('subject')
    .execute()
  expect(mails).toEqual([{ subject: 'A webhook subscription was disabled' }])
})
