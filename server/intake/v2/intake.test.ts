// v2 of intake: request types, requests, and what the legal department does with them.
import { describe, expect, test } from 'vitest'
import { createOrganisation, createUser } from '../../../test/factories.ts'
import { insertCategory } from '../../../test/fixtures/matters.ts'
import { notificationsOf } from '../../../test/fixtures/notifications.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'

const parts = useTestApp()

async function world(type: object = {}) {
  const { id: organisationId } = await createOrganisation(parts.app)
  const person = (firstName: string, more: object) =>
    createUser(parts.app, { organisationId, firstName, lastName: 'Okoro', ...more })
  const people = {
    admin: await person('Ada', { role: 'Administrator' }),
    lawyer: await person('Lea', { role: 'InhouseLegal' }),
    requester: await person('Ben', { role: 'Standard' }),
    other: await person('Cem', { role: 'Standard' }),
  }
  const callers = {
    admin: await callerFor(parts, people.admin),
    lawyer: await callerFor(parts, people.lawyer),
    requester: await callerFor(parts, people.requester),
    other: await callerFor(parts, people.other),
  }
  const categoryId = await insertCategory(parts.app, organisationId, { name: 'Advice' })
  const made = await callers.admin.post('/v2/requestTypes', {
    title: 'Review a contract',
    help: 'Attach the draft.',
    matterType: { id: categoryId },
    answerWithinDays: 5,
    ...type,
  })
  expect(made.statusCode, made.body).toBe(201)
  return { ...people, callers, categoryId, typeId: made.json<{ id: number }>().id }
}

async function requested(type: object = {}) {
  const there = await world(type)
  const made = await there.callers.requester.post('/v2/requests', {
    type: { id: there.typeId },
    description: 'By Friday, please.',
  })
  expect(made.statusCode, made.body).toBe(201)
  const { id } = made.json<{ id: number }>()
  return { ...there, id, url: `/v2/requests/${id}`, intake: `/v2/matters/${id}/intake`, made }
}

describe('request types', () => {
  test('administrators say what people can ask for; everybody of the organisation reads it [N-30]', async () => {
    const { callers, categoryId, typeId, lawyer } = await world()
    const listed = (await callers.requester.get('/v2/requestTypes')).json()
    expect(listed).toEqual({
      items: [
        {
          id: typeId,
          title: 'Review a contract',
          help: 'Attach the draft.',
          matterType: { id: categoryId, name: 'Advice' },
          answerWithinDays: 5,
          answerWithinHours: null,
          manager: null,
          team: null,
          contractType: null,
          selfService: false,
          bounds: [],
          form: { parts: [] },
        },
      ],
    })
    const url = `/v2/requestTypes/${typeId}`
    const changes = { answerWithinDays: null, manager: { id: lawyer.id } }
    expect((await callers.lawyer.patch(url, changes)).statusCode).toBe(403)
    expect((await callers.admin.patch(url, changes)).statusCode).toBe(204)
    expect((await callers.requester.get('/v2/requestTypes')).json()).toMatchObject({
      items: [{ answerWithinDays: null, manager: { id: lawyer.id }, help: 'Attach the draft.' }],
    })
    const same = { title: 'REVIEW a contract', matterType: { id: categoryId } }
    expect((await callers.admin.post('/v2/requestTypes', same)).statusCode).toBe(409)
    for (const body of [
      { title: 'A' },
      { matterType: { id: categoryId } },
      { title: 'A', matterType: { id: 999_999 } },
      { title: 'A', matterType: { id: categoryId }, answerWithinDays: 400 },
      { title: 'A', matterType: { id: categoryId }, team: { id: 999_999 } },
    ]) {
      expect((await callers.admin.post('/v2/requestTypes', body)).statusCode).toBe(400)
    }
    const stranger = await world()
    expect((await stranger.callers.admin.delete(url)).statusCode).toBe(404)
    expect((await callers.admin.delete(url)).statusCode).toBe(204)
    expect((await callers.requester.get('/v2/requestTypes')).json()).toEqual({ items: [] })
    expect((await callers.requester.post('/v2/requests', { type: { id: typeId } })).statusCode).toBe(400)
  })
})

