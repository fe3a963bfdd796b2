// Bulk changes of several organisations: whose turn it is, and what they leave to others.
import { SMTPServer } from 'smtp-server'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { createOrganisation, createUser } from '../../../test/factories.ts'
import { actorFor } from '../../../test/fixtures/actors.ts'
import { createFileWorld, upload } from '../../../test/fixtures/files.ts'
import { insertMatter } from '../../../test/fixtures/matters.ts'
import { useTestApp } from '../../../test/test-app.ts'
import type { App } from '../../platform/app.ts'
import { internalTransaction } from '../../platform/events/change.ts'
import { createMail } from '../../platform/mail/mail.ts'
import { bulkChanges } from '../../operations/process/bulk-changes.ts'
import { startWorker } from '../../operations/process/worker.ts'
import { startBulkChange } from './commands/start-bulk-change.ts'
import { takeTurn } from './take-turn.ts'

const parts = useTestApp()

/** Somebody with a matter, who starts so many changes of it, each of which takes a while. */
async function createBulkWorld(changes: number, records = 20_000) {
  const { id: organisationId } = await createOrganisation(parts.app)
  const ids: number[] = []
  const people = Math.ceil(changes / 10)
  for (let person = 0; person < people; person++) {
    const owner = await createUser(parts.app, { organisationId, role: 'InhouseLegal' })
    const matter = await insertMatter(parts.app, { owner, values: { manager_id: owner.id } })
    const actor = await actorFor(parts.app, owner)
    const asked = { list: 'matters', change: { urgent: true }, onlyEmpty: false, checkOnly: false }
    const matters = Array.from({ length: records }, () => matter)
    // ten at a time are all that one person may have
    const own = Math.min(10, changes - ids.length)
    for (let count = 0; count < own; count++)
      ids.push(await startBulkChange(parts.app, actor, { ...asked, ids: matters }))
  }
  return { organisationId, ids }
}

const bulkChangesOf = (organisationId: number) =>
  parts.app.db
    .selectFrom('bulk_changes')
    .where('organisation_id', '=', organisationId)
    .orderBy('id')
    .select(['id', 'done', 'finished_at'])
    .execute()

/** Leaves no work for the next test. */
const end = (organisationId: number) =>
  internalTransaction(parts.app, (tx, now) =>
    tx
      .updateTable('bulk_changes')
      .set({ state: 'Cancelled', finished_at: now })
      .where('organisation_id', '=', organisationId)
      .where('finished_at', 'is', null)
      .execute(),
  )

test('organisations take turns, and in each of them its bulk changes do [V-430]', async () => {
  const many = await createBulkWorld(3, 400)
  const one = await createBulkWorld(1, 400)
  const { organisationId, ids } = many
  // the jobs of the one come first
  for (let turn = 0; turn < 6; turn++) {
    await takeTurn(parts.app, { organisationId, id: ids[turn % 3] ?? 0 }, bulkChanges)
    const done = async (of: typeof one) => (await bulkChangesOf(of.organisationId)).map((each) => each.done)
    if (turn === 3) {
      expect(await done(many)).toEqual([200, 200, 0])
      expect(await done(one)).toEqual([400])
    }
    if (turn === 5) expect(await done(many)).toEqual([400, 200, 200])
  }
  await end(organisationId)
})

/** A mail server that only notes what it is sent. */
async function startMailbox() {
  const recipients: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, _session, done) {
      recipients.push(address)
      done()
    },
    onData(stream, _session, done) {
      stream.resume().on('end', () => done())
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return { url: `smtp://127.0.0.1:${port}`, recipients, close: () => server.close(() => undefined) }
}

test.each([1, 2])(
  'with %i process(es) full of bulk changes a file is found and a mail is sent before they end [V-431]',
  async (processes) => {
    // twice as many as there are slots for jobs of every kind
    const busy = await createBulkWorld(processes * 14)
    const mailbox = await startMailbox()
    const world = await createFileWorld(parts.app, parts.server)
    const app: App = { ...parts.app, config: { ...parts.app.config, smtpUrl: mailbox.url } }
    const workers = await Promise.all(Array.from({ length: processes }, () => startWorker(app)))
    try {
      const working = async () =>
        (await bulkChangesOf(busy.organisationId)).filter(({ done }) => done > 0).length
      await expect.poll(working).toBeGreaterThan(3)
      const name = `usufruct-${processes}.txt`
      await upload(world.asOwner, world.contractId, { name, content: 'the usufruct of the orchard' })
      const mail = {
        organisationId: world.organisationId,
        to: 'jo@acme.example',
        subject: 'Hello',
        text: 'x',
      }
      await internalTransaction(app, (tx, now) =>
        createMail({ smtp: true, vault: app.vault }).send(tx, mail, now),
      )
      const found = async () =>
        (await world.asOwner.get('/v2/search?q=usufruct')).json<{ items: unknown[] }>().items?.length
      await expect.poll(found).toBe(1)
      await expect.poll(() => mailbox.recipients).toEqual(['jo@acme.example'])
      const left = await bulkChangesOf(busy.organisationId)
      expect(left.filter((each) => each.finished_at !== null)).toEqual([])
    } finally {
      await end(busy.organisationId)
      await Promise.all(workers.map((worker) => worker.stop()))
      mailbox.close()
    }
  },
)
