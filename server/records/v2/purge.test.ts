// v2 of purging matters and contracts, and of legal holds, through the server.
import { describe, expect, test } from 'vitest'
import { insertContract } from '../../../test/fixtures/contracts.ts'
import { countedWrongly } from '../../../test/lists/counts.ts'
import { createContractTemplate } from '../../../test/factories.ts'
import { insertMatter } from '../../../test/fixtures/matters.ts'
import { detailOf, eventsOf, kindsOf, leftOf, sceneOf, uploadTo } from '../../../test/records/both-kinds.ts'
import { subscriptionsPath, useReceiver } from '../../../test/peers/subscribed.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'
import { purgeBin } from '../../files/commands/purge-bin.ts'
import { purgedKinds } from '../../operations/process/record-kinds.ts'
import { runWebhooksOnce } from '../../webhooks/delivery/engine.ts'
import { purgeRecords } from '../commands/purge-record.ts'

const parts = useTestApp()

interface One {
  readonly id: number
}
const kinds = kindsOf(parts)
const scene = () => sceneOf(parts)
const receiver = useReceiver()

describe.each(kinds)('$kind', ({ kind, one, v1, make }) => {
  const at = (id: number) => `/v2/${kind}/${id}`
  const inBin = (id: number) => `/v2/bin/${kind}/${id}`

  test('under a legal hold are neither deleted nor purged, with their files, by anybody [R-14]', async () => {
    const { organisationId, owner, administrator, caller, ofAdministrator } = await scene()
    const id = await make(owner, [administrator])
    const file = await uploadTo(caller, `${v1}/${id}/files`, 'annex.pdf')
    const binned = await uploadTo(caller, `${v1}/${id}/files`, 'old.pdf')
    await caller.delete(`/v2/files/${binned}`)
    const said = (await caller.post(`${at(id)}/conversation`, { text: 'Shred it', mentions: [] })).json<One>()
    const beside =
      kind === 'matters'
        ? `/v2/tasks/${(await caller.post(`${at(id)}/tasks`, { name: 'Reply' })).json<One>().id}`
        : `${at(id)}/keyDates/${(await caller.post(`${at(id)}/keyDates`, { name: 'Renewal', date: '2099-01-31' })).json<One>().id}`
    const hold = `${at(id)}/hold`
    expect((await caller.put(hold, { reason: 'x' })).statusCode).toBe(403)
    expect((await caller.get(hold)).statusCode).toBe(404)
    expect((await ofAdministrator.put(hold, {})).statusCode).toBe(400)
    expect((await ofAdministrator.put(hold, { reason: ' Investigation 14 ' })).statusCode).toBe(204)
    expect((await caller.get(hold)).json()).toMatchObject({
      reason: 'Investigation 14',
      set: {
        userName: administrator.name,
        user: { id: administrator.id, email: administrator.email, organizationId: organisationId },
      },
    })
    for (const refused of [
      await caller.delete(at(id)),
      await ofAdministrator.delete(at(id)),
      await caller.delete(`/v2/files/${file}`),
      await ofAdministrator.delete(`/v2/bin/${binned}`),
      await caller.delete(`${at(id)}/conversation/${said.id}`),
      await caller.delete(beside),
    ]) {
      expect(detailOf(refused)).toEqual([409, expect.stringContaining('Investigation 14')])
    }
    parts.clock.advance({ days: 31 })
    await purgeBin(parts.app)
    const later = await callerFor(parts, administrator)
    expect((await later.get(`/v2/bin/${binned}`)).statusCode).toBe(200)
    expect((await later.delete(hold)).statusCode).toBe(204)
    await purgeBin(parts.app)
    expect((await later.get(`/v2/bin/${binned}`)).statusCode).toBe(404)
    expect((await later.delete(`/v2/files/${file}`)).statusCode).toBe(204)
    expect((await later.delete(beside)).statusCode).toBe(204)
    expect((await eventsOf(parts, organisationId, id, one)).map(({ name }) => name)).toEqual(
      expect.arrayContaining([`${one}.hold.set`, `${one}.hold.ended`]),
    )
  })

  test('are purged with everything on them, by an administrator or when their time is over; a certificate stays [R-16]', async () => {
    const { organisationId, owner, administrator, caller, ofAdministrator } = await scene()
    const id = await make(owner, [])
    const other = await make(owner, [])
    for (const each of [id, other]) {
      await uploadTo(caller, `${v1}/${each}/files`, 'annex.pdf', '%PDF-1.4 content')
      await caller.post(`${at(each)}/statusMessages`, { message: 'hello' })
      await caller.get(`${v1}/${each}`)
      await caller.delete(at(each))
    }
    expect((await caller.delete(inBin(id))).statusCode).toBe(403)
    expect((await ofAdministrator.delete(inBin(id))).statusCode).toBe(204)
    expect((await ofAdministrator.delete(inBin(id))).statusCode).toBe(404)
    expect((await ofAdministrator.post(`${inBin(id)}/restore`)).statusCode).toBe(404)
    parts.clock.advance({ days: 29 })
    await purgeRecords(parts.app, purgedKinds)
    expect(await leftOf(parts, organisationId, one, [other])).not.toEqual([])
    parts.clock.advance({ days: 1, seconds: 1 })
    await purgeRecords(parts.app, purgedKinds)
    const certificate = (await eventsOf(parts, organisationId, id, one)).at(-1)
    expect(certificate).toMatchObject({
      name: `${one}.purged`,
      user_id: administrator.id,
      facts: {
        deletedBy: owner.id,
        files: 1,
        contents: [
          {
            name: 'annex.pdf',
            versions: [{ version: 1, size: 16, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }],
          },
        ],
      },
    })
    expect((await eventsOf(parts, organisationId, other, one)).at(-1)).toMatchObject({
      name: `${one}.purged`,
      user_id: null,
      facts: { by: 'purge-records' },
    })
    expect(await leftOf(parts, organisationId, one, [id, other])).toEqual([])
    expect(await countedWrongly(parts.app)).toBe(0)
  })

  test('that are deleted raise no notification any more, not even one that waited [R-10]', async () => {
    const { owner, caller } = await scene()
    const id = await make(owner, [])
    await caller.post(subscriptionsPath, {
      topics: [`${one}.statusmessage.created`],
      subscriptionUrl: `${receiver().url}/hook`,
    })
    receiver().react(500)
    await caller.post(`${at(id)}/statusMessages`, { message: 'fails, to be tried again' })
    await runWebhooksOnce(parts.app)
    expect(receiver().requests).toHaveLength(1)
    receiver().clear()
    await caller.delete(at(id))
    parts.clock.advance({ minutes: 10 })
    await runWebhooksOnce(parts.app)
    expect(receiver().requests).toEqual([])
  })
})

