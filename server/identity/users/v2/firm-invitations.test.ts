// The invitation of a law firm's first person, as the customer that added the firm sees and repeats it.
import { expect, test } from 'vitest'
import { createOrganisation, createUser } from '../../../../test/factories.ts'
import { mailsTo } from '../../../../test/fixtures/mails.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { callerFor } from '../../../../test/tokens.ts'
import { setPassword } from '../../sessions/password-links.ts'

const parts = useTestApp()
let firms = 0

interface Invitation {
  user: { id: string; email: string }
  organization: { id: number; name: string }
  status: string
}

async function world() {
  const { app } = parts
  const { id: organisationId } = await createOrganisation(app)
  const administrator = await createUser(app, { organisationId, role: 'Administrator' })
  const counsel = await createUser(app, { organisationId, role: 'InhouseLegal' })
  const other = await createOrganisation(app)
  const stranger = await createUser(app, { organisationId: other.id, role: 'Administrator' })
  const as = (user: typeof counsel) => callerFor(parts, user)
  const caller = await as(administrator)
  const email = `hugo${++firms}@ashfield.example`
  const made = await caller.post('/v2/organizations', {
    name: 'Ashfield LLP',
    administrator: { email, firstName: 'Hugo', lastName: 'Ashfield' },
  })
  expect(made.statusCode, made.body).toBe(201)
  const list = async (by = caller) =>
    (await by.get('/v2/firmInvitations')).json<{ items: Invitation[] }>().items
  const [first] = await list()
  if (!first) throw new Error('no invitation')
  return {
    app,
    caller,
    renewed: () => as(administrator),
    asCounsel: await as(counsel),
    asStranger: await as(stranger),
    email,
    first,
    list,
  }
}

const linkIn = (body: string | undefined) => /token=([\w-]+)/.exec(body ?? '')?.[1] ?? ''
const outboxOf = async (caller: Awaited<ReturnType<typeof callerFor>>) =>
  (await caller.get('/v2/sandbox/outbox')).json<{ items: { to: string; text: string }[] }>().items

test('the customer sees the invitation, sends it again, withdraws it and sees that it was accepted [P-107]', async () => {
  const { app, renewed, email, first, list: listBy, ...before } = await world()
  let { caller } = before
  const list = () => listBy(caller)
  expect(first).toMatchObject({ user: { email }, organization: { name: 'Ashfield LLP' }, status: 'Sent' })
  const path = `/v2/users/${first.user.id}/invitation`
  // the mail is where the customer finds it
  expect(await outboxOf(caller)).toMatchObject([{ to: email }])
  parts.clock.advance({ days: 8 })
  caller = await renewed()
  const later = { status: 'Expired', expires: { dateUtc: expect.any(String) } }
  expect(await list()).toMatchObject([later])
  expect((await caller.post(path)).statusCode).toBe(204)
  expect(await list()).toMatchObject([{ status: 'Sent' }])
  expect((await caller.delete(path)).statusCode).toBe(204)
  expect(await list()).toMatchObject([{ status: 'Withdrawn' }])
  const mails = await mailsTo(app, { email })
  const join = (token: string) =>
    setPassword(app, { token, password: 'correct horse 42 staple', requestId: 'test' })
  for (const mail of mails) {
    await expect(join(linkIn(mail.body))).rejects.toThrow('This link has been used or has expired')
  }
  expect((await caller.post(path)).statusCode).toBe(204)
  const [mail] = await outboxOf(caller)
  expect(mail?.text).toContain('has invited you')
  await join(linkIn(mail?.text))
  expect(await list()).toMatchObject([{ status: 'Accepted' }])
  // the firm is its own from now on
  for (const answer of [await caller.post(path), await caller.delete(path)]) {
    expect(answer.statusCode).toBe(403)
  }
  expect(await outboxOf(caller)).toEqual([])
})

test('nobody else sees it or changes it [P-107]', async () => {
  const { asCounsel, asStranger, first, list, email } = await world()
  const path = `/v2/users/${first.user.id}/invitation`
  expect((await asCounsel.get('/v2/firmInvitations')).statusCode).toBe(403)
  expect((await asCounsel.post(path)).statusCode).toBe(403)
  expect((await asCounsel.delete(path)).statusCode).toBe(403)
  expect(await list(asStranger)).toEqual([])
  expect((await asStranger.post(path)).statusCode).toBe(404)
  expect((await asStranger.delete(path)).statusCode).toBe(404)
  for (const one of [asCounsel, asStranger]) {
    expect((await outboxOf(one)).map(({ to }) => to)).not.toContain(email)
  }
  expect(await list()).toMatchObject([{ status: 'Sent' }])
})

