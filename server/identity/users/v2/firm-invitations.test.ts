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
