// Erasing people: what goes, what stays, and what is certified.
import { expect, test } from 'vitest'
import { passwordHash } from '../../../../test/peers/browser.ts'
import { actorFor } from '../../../../test/fixtures/actors.ts'
import { insertMatter } from '../../../../test/fixtures/matters.ts'
import { createOrganisation, createTeam, createUser } from '../../../../test/factories.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { callerFor } from '../../../../test/tokens.ts'
import { internalTransaction } from '../../../platform/events/change.ts'
import { updateUserStatus } from '../../oauth/commands/update-user-status.ts'

const parts = useTestApp()

async function setUp() {
  const { app } = parts
  const { id: organisationId } = await createOrganisation(app)
  const admin = await createUser(app, { organisationId, role: 'Administrator' })
  const person = await createUser(app, {
    organisationId,
    firstName: 'Wilhelmina',
    lastName: 'Featherstonehaugh',
    passwordHash: await passwordHash(),
  })
  const caller = await callerFor(parts, person)
  const administrator = await callerFor(parts, admin)
  const erase = (body: object = { reason: 'Asked for it in writing.' }) =>
    administrator.post(`/v2/users/${person.id}/erase`, body)
  const disable = async () =>
    updateUserStatus(app, await actorFor(app, admin), { userId: person.id, status: 'Disabled' })
  return { app, organisationId, admin, person, caller, administrator, erase, disable }
}

