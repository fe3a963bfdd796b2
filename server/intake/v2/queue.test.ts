// v2 of the queue of the legal department: its filter, order, export and counts, and what is done with many requests.
import { expect, test } from 'vitest'
import { createOrganisation, createUser } from '../../../test/factories.ts'
import { insertCategory } from '../../../test/fixtures/matters.ts'
import { notificationsOf } from '../../../test/fixtures/notifications.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'

const parts = useTestApp()

interface Listed {
  readonly id: number
  readonly next: string
  readonly with: { readonly who: string }
}

async function world() {
  const { id: organisationId } = await createOrganisation(parts.app)
  const person = (firstName: string, role: 'Administrator' | 'InhouseLegal' | 'Standard') =>
    createUser(parts.app, { organisationId, firstName, lastName: 'Okoro', role })
  const lawyer = await person('Lea', 'InhouseLegal')
  const requester = await person('Ben', 'Standard')
  const callers = {
    admin: await callerFor(parts, await person('Ada', 'Administrator')),
    lawyer: await callerFor(parts, lawyer),
    requester: await callerFor(parts, requester),
  }
  const categoryId = await insertCategory(parts.app, organisationId, { name: 'Advice' })
  const typeOf = async (title: string, answerWithinDays: number | null) =>
    (
      await callers.admin.post('/v2/requestTypes', {
        title,
        matterType: { id: categoryId },
        answerWithinDays,
      })
    ).json<{ id: number }>().id
  const ask = async (typeId: number, name: string) => {
    const made = await callers.requester.post('/v2/requests', { type: { id: typeId }, name })
    expect(made.statusCode, made.body).toBe(201)
    return made.json<{ id: number }>().id
  }
  const queue = async (query = '') => {
    const answer = await callers.lawyer.get(`/v2/intake?${query}`)
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json<{ items: Listed[]; count?: number; nextLink?: string }>()
  }
  const idsOf = async (filter: string) =>
    (await queue(`$filter=${encodeURIComponent(filter)}`)).items.map(({ id }) => id)
  return { callers, lawyer, requester, typeOf, ask, queue, idsOf }
}

test('is filtered, sorted and counted by what it shows; without a promise comes last [N-70]', async () => {
  const { callers, typeOf, ask, queue, idsOf, requester } = await world()
  const [soon, later, never] = [
    await typeOf('Soon', 1),
    await typeOf('Later', 9),
    await typeOf('Never', null),
  ]
  const lease = await ask(never, 'Lease of the hall')
  const licence = await ask(later, 'Licence of a picture')
  const form = await ask(soon, 'Form of the bank')
  expect((await queue()).items.map(({ id }) => id)).toEqual([form, licence, lease])
  expect((await queue('$orderby=Due desc')).items.map(({ id }) => id)).toEqual([lease, licence, form])
  const first = await queue('$top=2&$count=true')
  expect(first).toMatchObject({ count: 3, items: [{ id: form }, { id: licence }] })
  const token = new URL(first.nextLink ?? '').searchParams.get('$skiptoken') ?? ''
  expect((await queue(`$top=2&$skiptoken=${encodeURIComponent(token)}`)).items.map(({ id }) => id)).toEqual([
    lease,
  ])
  expect(await idsOf("contains(Name,'LI')")).toEqual([licence])
  expect(await idsOf(`Type/Id eq ${later}`)).toEqual([licence])
  expect(await idsOf("Type/Title eq 'soon'")).toEqual([form])
  expect(await idsOf('Due eq null')).toEqual([lease])
  expect(await idsOf(`Requester/Id eq ${requester.id} and Requester/Name eq 'Ben Okoro'`)).toHaveLength(3)
  expect(await idsOf('Team eq null and With/Person eq null')).toHaveLength(3)
  const refused = await callers.lawyer.get('/v2/intake?$filter=DisplayId eq null')
  expect(refused.statusCode).toBe(400)
  const exported = await callers.lawyer.get(
    `/v2/intake/export?format=json&columns=Name,Requester/Name&$filter=${encodeURIComponent('Due eq null')}`,
  )
  expect(exported.json()).toEqual([{ Name: 'Lease of the hall', 'Requester/Name': 'Ben Okoro' }])
  const counted = await callers.lawyer.get('/v2/intake/summary?groupBy=Requester/Id')
  expect(counted.json()).toMatchObject({
    groups: [{ keys: [{ value: requester.id, label: 'Ben Okoro' }], count: 3 }],
  })
  for (const path of ['/v2/intake/export', '/v2/intake/summary?groupBy=Name'])
    expect((await callers.requester.get(path)).statusCode).toBe(403)
})