test('a deleted matter is not named on its contracts, and leaves them when it is purged [R-10, R-16]', async () => {
  const { organisationId, owner, caller, ofAdministrator } = await scene()
  const templateId = await createContractTemplate(parts.app, { organisationId })
  const matter = await insertMatter(parts.app, { owner, values: { name: 'Secret takeover' } })
  const contract = await insertContract(parts.app, { owner, templateId, values: { matter_id: matter } })
  const child = await insertMatter(parts.app, { owner, values: { parent_id: matter } })
  const page = `/contract-apis/v1/contracts/${contract}`
  expect((await caller.get(page)).body).toContain('Secret takeover')
  await caller.delete(`/v2/matters/${matter}`)
  expect((await caller.get(page)).body).not.toContain('Secret takeover')
  expect((await ofAdministrator.delete(`/v2/bin/matters/${matter}`)).statusCode).toBe(204)
  expect((await caller.get(page)).json()).toMatchObject({ matterId: null })
  expect((await caller.get(`/matter-apis/v1/matters/${child}`)).statusCode).toBe(200)
  const unlinked = (await eventsOf(parts, organisationId, contract, 'contract')).at(-1)
  expect(unlinked).toMatchObject({
    name: 'contract.updated',
    facts: { changes: { matterId: { from: matter, to: null } } },
  })
  const next = await caller.post('/v2/matters', {
    type: { id: (await caller.get('/v2/matterTypes')).json<{ items: { id: number }[] }>().items[0]?.id },
    name: 'Next',
  })
  expect(next.statusCode, next.body).toBe(201)
})