/** Every row of the database that holds one of these texts, by table. */
async function holding(texts: readonly string[]): Promise<readonly string[]> {
  const { pool } = parts.app.database
  const { rows } = await pool.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname not in ('pg_catalog', 'information_schema') and c.relkind = 'r'`,
  )
  const found: string[] = []
  for (const { name } of rows) {
    for (const text of texts) {
      const { rows: matches } = await pool.query(`select 1 from ${name} as r where r::text ~* $1 limit 1`, [
        text,
      ])
      if (matches.length > 0) found.push(`${name}: ${text}`)
    }
  }
  return found
}

test('nothing of the person is left anywhere but what they wrote into records, under "Former member" [P-54]', async () => {
  const { app, organisationId, admin, person, caller, administrator, erase, disable } = await setUp()
  await createTeam(app, { organisationId, members: [person] })
  const matterId = await insertMatter(app, { owner: admin, members: [person] })
  await caller.post(`/v2/matters/${matterId}/conversation`, { text: 'Agreed.' })
  await caller.patch(`/v2/users/${person.id}/profile`, {
    jobTitle: 'Lepidopterist in chief',
    mobilePhone: '+64 21 555 0147',
    biography: 'Collects unusual moths',
  })
  await caller.post('/v2/me/calendarFeeds', { scope: 'All' })
  await caller.put(`/v2/me/favourites/Matter/${matterId}`)
  const words = [
    'Wilhelmina',
    'Featherstonehaugh',
    person.email,
    'Lepidopterist',
    '555 0147',
    'unusual moths',
  ]
  expect((await holding(words)).length).toBeGreaterThan(3)
  await disable()

  const erased = await erase()
  expect(erased.statusCode, erased.body).toBe(200)
  expect(await holding(words)).toEqual([])
  const messages = (await administrator.get(`/v2/matters/${matterId}/conversation`)).body
  expect(messages).toContain('Agreed.')
  expect(messages).toContain('Former')
  expect((await administrator.get(`/v2/users/${person.id}`)).json()).toMatchObject({
    firstName: 'Former',
    lastName: 'member',
    status: 'Disabled',
  })
  const certificate = erased.json<{ removed: Record<string, number>; kept: Record<string, number> }>()
  expect(certificate).toMatchObject({
    user: { id: person.id },
    erased: { user: { id: admin.id }, dateUtc: parts.clock.now().toISOString() },
    reason: 'Asked for it in writing.',
    removed: { team_members: 1 },
    kept: { matter_members: 1, matter_messages: 1 },
  })
  expect((await administrator.get(`/v2/users/${person.id}/erasure`)).json()).toEqual(certificate)
})

test('what the product wrote down of the name and address elsewhere goes as well, and filed mails are named [P-54]', async () => {
  const { app, organisationId, admin, person, administrator, erase, disable } = await setUp()
  const address = person.email
  const matterId = await insertMatter(app, { owner: person, members: [admin] })
  const made = async (path: string, body: object) => {
    const answer = await administrator.post(path, body)
    expect(answer.statusCode, answer.body).toBe(201)
  }
  // two whose address and name contain those of the person
  const other = { email: `jo${address}` }
  const { id: otherId } = await createUser(app, { organisationId })
  await internalTransaction(app, (tx) =>
    tx
      .updateTable('users')
      .set({ email: other.email, email_key: other.email })
      .where('id', '=', otherId)
      .execute(),
  )
  await made('/v2/views', {
    list: 'matters',
    name: 'Hers',
    filter: `contains(Name, 'Wilhelmina Featherstonehaugh') or Name eq '${address.toUpperCase()}' or Name eq '${other.email}'`,
    columns: [{ property: 'Name' }],
    sharedWith: 'Organization',
  })
  await made('/v2/integrationClients', {
    name: 'Ledger',
    contactEmail: address,
    redirectUris: [],
    confidential: true,
  })
  const firm = await createOrganisation(app, { type: 'ServiceProvider' })
  const partner = await callerFor(
    parts,
    await createUser(app, { organisationId: firm.id, role: 'Administrator' }),
  )
  expect((await partner.post('/v2/organizationLinkOffers', { email: address })).statusCode).toBe(201)
  await internalTransaction(app, async (tx, now) => {
    const subject = 'Wilhelmina Featherstonehaugh asked you to approve a contract'
    const mail = { organisation_id: organisationId, created_at: now, sent_at: now }
    await tx
      .insertInto('outbox_mails')
      .values([
        { ...mail, recipient: admin.email, subject },
        { ...mail, recipient: other.email, subject: 'Good morning' },
      ])
      .execute()
  })
  const { rows: threads } = await app.database.pool.query<{ id: number }>(
    `insert into email_threads (organisation_id, user_id, client, thread_identifier, track,
        record_organisation_id, matter_id, change_number, created_at, updated_at)
      values ($1, $2, 'Outlook', 'thread-1', false, $1, $3, 1, now(), now()) returning id`,
    [organisationId, admin.id, matterId],
  )
  await app.database.pool.query(
    `insert into email_messages (organisation_id, thread_id, user_id, external_reference_id, sender, recipients, created_at, updated_at)
      values ($1, $2, $3, 'mail-1', $4, array['Wil <' || $5::text || '>'], now(), now())`,
    [organisationId, threads[0]?.id, admin.id, other.email, address],
  )
  await disable()

  const erased = await erase()
  expect(erased.statusCode, erased.body).toBe(200)
  expect(await holding(['Wilhelmina', 'Featherstonehaugh'])).toEqual([])
  // the mail that was filed with the matter, which the certificate names; and the other, whose address contains the
  // person's
  const all = (await holding([`[^o]${address}`])).map((found) => found.split(':')[0])
  expect(all).toEqual(['public.email_messages'])
  expect((await holding([other.email])).length).toBeGreaterThan(2)
  const views = (await administrator.get('/v2/views')).body
  expect(views).toContain('Former member')
  expect(views).toContain(other.email)
  expect(erased.json()).toMatchObject({
    removed: { outbox_mails: 2, organisation_link_offers: 1 },
    kept: { email_messages: 1 },
  })
})

test('somebody who is not disabled is not erased, nor is anybody twice; a reason is needed [P-55]', async () => {
  const { person, administrator, erase, disable } = await setUp()
  expect((await erase()).statusCode).toBe(409)
  expect((await administrator.get(`/v2/users/${person.id}/erasure`)).statusCode).toBe(404)
  await disable()
  for (const body of [
    {},
    { reason: '' },
    { reason: null },
    { reason: 'x'.repeat(1_001) },
    { reason: 'x', more: 1 },
  ]) {
    expect((await erase(body)).statusCode, JSON.stringify(body).slice(0, 40)).toBe(400)
  }
  expect((await administrator.get(`/v2/users/${person.id}`)).json()).toMatchObject({
    firstName: 'Wilhelmina',
  })
  expect((await erase()).statusCode).toBe(200)
  expect((await erase()).statusCode).toBe(409)
  for (const act of ['enable', 'invitation']) {
    expect((await administrator.post(`/v2/users/${person.id}/${act}`)).statusCode, act).toBe(409)
  }
  const renamed = await administrator.patch(`/v2/users/${person.id}/profile`, { firstName: 'Wilhelmina' })
  expect(renamed.statusCode).toBe(409)
})

test('the address of an erased person can be invited again, as somebody new', async () => {
  const { person, administrator, erase, disable } = await setUp()
  await disable()
  await erase()
  const invited = await administrator.post('/v2/users', {
    email: person.email,
    firstName: 'Wilhelmina',
    lastName: 'Again',
    role: 'Standard',
  })
  expect(invited.statusCode, invited.body).toBe(201)
  expect(invited.json<{ id: string }>().id).not.toBe(person.id)
})
