// v2 of conversations: writing, mentioning, changing and deleting messages.
import { expect, test } from 'vitest'
import { insertContract } from '../../../../test/fixtures/contracts.ts'
import { createContractTemplate, createOrganisation, createUser } from '../../../../test/factories.ts'
import { insertMatter } from '../../../../test/fixtures/matters.ts'
import { notificationsOf } from '../../../../test/fixtures/notifications.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { callerFor } from '../../../../test/tokens.ts'

const parts = useTestApp()

async function world(kind: 'matters' | 'contracts') {
  const { id: organisationId } = await createOrganisation(parts.app)
  const owner = await createUser(parts.app, { organisationId, firstName: 'Ana', lastName: 'Prior' })
  const member = await createUser(parts.app, { organisationId, firstName: 'Ben', lastName: 'Okoro' })
  const outsider = await createUser(parts.app, { organisationId, firstName: 'Cem', lastName: 'Arslan' })
  const id =
    kind === 'matters'
      ? await insertMatter(parts.app, { owner, members: [member] })
      : await insertContract(parts.app, {
          owner,
          members: [member],
          templateId: await createContractTemplate(parts.app, { organisationId }),
        })
  const callers = {
    owner: await callerFor(parts, owner),
    member: await callerFor(parts, member),
    outsider: await callerFor(parts, outsider),
  }
  return { owner, member, outsider, callers, id, url: `/v2/${kind}/${id}/conversation` }
}

type Listed = { items: { id: number; text: string; mentions: { id: string }[]; edited: object | null }[] }

test.each(['matters', 'contracts'] as const)(
  'people write on %s and mention those who see the record, who are notified [N-20, N-21]',
  async (kind) => {
    const { member, outsider, callers, url, id } = await world(kind)
    const written = await callers.owner.post(url, {
      text: ' Ben, look at clause 4. ',
      mentions: [{ id: member.id }],
    })
    expect(written.statusCode, written.body).toBe(201)
    expect(written.json()).toMatchObject({
      text: 'Ben, look at clause 4.',
      mentions: [{ id: member.id }],
      user: { firstName: 'Ana' },
      edited: null,
    })
    expect(written.headers['location']).toBe(`${url}/${written.json<{ id: number }>().id}`)
    expect((await callers.member.post(url, { text: 'Done.' })).statusCode).toBe(201)
    expect(
      (await callers.member.get(`${url}?$orderby=Id`)).json<Listed>().items.map(({ text }) => text),
    ).toEqual(['Ben, look at clause 4.', 'Done.'])
    expect(await notificationsOf(parts.app, callers.member)).toMatchObject([
      { kind: 'mentioned', text: 'Ana Prior mentioned you: “Ben, look at clause 4.”', record: { id } },
    ])
    expect(await notificationsOf(parts.app, callers.owner)).toMatchObject([
      { kind: 'message', text: 'Ben Okoro wrote: “Done.”' },
    ])
    const refused = await callers.owner.post(url, {
      text: 'Cem?',
      mentions: [{ id: member.id }, { id: outsider.id }],
    })
    expect(refused.statusCode).toBe(400)
    const one = kind === 'matters' ? 'matter' : 'contract'
    expect(refused.json()).toMatchObject({
      errors: {
        'mentions[1]': [`mentions[1] is Cem Arslan, who does not see this ${one}: add them to it first.`],
      },
    })
    for (const body of [
      {},
      { text: ' ' },
      { text: 'x', mentions: 'all' },
      { text: 'x', mentions: ['x'] },
      { text: 'x'.repeat(10_001) },
    ]) {
      expect((await callers.owner.post(url, body)).statusCode).toBe(400)
    }
    expect((await callers.outsider.get(url)).statusCode).toBe(404)
    expect((await callers.outsider.post(url, { text: 'x' })).statusCode).toBe(404)
    expect((await callers.owner.get(url)).json<Listed>().items).toHaveLength(2)
    expect(await notificationsOf(parts.app, callers.outsider)).toEqual([])
  },
)

test('an author changes and deletes a message for an hour; the former text stays in the history [N-22]', async () => {
  const { owner, member, callers, url } = await world('contracts')
  const { id } = (await callers.owner.post(url, { text: 'First' })).json<{ id: number }>()
  expect((await callers.member.patch(`${url}/${id}`, { text: 'Mine' })).statusCode).toBe(403)
  expect(
    (await callers.owner.patch(`${url}/${id}`, { text: 'Second', mentions: [member.id] })).statusCode,
  ).toBe(204)
  // nothing changes, nothing happens
  expect((await callers.owner.patch(`${url}/${id}`, { text: 'Second' })).statusCode).toBe(204)
  expect((await callers.member.get(url)).json<Listed>().items).toMatchObject([
    { text: 'Second', mentions: [{ id: member.id }], edited: { dateUtc: expect.any(String) } },
  ])
  expect((await notificationsOf(parts.app, callers.member)).map(({ text }) => text)).toEqual([
    'Ana Prior mentioned you: “Second”',
    'Ana Prior wrote: “Second”',
  ])
  expect((await callers.owner.delete(`${url}/${id}`)).statusCode).toBe(204)
  expect((await callers.member.get(url)).json<Listed>().items).toEqual([])
  expect(await notificationsOf(parts.app, callers.member)).toEqual([])
  expect((await callers.owner.delete(`${url}/${id}`)).statusCode).toBe(404)
  const events = await parts.app.db
    .selectFrom('events')
    .where('organisation_id', '=', owner.organisationId)
    .orderBy('id')
    .select(['name', 'facts'])
    .execute()
  expect(events.map(({ name }) => name)).toEqual([
    'contract.message.posted',
    'contract.message.edited',
    'contract.message.deleted',
  ])
  expect(events[1]?.facts).toMatchObject({
    changes: { text: { from: 'First', to: 'Second' } },
    mentioned: [member.id],
  })
  expect(events[2]?.facts).toMatchObject({ text: 'Second' })
})

test('after an hour a message stays as it is', async () => {
  const { owner, callers, url } = await world('matters')
  const { id } = (await callers.owner.post(url, { text: 'First' })).json<{ id: number }>()
  parts.clock.advance({ minutes: 61 })
  const late = await callerFor(parts, owner)
  expect((await late.patch(`${url}/${id}`, { text: 'Second' })).statusCode).toBe(409)
  expect((await late.delete(`${url}/${id}`)).statusCode).toBe(409)
  expect((await late.get(url)).json<Listed>().items).toMatchObject([{ text: 'First' }])
})