describe('a request', () => {
  test('waits in intake, and its requester sees how far it is; nobody else of the business does [N-31]', async () => {
    const { callers, id, url, made, requester, typeId } = await requested()
    expect(made.headers['location']).toBe(url)
    expect(made.json()).toMatchObject({
      id,
      name: 'Review a contract',
      type: { id: typeId, title: 'Review a contract' },
      requester: { id: requester.id, name: 'Ben Okoro' },
      description: 'By Friday, please.',
      steps: [
        { step: 'Submitted', done: true },
        { step: 'Assigned', done: false, at: null },
        { step: 'Accepted', done: false, at: null },
        { step: 'Completed', done: false, at: null },
      ],
      with: { who: 'Intake', person: null },
      next: 'Assign',
      due: '2026-03-09',
      dueUtc: null,
      questions: [],
      messages: [],
    })
    expect((await callers.requester.get('/v2/requests')).json()).toMatchObject({
      items: [{ id, next: 'Assign' }],
    })
    expect((await callers.lawyer.get(url)).statusCode).toBe(200)
    expect((await callers.other.get(url)).statusCode).toBe(404)
    expect((await callers.other.get('/v2/requests')).json()).toEqual({ items: [] })
    expect(await notificationsOf(parts.app, callers.lawyer)).toMatchObject([
      { kind: 'intake', text: 'Ben Okoro submitted a request; it is waiting in intake.', record: { id } },
    ])
  })

  test('is assigned and accepted, and the requester is notified of both [N-32]', async () => {
    const { callers, url, intake, lawyer } = await requested()
    expect(
      (await callers.requester.post(`${intake}/assign`, { manager: { id: lawyer.id } })).statusCode,
    ).toBe(403)
    expect((await callers.admin.post(`${intake}/assign`, {})).statusCode).toBe(400)
    const assigned = await callers.admin.post(`${intake}/assign`, { manager: { id: lawyer.id } })
    expect(assigned.statusCode, assigned.body).toBe(204)
    expect((await callers.requester.get(url)).json()).toMatchObject({
      with: { who: 'Manager', person: { id: lawyer.id, name: 'Lea Okoro' } },
      next: 'Accept',
    })
    expect((await callers.requester.post(`${intake}/accept`)).statusCode).toBe(403)
    expect((await callers.lawyer.post(`${intake}/accept`)).statusCode).toBe(204)
    expect((await callers.lawyer.post(`${intake}/accept`)).statusCode).toBe(409)
    expect((await callers.requester.get(url)).json()).toMatchObject({
      next: 'Work',
      steps: [
        { done: true },
        { step: 'Assigned', done: true },
        { step: 'Accepted', done: true },
        { done: false },
      ],
    })
    const texts = (await notificationsOf(parts.app, callers.requester)).map(({ text }) => text)
    expect(texts).toContain('Ada Okoro assigned your request.')
    expect(texts).toContain('Lea Okoro accepted your request.')
    expect((await notificationsOf(parts.app, callers.lawyer)).map(({ text }) => text)).toContain(
      'Ada Okoro made you the manager.',
    )
  })

  test('waits for the answer to a question, which is notified as the question was [N-33]', async () => {
    const { callers, url, intake } = await requested()
    expect((await callers.requester.post(`${intake}/ask`, { question: 'Why?' })).statusCode).toBe(403)
    expect((await callers.lawyer.post(`${intake}/ask`, { question: ' ' })).statusCode).toBe(400)
    const asked = await callers.lawyer.post(`${intake}/ask`, { question: 'Who signs?' })
    expect(asked.statusCode, asked.body).toBe(201)
    expect(asked.headers['location']).toBe(url)
    expect((await callers.requester.get(url)).json()).toMatchObject({
      with: { who: 'Requester', person: { name: 'Ben Okoro' } },
      next: 'Answer',
      questions: [
        { question: 'Who signs?', asked: { by: { name: 'Lea Okoro' } }, answer: null, answered: null },
      ],
    })
    expect((await notificationsOf(parts.app, callers.requester))[0]).toMatchObject({
      kind: 'question',
      text: 'Lea Okoro has a question about your request: “Who signs?”',
    })
    expect((await callers.lawyer.post(`${intake}/answer`, { answer: 'Me' })).statusCode).toBe(403)
    const { id: second } = (await callers.lawyer.post(`${intake}/ask`, { question: 'When?' })).json<{
      id: number
    }>()
    expect((await callers.requester.post(`${intake}/answer`, { answer: 'x' })).statusCode).toBe(400)
    const named = { answer: 'Today', question: { id: second } }
    expect((await callers.requester.post(`${intake}/answer`, named)).statusCode).toBe(204)
    expect((await callers.requester.post(`${intake}/answer`, { answer: 'Their director' })).statusCode).toBe(
      204,
    )
    expect((await callers.requester.post(`${intake}/answer`, { answer: 'x' })).statusCode).toBe(409)
    expect((await callers.lawyer.get(url)).json()).toMatchObject({
      next: 'Assign',
      questions: [{ answer: 'Their director' }, { answer: 'Today' }],
    })
    expect((await notificationsOf(parts.app, callers.lawyer))[0]).toMatchObject({
      kind: 'question',
      text: 'Ben Okoro answered: “Their director”',
    })
  })

  test('is declined with a reason, which its requester reads [N-34]', async () => {
    const { callers, url, intake } = await requested()
    expect((await callers.lawyer.post(`${intake}/decline`, {})).statusCode).toBe(400)
    expect((await callers.lawyer.post(`${intake}/decline`, { reason: 'Not ours.' })).statusCode).toBe(204)
    expect((await callers.requester.get(url)).json()).toMatchObject({
      steps: [{ step: 'Submitted' }, { step: 'Declined', done: true, at: expect.any(String) }],
      with: { who: 'Nobody' },
      next: 'None',
      reason: 'Not ours.',
    })
    expect((await notificationsOf(parts.app, callers.requester)).map(({ text }) => text)).toContain(
      'Lea Okoro declined your request: “Not ours.”',
    )
    expect((await callers.lawyer.post(`${intake}/accept`)).statusCode).toBe(409)
  })

  test('of a type with a manager waits for them to accept, and shows what is written on it [N-35]', async () => {
    const there = await world()
    const { callers, lawyer, typeId } = there
    await callers.admin.patch(`/v2/requestTypes/${typeId}`, { manager: { id: lawyer.id } })
    const made = await callers.requester.post('/v2/requests', { type: { id: typeId }, name: 'Lease' })
    const { id } = made.json<{ id: number }>()
    await callers.requester.post(`/v2/matters/${id}/conversation`, { text: 'Hello' })
    const url = `/v2/requests/${id}`
    expect((await callers.requester.get(url)).json()).toMatchObject({
      name: 'Lease',
      next: 'Assign',
      messages: [{ text: 'Hello', by: { name: 'Ben Okoro' } }],
    })
    expect((await callers.lawyer.post(`/v2/matters/${id}/intake/accept`)).statusCode).toBe(204)
    expect((await callers.requester.get(url)).json()).toMatchObject({
      next: 'Work',
      with: { who: 'Manager', person: { id: lawyer.id } },
    })
  })

  test('can be made although the manager of its type has left since [N-35]', async () => {
    const { callers, lawyer, typeId } = await world()
    await callers.admin.patch(`/v2/requestTypes/${typeId}`, { manager: { id: lawyer.id } })
    expect((await callers.admin.post(`/v2/users/${lawyer.id}/disable`)).statusCode).toBe(204)
    const made = await callers.requester.post('/v2/requests', { type: { id: typeId } })
    expect(made.statusCode, made.body).toBe(201)
    expect(made.json()).toMatchObject({ with: { who: 'Intake' }, next: 'Assign' })
  })

  test('is in the queue until somebody takes it on, the earliest promise first [N-37]', async () => {
    const { callers, categoryId, id, lawyer } = await requested()
    const sooner = await callers.admin.post('/v2/requestTypes', {
      title: 'Sign a form',
      matterType: { id: categoryId },
      answerWithinDays: 1,
      manager: { id: lawyer.id },
    })
    const second = await callers.requester.post('/v2/requests', { type: { id: sooner.json().id } })
    const queue = async () =>
      (await callers.lawyer.get('/v2/intake')).json().items.map((each: { id: number }) => each.id)
    expect(await queue()).toEqual([second.json().id, id])
    expect((await callers.requester.get('/v2/intake')).statusCode).toBe(403)
    await callers.lawyer.post(`/v2/matters/${second.json().id}/intake/accept`, {})
    expect(await queue()).toEqual([id])
    await callers.lawyer.post(`/v2/matters/${id}/intake/decline`, { reason: 'Please ask finance.' })
    expect(await queue()).toEqual([])
  })

  test('a matter that came to intake in another way is one as well [N-36]', async () => {
    const { callers, categoryId } = await world()
    const made = await callers.requester.post('/v2/matters', { type: { id: categoryId }, name: 'By v2' })
    const { id } = made.json<{ id: number }>()
    expect((await callers.lawyer.get(`/v2/requests/${id}`)).json()).toMatchObject({
      name: 'By v2',
      type: null,
      next: 'Assign',
    })
    expect((await callers.lawyer.post(`/v2/matters/${id}/intake/accept`)).statusCode).toBe(204)
    expect((await callers.requester.get('/v2/requests')).json()).toMatchObject({
      items: [{ id, next: 'Work' }],
    })
  })
})
