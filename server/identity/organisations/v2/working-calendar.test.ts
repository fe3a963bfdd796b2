// The working calendar of an organisation, and what is counted in it.
import { beforeEach, expect, test } from 'vitest'
import { createOrganisation, createUser } from '../../../../test/factories.ts'
import type { Caller } from '../../../../test/http.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { callerFor } from '../../../../test/tokens.ts'

const parts = useTestApp()
let organisationId: number
let caller: Caller
beforeEach(async () => {
  organisationId = (await createOrganisation(parts.app)).id
  caller = await callerFor(parts, await createUser(parts.app, { organisationId, role: 'Administrator' }))
})

const path = '/v2/workingCalendar'
const usual = { from: '09:00', to: '17:00' }
const monday = { date: '2027-03-29', name: 'Easter Monday' }
const friday = { date: '2027-03-26', name: 'Good Friday' }

test('is Monday to Friday until it is set, and is set as a whole by its properties [O-207]', async () => {
  const first = await caller.get(path)
  expect(first.json()).toEqual({
    workingDays: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'],
    workingHours: usual,
    holidays: [],
  })
  const set = await caller.patch(path, { workingDays: ['Sunday', 'Monday'], holidays: [monday, friday] })
  expect(set.statusCode, set.body).toBe(204)
  const second = await caller.get(path)
  expect(second.json()).toEqual({
    workingDays: ['Monday', 'Sunday'],
    workingHours: usual,
    holidays: [friday, monday],
  })
  expect(second.headers.etag).toContain(`${set.headers.etag?.slice(0, -1)}-`)
  const stale = await caller.patch(
    path,
    { holidays: [] },
    { headers: { 'if-match': String(first.headers.etag) } },
  )
  expect(stale.statusCode).toBe(412)
  // the same again is no change
  await caller.patch(path, { holidays: [friday, monday] })
  expect((await caller.get(path)).headers.etag).toBe(second.headers.etag)
  expect((await caller.patch(path, { holidays: [] })).statusCode).toBe(204)
  const workingHours = { from: '08:30', to: '24:00' }
  expect((await caller.patch(path, { workingHours })).statusCode).toBe(204)
  expect((await caller.get(path)).json()).toEqual({
    workingDays: ['Monday', 'Sunday'],
    workingHours,
    holidays: [],
  })
})

test.each([
  [{ workingDays: [] }, 'workingDays'],
  [{ workingDays: ['Moonday'] }, 'workingDays'],
  [{ workingHours: { from: '9', to: '17:00' } }, 'workingHours.from'],
  [{ workingHours: { from: '09:00', to: '24:30' } }, 'workingHours.to'],
  [{ workingHours: { from: '09:00', to: '09:00' } }, 'workingHours.to'],
  [{ workingHours: '9 to 5' }, 'workingHours'],
  [{ holidays: 'Christmas' }, 'holidays'],
  [{ holidays: [friday, { ...friday, name: 'Again' }] }, 'holidays[1].date'],
  [{ holidays: [{ ...friday, date: '2027-02-30' }] }, 'holidays[0].date'],
  [{ holidays: [{ ...friday, name: ' ' }] }, 'holidays[0].name'],
  [{ holidays: Array.from({ length: 501 }, () => friday) }, 'holidays'],
  [{ weekend: [] }, 'weekend'],
])('what is wrong is refused under its name, and nothing changes: case %# [O-207]', async (body, name) => {
  await caller.patch(path, { holidays: [friday] })
  const refused = await caller.patch(path, body)
  expect([refused.statusCode, Object.keys(refused.json<{ errors: object }>().errors)]).toEqual([400, [name]])
  expect((await caller.get(path)).json()).toMatchObject({ holidays: [friday] })
})