const corrected = (number: number) => `hugo.right${number}@ashfield.example`

test('a mistyped address is corrected: the new one gets the link, and earlier links end [P-110]', async () => {
  const { app, caller, email, first, list } = await world()
  const path = `/v2/users/${first.user.id}/invitation`
  const right = corrected(++firms)
  const answer = await caller.patch(path, { email: ` ${right} `, lastName: 'Ash' })
  expect(answer.statusCode, answer.body).toBe(204)
  expect(await list()).toMatchObject([
    { user: { id: first.user.id, email: right, firstName: 'Hugo', lastName: 'Ash' }, status: 'Sent' },
  ])
  const join = (token: string) =>
    setPassword(app, { token, password: 'correct horse 42 staple', requestId: 'test' })
  const [wrong] = await mailsTo(app, { email })
  await expect(join(linkIn(wrong?.body))).rejects.toThrow('This link has been used or has expired')
  const mails = await mailsTo(app, { email: right })
  expect(mails).toHaveLength(1)
  expect((await outboxOf(caller))[0]).toMatchObject({ to: right })
  // the same again is no change, and sends nothing; a withdrawn one is sent by a change
  expect((await caller.patch(path, { email: right })).statusCode).toBe(204)
  expect(await mailsTo(app, { email: right })).toHaveLength(1)
  expect((await caller.delete(path)).statusCode).toBe(204)
  expect((await caller.patch(path, { firstName: 'Hugh' })).statusCode).toBe(204)
  expect(await list()).toMatchObject([{ user: { firstName: 'Hugh' }, status: 'Sent' }])
  const [latest] = await outboxOf(caller)
  expect(latest?.text).toContain('Hello Hugh,')
  await join(linkIn(latest?.text))
  expect(await list()).toMatchObject([{ user: { email: right }, status: 'Accepted' }])
})

test('an address is not corrected to one that is taken, or that is none, or once somebody has joined [P-110]', async () => {
  const { app, caller, asCounsel, asStranger, email, first, list } = await world()
  const path = `/v2/users/${first.user.id}/invitation`
  const right = corrected(++firms)
  const colleague = `colleague${firms}@harbour.example`
  const body = { email: colleague, firstName: 'Ina', lastName: 'Moe', role: 'InhouseLegal' }
  const invited = (await caller.post('/v2/users', body)).json<{ id: string }>()
  for (const [given, status, said] of [
    [{ email: colleague.toUpperCase() }, 409, 'There is already a person with the address'],
    [{ email: 'hugo at ashfield' }, 400, 'is not an email address'],
    [{ email: '' }, 400, 'must not be empty'],
    [{ role: 'Standard' }, 400, 'There is no property'],
  ] as const) {
    const answer = await caller.patch(path, given)
    expect(answer.statusCode, answer.body).toBe(status)
    expect(answer.body).toContain(said)
  }
  expect((await asCounsel.patch(path, { email: right })).statusCode).toBe(403)
  expect((await asStranger.patch(path, { email: right })).statusCode).toBe(404)
  expect(await list()).toMatchObject([{ user: { email }, status: 'Sent' }])
  expect(await mailsTo(app, { email: right })).toEqual([])
  // the same address in capitals is theirs
  expect((await caller.patch(path, { email: email.toUpperCase() })).statusCode).toBe(204)
  const [mail] = await outboxOf(caller)
  await setPassword(app, {
    token: linkIn(mail?.text),
    password: 'correct horse 42 staple',
    requestId: 'test',
  })
  const late = await caller.patch(path, { email: right })
  expect(late.statusCode).toBe(403)
  expect(late.body).toContain('People of Ashfield LLP have joined. Ask one of its administrators')
  expect(await list()).toMatchObject([{ user: { email: email.toUpperCase() }, status: 'Accepted' }])
  // a colleague's is corrected in the same way
  const theirs = `ina${firms}@harbour.example`
  expect((await caller.patch(`/v2/users/${invited.id}/invitation`, { email: theirs })).statusCode).toBe(204)
  expect((await mailsTo(app, { email: theirs }))[0]?.body).toContain('has invited you')
})
