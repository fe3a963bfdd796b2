// What features close when they are off, through the server.
import { describe, expect, test } from 'vitest'
import { insertContract } from '../../../../test/fixtures/contracts.ts'
import { createContractTemplate, createOrganisation, createUser } from '../../../../test/factories.ts'
import { insertMatter } from '../../../../test/fixtures/matters.ts'
import { subscriptionsPath, useReceiver } from '../../../../test/peers/subscribed.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { callerFor } from '../../../../test/tokens.ts'
import { systemActor } from '../../../platform/events/change.ts'
import { runWebhooksOnce } from '../../../webhooks/delivery/engine.ts'
import { setFeature } from '../commands/set-feature.ts'
import { type FeatureCode, featureCodes } from '../feature.ts'
import { featuresOfRoute } from '../feature-routes.ts'

const parts = useTestApp()
const receiver = useReceiver()

async function world() {
  const { app } = parts
  const { id: organisationId } = await createOrganisation(app)
  const owner = await createUser(app, {
    organisationId,
    role: 'Administrator',
    groups: ['MatterAdministrators', 'ContractAdministrators'],
  })
  const templateId = await createContractTemplate(app, { organisationId })
  const contractId = await insertContract(app, { owner, templateId })
  const matterId = await insertMatter(app, { owner })
  const calling = { now: await callerFor(parts, owner) }
  const turn = async (code: FeatureCode, enabled: boolean) => {
    await setFeature(app, systemActor('test'), { organisationId, code, enabled })
    // with a new grant: the rights of others are known for less than a second
    calling.now = await callerFor(parts, owner)
  }
  return { organisationId, owner, templateId, contractId, matterId, calling, turn }
}

const closed: readonly (readonly [FeatureCode, readonly string[]])[] = [
  [
    'CONTRACTS',
    [
      '/v2/contracts',
      '/contract-apis/v1/contracts',
      '/v2/contractTypes',
      '/v2/keyDates',
      '/v2/bin/contracts',
    ],
  ],
  ['MATTERS', ['/v2/matters', '/matter-apis/v1/matters', '/v2/tasks', '/v2/tags', '/v2/invoices']],
  ['MATTER_INTAKE', ['/matter-apis/v1/matters?context=Intake']],
  ['TASKS', ['/v2/tasks', '/matter-apis/v1/matters/tasks', '/v2/taskTemplates']],
  ['INVOICES', ['/v2/invoices', '/v2/invoiceRecipients']],
  ['EMAIL_TRACKING', ['/v2/emailThreads', '/account-apis/v1/emails/threads/page']],
  ['WEBHOOKS', ['/v2/webhookSubscriptions', subscriptionsPath]],
]

describe.each(closed)('%s off', (code, paths) => {
  test('closes its area in both versions, and on again shows everything [O-40, O-41]', async () => {
    const { calling, turn } = await world()
    const answers = () => Promise.all(paths.map((path) => calling.now.get(path)))
    const before = await answers()
    expect(before.map(({ statusCode }) => statusCode)).toEqual(paths.map(() => 200))
    await turn(code, false)
    for (const answer of await answers()) {
      expect([answer.statusCode, answer.json<{ detail: string }>().detail]).toEqual([
        403,
        expect.stringContaining(`The feature ${code} is switched off`),
      ])
    }
    await turn(code, true)
    expect((await answers()).map(({ body }) => body)).toEqual(before.map(({ body }) => body))
  })
})

test('the wizard is closed in both versions, and contracts are still uploaded [O-40]', async () => {
  const { calling, turn, templateId } = await world()
  await turn('CONTRACT_WIZARD', false)
  const asked = { contractTemplateId: templateId, name: 'By answers', fields: {} }
  for (const answer of [
    await calling.now.post('/contract-apis/v1/contracts/wizard', asked),
    await calling.now.post('/v2/contracts', { type: { id: templateId }, name: 'By answers', fields: {} }),
  ]) {
    expect([answer.statusCode, answer.body]).toEqual([403, expect.stringContaining('CONTRACT_WIZARD')])
  }
  expect((await calling.now.get('/v2/contracts')).statusCode).toBe(200)
})

test('what hangs on records of a feature that is off is closed as well [O-40]', async () => {
  const { calling, turn, contractId, matterId } = await world()
  const file = (name: string, resource: object) =>
    calling.now.post('/v2/files', { type: 'Folder', name, resource })
  const made = [
    await file('Of the contract', { type: 'Contract', id: contractId }),
    await file('Of the matter', { type: 'Matter', id: matterId }),
  ].map((answer) => {
    expect(answer.statusCode, answer.body).toBe(201)
    return answer.json<{ id: number }>().id
  })
  await turn('CONTRACTS', false)
  expect((await calling.now.get(`/v2/files/${made[0]}`)).statusCode).toBe(404)
  expect((await calling.now.get(`/v2/files/${made[1]}`)).statusCode).toBe(200)
  const listed = (await calling.now.get('/v2/files')).json<{ items: { id: number }[] }>().items
  expect(listed.map(({ id }) => id)).toEqual([made[1]])
})

test('without webhooks nothing is delivered [O-40]', async () => {
  const { calling, turn, contractId } = await world()
  await calling.now.post(subscriptionsPath, {
    topics: ['contract.statusmessage.created'],
    subscriptionUrl: `${receiver().url}/hook`,
  })
  const say = async (message: string) => {
    await calling.now.post(`/v2/contracts/${contractId}/statusMessages`, { message })
    await runWebhooksOnce(parts.app)
    return receiver().requests.length
  }
  expect(await say('one')).toBe(1)
  await turn('WEBHOOKS', false)
  expect(await say('two')).toBe(1)
  await turn('WEBHOOKS', true)
  expect(await say('three')).toBe(2)
})

test('every route of a noun with a feature states it [O-40]', () => {
  const words = /\/(?:contract|matter|task|invoice|email|webhook|keydate|approval|tags|intake|request)/i
  const routes = parts.server.routeTable.filter(({ access }) => access !== 'public')
  const unstated = routes
    .map(({ path }) => path.replace(/^\/[a-z]+-apis\/v1/, ''))
    .filter((path) => words.test(path) && featuresOfRoute(path).length === 0)
  expect(unstated).toEqual([])
  const stated = new Set(routes.flatMap(({ path }) => featuresOfRoute(path)))
  expect(featureCodes.filter((code) => !stated.has(code))).toEqual(['INBOUND_EMAIL'])
})