test('an answer is promised within working hours, in the time zone of the organisation [O-209]', async () => {
  const { app } = parts
  await app.database.kysely
    .updateTable('organisations')
    .set({ time_zone: 'America/New_York' })
    .where('id', '=', organisationId)
    .execute()
  const type = await caller.post('/v2/matterTypes', { name: 'Advice' })
  const matterType = { id: type.json<{ id: number }>().id }
  const made = await caller.post('/v2/requestTypes', { title: 'Question', matterType, answerWithinDays: 3 })
  const id = made.json<{ id: number }>().id
  const typePath = `/v2/requestTypes/${id}`
  for (const [body, name] of [
    [{ answerWithinHours: 0 }, 'answerWithinHours'],
    [{ answerWithinHours: 501 }, 'answerWithinHours'],
    [{ answerWithinHours: 'soon' }, 'answerWithinHours'],
    [{ answerWithinHours: 4, answerWithinDays: 1 }, 'answerWithinHours'],
  ] as const) {
    const refused = await caller.patch(typePath, body)
    expect([refused.statusCode, Object.keys(refused.json<{ errors: object }>().errors)]).toEqual([
      400,
      [name],
    ])
  }
  expect((await caller.patch(typePath, { answerWithinHours: 4 })).statusCode).toBe(204)
  const typeNow = async () => (await caller.get('/v2/requestTypes')).json<{ items: object[] }>().items[0]
  expect(await typeNow()).toMatchObject({ answerWithinDays: null, answerWithinHours: 4 })
  await caller.patch(path, { workingHours: { from: '08:00', to: '16:00' }, holidays: [friday] })

  // a Thursday, two in the afternoon there; Friday is a holiday
  parts.clock.set(new Date('2027-03-25T18:00:00Z'))
  const [requester, lawyer] = await Promise.all(
    (['Standard', 'InhouseLegal'] as const).map(async (role) =>
      callerFor(parts, await createUser(app, { organisationId, role, groups: ['MatterAdministrators'] })),
    ),
  )
  const ask = async (name: string) => {
    const asked = await requester?.post('/v2/requests', { type: { id }, description: 'May we?', name })
    expect(asked?.statusCode, asked?.body).toBe(201)
  }
  await ask('First')
  expect((await requester?.get('/v2/requests'))?.json()).toMatchObject({
    items: [{ due: '2027-03-29', dueUtc: '2027-03-29T14:00:00.000Z' }],
  })
  parts.clock.set(new Date('2027-03-25T17:00:00Z'))
  await ask('Sooner')
  const queue = await lawyer?.get('/v2/intake?$orderby=Due,DueUtc')
  expect(queue?.json<{ items: { name: string }[] }>().items.map(({ name }) => name)).toEqual([
    'Sooner',
    'First',
  ])
  // days take the place of hours again
  caller = await callerFor(parts, await createUser(app, { organisationId, role: 'Administrator' }))
  await caller.patch(typePath, { answerWithinDays: 2 })
  expect(await typeNow()).toMatchObject({ answerWithinDays: 2, answerWithinHours: null })
})

test('an answer is promised for a working day, and tasks of a template are due on one [O-208]', async () => {
  const type = await caller.post('/v2/matterTypes', { name: 'Advice' })
  const matterType = { id: type.json<{ id: number }>().id }
  const asked = await caller.post('/v2/requestTypes', { title: 'Question', matterType, answerWithinDays: 3 })
  expect(asked.statusCode, asked.body).toBe(201)
  // a Wednesday; the weekend is between
  parts.clock.set(new Date('2027-03-24T09:00:00Z'))
  const requester = await callerFor(parts, await createUser(parts.app, { organisationId, role: 'Standard' }))
  caller = await callerFor(parts, await createUser(parts.app, { organisationId, role: 'Administrator' }))
  const dueOf = async () => {
    const made = await requester.post('/v2/requests', {
      type: { id: asked.json<{ id: number }>().id },
      description: 'May we?',
      name: 'Question',
    })
    expect(made.statusCode, made.body).toBe(201)
    const { id } = made.json<{ id: number }>()
    return (await requester.get(`/v2/requests/${id}`)).json<{ due: string }>().due
  }
  expect(await dueOf()).toBe('2027-03-29')
  await caller.patch(path, { holidays: [friday, monday] })
  expect(await dueOf()).toBe('2027-03-31')
  await caller.patch(path, { workingDays: ['Tuesday'], holidays: [] })
  expect(await dueOf()).toBe('2027-04-13')

  const template = await caller.post('/v2/taskTemplates', {
    name: 'Closing',
    items: [{ name: 'File', due: { offset: 1, unit: 'WorkingDays' } }],
  })
  expect(template.statusCode, template.body).toBe(201)
  const matter = await caller.post('/v2/matters', { name: 'Sale', type: matterType })
  expect(matter.statusCode, matter.body).toBe(201)
  const matterId = matter.json<{ id: number }>().id
  const added = await caller.post(`/v2/matters/${matterId}/taskTemplates`, {
    template: { id: template.json<{ id: number }>().id },
  })
  expect(added.statusCode, added.body).toBeLessThan(300)
  const tasks = await caller.get('/v2/tasks')
  expect(tasks.json<{ items: { dueDate: string }[] }>().items.map(({ dueDate }) => dueDate)).toEqual([
    '2027-03-30T00:00:00',
  ])
})
