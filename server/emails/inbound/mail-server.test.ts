// Mail to the addresses of matters and contracts, from a real mail client over SMTP.
import { createTransport, type SendMailOptions } from 'nodemailer'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createMailWorld, leaveMatter, type MailWorld } from '../../../test/fixtures/emails.ts'
import { download, eventsOf } from '../../../test/fixtures/files.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { type MailServer, startMailServer } from './mail-server.ts'

const domain = 'in.legal.example'
const parts = useTestApp({
  CHANCERY_INBOUND_MAIL_DOMAIN: domain,
  CHANCERY_INBOUND_MAIL_PORT: '0',
  CHANCERY_INBOUND_MAIL_BYTES: '200000',
})
let world: MailWorld
let mailServer: MailServer
beforeEach(async () => {
  world = await createMailWorld(parts)
  mailServer = await startMailServer(parts.app, domain)
})
afterEach(() => mailServer.stop())

const matterAddress = async () =>
  (await world.owner.caller.get(`/matter-apis/v1/matters/${world.matterId}`)).json<{
    matterSpecificEmail: string
  }>().matterSpecificEmail
const contractAddress = async () =>
  (await world.owner.caller.get(`/contract-apis/v1/contracts/${world.contractId}`)).json<{
    contractSpecificEmail: string
  }>().contractSpecificEmail

async function send(mail: SendMailOptions): Promise<void> {
  const transport = createTransport({ host: '127.0.0.1', port: mailServer.port, ignoreTLS: true })
  try {
    await transport.sendMail({
      from: world.member.user.email,
      subject: 'The claim',
      text: 'Dear all',
      ...mail,
    })
  } finally {
    transport.close()
  }
}

const filesOf = async (kind: 'matter' | 'contract') => {
  const id = kind === 'matter' ? world.matterId : world.contractId
  const query = `recordType=${kind === 'matter' ? 'Matter' : 'Contract'}&recordId=${id}`
  const answer = await world.owner.caller.get(`/file-apis/v1/files?${query}`)
  return answer.json<{ data: { id: number; name: string }[] }>().data
}

const conversation = () =>
  parts.app.db
    .selectFrom('matter_messages')
    .where('organisation_id', '=', world.organisationId)
    .where('matter_id', '=', world.matterId)
    .select(['user_id', 'sender', 'subject', 'body'])
    .execute()

test('a mail to a matter becomes a message of its conversation and a file, and its attachments become files [E-18, E-19]', async () => {
  await send({
    from: `Mia Member <${world.member.user.email.toUpperCase()}>`,
    to: await matterAddress(),
    attachments: [{ filename: 'Brücke.txt', content: 'steel and stone' }],
  })
  expect(await conversation()).toEqual([
    {
      user_id: world.member.user.id,
      sender: expect.stringMatching(new RegExp(`^${world.member.user.email}$`, 'i')),
      subject: 'The claim',
      body: expect.stringMatching(/^Dear all\s*$/),
    },
  ])
  const files = await filesOf('matter')
  expect(files.map(({ name }) => name).sort()).toEqual(['Brücke.txt', 'The claim.eml'])
  const byName = (name: string) => files.find((file) => file.name === name)?.id ?? 0
  expect(String(await download(world.owner.caller, byName('Brücke.txt')))).toBe('steel and stone')
  expect(String(await download(world.owner.caller, byName('The claim.eml')))).toContain('Subject: The claim')
  const names = (await eventsOf(parts.app, world.organisationId)).map(([name]) => name)
  expect(names.filter((name) => name === 'matter.file.created')).toHaveLength(2)
})

test('a mail to a contract becomes a file of it [E-19]', async () => {
  await send({ from: world.owner.user.email, to: await contractAddress(), subject: undefined })
  expect((await filesOf('contract')).map(({ name }) => name)).toContain('Message.eml')
})

test('the text of a mail without plain text is read from its HTML [E-19]', async () => {
  await send({ to: await matterAddress(), text: undefined, html: '<p>Dear <b>all</b></p><p>Yours</p>' })
  expect((await conversation())[0]?.body).toBe('Dear all\n\nYours')
})

test('the same mail is filed once, however often it is sent [E-20]', async () => {
  const to = await matterAddress()
  await send({ to, messageId: '<one@mail.example>' })
  await Promise.all([1, 2, 3].map(() => send({ to, messageId: '<one@mail.example>' })))
  expect(await filesOf('matter')).toHaveLength(1)
  expect(await conversation()).toHaveLength(1)
})

test.each([
  ['somebody unknown', () => 'stranger@elsewhere.example'],
  ['a colleague who does not see it', () => world.colleague.user.email],
])('%s is rejected, and nothing is stored [E-21]', async (_, from) => {
  await expect(send({ from: from(), to: await matterAddress() })).rejects.toMatchObject({ responseCode: 550 })
  expect(await filesOf('matter')).toEqual([])
  expect(await conversation()).toEqual([])
})

test('a sender who has left the matter is rejected', async () => {
  const to = await matterAddress()
  await leaveMatter(parts.app, world, world.member.user)
  await expect(send({ to })).rejects.toMatchObject({ responseCode: 550 })
})

test('a mail to several records is filed to all of them or to none [E-20]', async () => {
  const to = [await matterAddress(), await contractAddress()]
  await expect(send({ to })).rejects.toMatchObject({ responseCode: 550 })
  expect(await filesOf('matter')).toEqual([])
  await send({ from: world.owner.user.email, to })
  expect(await filesOf('matter')).toHaveLength(1)
})

test.each([
  ['another mark', (address: string) => address.replace(/.@/, (end) => (end === 'a@' ? 'b@' : 'a@'))],
  ['another record', (address: string) => address.replace(/-\d+-/, '-2147483647-')],
  ['another domain', (address: string) => address.replace(/@.*/, '@elsewhere.example')],
  ['no such form', () => `legal@${domain}`],
])('an address with %s is rejected [E-21]', async (_, change) => {
  await expect(send({ to: change(await matterAddress()) })).rejects.toMatchObject({ responseCode: 550 })
})

test('an address is accepted in any case', async () => {
  await send({ to: (await matterAddress()).toUpperCase() })
  expect(await filesOf('matter')).toHaveLength(1)
})

test('a mail beyond the limits is rejected permanently, naming the limit [E-22]', async () => {
  const text = '--\n'.repeat(20_000)
  await expect(send({ to: await matterAddress(), text })).rejects.toMatchObject({
    responseCode: 554,
    response: expect.stringContaining('more than 10000 lines'),
  })
  expect(await filesOf('matter')).toEqual([])
})

test('a mail that is too large is rejected [E-21]', async () => {
  await expect(send({ to: await matterAddress(), text: 'x'.repeat(300_000) })).rejects.toMatchObject({
    responseCode: 552,
  })
  expect(await filesOf('matter')).toEqual([])
})