test('a filter on what is next and whose turn it is finds what the list shows as that [N-70]', async () => {
  const { callers, lawyer, typeOf, ask, queue, idsOf } = await world()
  const type = await typeOf('Review', 5)
  const [, asked, assigned, both] = [
    await ask(type, 'New'),
    await ask(type, 'Asked'),
    await ask(type, 'Assigned'),
    await ask(type, 'Assigned and asked'),
  ]
  const act = async (id: number | undefined, call: string, body: object) => {
    const answer = await callers.lawyer.post(`/v2/matters/${id}/intake/${call}`, body)
    expect(answer.statusCode, answer.body).toBeLessThan(300)
  }
  await act(asked, 'ask', { question: 'Why?' })
  await act(assigned, 'assign', { manager: { id: lawyer.id } })
  await act(both, 'assign', { manager: { id: lawyer.id } })
  await act(both, 'ask', { question: 'Why?' })
  const { items } = await queue()
  expect(new Set(items.map(({ next }) => next))).toEqual(new Set(['Assign', 'Answer', 'Accept']))
  for (const next of ['Assign', 'Answer', 'Accept', 'Work', 'None'])
    expect(await idsOf(`Next eq '${next}'`)).toEqual(
      items.filter((each) => each.next === next).map(({ id }) => id),
    )
  for (const who of ['Requester', 'Intake', 'Manager', 'Nobody'])
    expect(await idsOf(`With/Who eq '${who}'`)).toEqual(
      items.filter((each) => each.with.who === who).map(({ id }) => id),
    )
  expect(await idsOf(`With/Person/Id eq ${lawyer.id}`)).toEqual([assigned])
})

test('many are assigned, accepted and declined at once, and wait again when that is undone [N-71]', async () => {
  const { callers, lawyer, typeOf, ask, queue } = await world()
  const type = await typeOf('Review', 5)
  const ids = [await ask(type, 'One'), await ask(type, 'Two')]
  const before = (await queue()).items
  const bulk = async (change: object) => {
    const answer = await callers.lawyer.post('/v2/intake/bulk', { ids, change })
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json<{ changed: number; skipped: object[]; jobId: number | null }>()
  }
  const undo = async ({ jobId }: { jobId: number | null }) => {
    const answer = await callers.lawyer.post(`/v2/jobs/${jobId}/undo`)
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json<{ changed: number; skipped: object[] }>()
  }
  for (const [change, waiting] of [
    [{ manager: { id: lawyer.id } }, 2],
    [{ decision: 'Accepted' }, 0],
    [{ decision: 'Declined', reason: 'Please ask finance.' }, 0],
  ] as const) {
    const done = await bulk(change)
    expect(done).toMatchObject({ changed: 2, skipped: [] })
    expect((await queue()).items).toHaveLength(waiting)
    expect(await undo(done)).toMatchObject({ changed: 2, skipped: [] })
    expect((await queue()).items).toEqual(before)
    const [status] = (await notificationsOf(parts.app, callers.requester)).map(({ text }) => text)
    expect(status).toBe('Lea Okoro took back what was decided on your request: it waits again.')
  }
  // what somebody has done since stays
  const accepted = await bulk({ decision: 'Accepted' })
  await callers.lawyer.patch(`/v2/matters/${ids[0]}`, { status: 'OnHold' })
  expect(await undo(accepted)).toMatchObject({ changed: 1, skipped: [{ id: ids[0] }] })
})

test('a bulk decision says what does not go together, and leaves others what is theirs [N-71]', async () => {
  const { callers, lawyer, typeOf, ask } = await world()
  const id = await ask(await typeOf('Review', 5), 'One')
  for (const [change, named] of [
    [{ decision: 'Declined' }, 'reason'],
    [{ decision: 'Accepted', reason: 'Fine.' }, 'reason'],
    [{ decision: 'Accepted', manager: { id: lawyer.id } }, 'decision'],
    [{ reason: 'Fine.' }, 'reason'],
    [{ decision: 'Later' }, 'decision'],
    [{ name: 'Other' }, 'name'],
  ] as const) {
    const refused = await callers.lawyer.post('/v2/intake/bulk', { ids: [id], change })
    expect([refused.statusCode, refused.body.includes(named)]).toEqual([400, true])
  }
  const change = { decision: 'Accepted' }
  const byRequester = await callers.requester.post('/v2/intake/bulk', { ids: [id], change })
  expect(byRequester.json()).toMatchObject({ changed: 0, skipped: [{ id }] })
  expect((await callers.requester.post('/v2/intake/bulk', { filter: 'Id gt 0', change })).statusCode).toBe(
    403,
  )
  const checked = await callers.lawyer.post('/v2/intake/bulk', {
    filter: 'Due ne null',
    change,
    checkOnly: true,
  })
  expect(checked.json()).toMatchObject({ changed: 1, jobId: null })
  // only those that nobody has yet
  await callers.lawyer.post(`/v2/matters/${id}/intake/assign`, { manager: { id: lawyer.id } })
  const toOther = { ids: [id], change: { manager: null }, onlyEmpty: true }
  expect((await callers.lawyer.post('/v2/intake/bulk', toOther)).json()).toMatchObject({ unchanged: 1 })
})
