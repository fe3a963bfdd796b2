// What a decision on a request says, and what is no request.
import { expect, test } from 'vitest'
import { createOrganisation, createUser } from '../../../test/factories.ts'
import { insertCategory } from '../../../test/fixtures/matters.ts'
import { mailsTo } from '../../../test/fixtures/mails.ts'
import { mailNow, notificationsOf } from '../../../test/fixtures/notifications.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'

const parts = useTestApp()

async function world() {
  const { id: organisationId } = await createOrganisation(parts.app)
  const person = (firstName: string, role: 'Administrator' | 'InhouseLegal' | 'Standard') =>
    createUser(parts.app, { organisationId, firstName, lastName: 'Okoro', role })
  const lawyer = await person('Lea', 'InhouseLegal')
  const other = await person('Cem', 'Standard')
  const requester = await person('Ben', 'Standard')
  const callers = {
    admin: await callerFor(parts, await person('Ada', 'Administrator')),
    lawyer: await callerFor(parts, lawyer),
    requester: await callerFor(parts, requester),
    other: await callerFor(parts, other),
  }
  const categoryId = await insertCategory(parts.app, organisationId, { name: 'Advice' })
  return { callers, categoryId, lawyer, other, requester }
}

async function requested() {
  const there = await world()
  const { callers, categoryId } = there
  const type = { title: 'Review a contract', matterType: { id: categoryId } }
  const made = await callers.admin.post('/v2/requestTypes', type)
  const asked = { type: { id: made.json<{ id: number }>().id } }
  const { id } = (await callers.requester.post('/v2/requests', asked)).json<{ id: number }>()
  return { ...there, id, intake: `/v2/matters/${id}/intake` }
}

test('one decision is one notification; others on the matter are notified of its status [N-38]', async () => {
  for (const [call, text] of [
    ['accept', 'Lea Okoro accepted your request.'],
    ['decline', 'Lea Okoro declined your request: “No.”'],
  ] as const) {
    const { callers, id, intake, other } = await requested()
    const added = await callers.admin.put(`/v2/matters/${id}/members/${other.id}`, { roles: ['Member'] })
    expect(added.statusCode, added.body).toBeLessThan(300)
    const answer = await callers.lawyer.post(`${intake}/${call}`, call === 'decline' ? { reason: 'No.' } : {})
    expect(answer.statusCode, answer.body).toBe(204)
    const texts = (await notificationsOf(parts.app, callers.requester)).map((each) => each.text)
    expect(texts).toEqual([text])
    expect((await notificationsOf(parts.app, callers.other)).map(({ kind }) => kind)).toContain('status')
  }
})

test('a notification leads business people to their request, and the department to the matter [N-45]', async () => {
  const { callers, id, intake, requester, lawyer } = await requested()
  await callers.lawyer.post(`${intake}/ask`, { question: 'Why?' })
  const [asked] = await notificationsOf(parts.app, callers.requester)
  const page = (path: string) => `${parts.app.config.webUrl}/#/${path}/${id}`
  expect(asked?.record).toMatchObject({ type: 'Matter', id, url: page('requests') })
  expect(
    (await callers.admin.put(`/v2/matters/${id}/members/${lawyer.id}`, { roles: ['Member'] })).statusCode,
  ).toBe(204)
  const [added] = await notificationsOf(parts.app, callers.lawyer)
  expect(added?.record).toMatchObject({ type: 'Matter', id, url: page('matters') })
  parts.clock.advance({ minutes: 1 })
  await mailNow(parts.app)
  const [mail] = await mailsTo(parts.app, requester)
  expect(mail?.body).toContain(page('requests'))
  expect(mail?.body).not.toContain(page('matters'))
})

test('a matter that is not in intake cannot be taken on or declined, and stays as it is [N-39]', async () => {
  const { callers, categoryId, lawyer } = await world()
  const made = await callers.admin.post('/v2/matters', {
    type: { id: categoryId },
    name: 'Ours',
    manager: { user: { id: lawyer.id } },
  })
  const { id } = made.json<{ id: number }>()
  const before = (await callers.admin.get(`/v2/matters/${id}`)).json()
  for (const [call, body] of [
    ['accept', {}],
    ['decline', { reason: 'No.' }],
    ['assign', { manager: { id: lawyer.id } }],
    ['ask', { question: 'Why?' }],
  ] as const) {
    const answer = await callers.lawyer.post(`/v2/matters/${id}/intake/${call}`, body)
    expect([answer.statusCode, answer.json<{ detail: string }>().detail]).toEqual([
      409,
      'This matter is not in intake, so there is nothing to take on or to decline. Change its manager or status with PATCH /v2/matters/{id}.',
    ])
  }
  expect((await callers.admin.get(`/v2/matters/${id}`)).json()).toEqual(before)
})
