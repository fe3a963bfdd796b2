// Backups of a database and its files while the server is running, and restoring them.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  differing,
  emptyInstallation,
  filesIn,
  fingerprint,
  flipBit,
  keyOf,
  placeFor,
  startOn,
  temporaryFolder,
} from '../../../test/servers/backups.ts'
import { openBrowser, passwordHash } from '../../../test/peers/browser.ts'
import { createUser } from '../../../test/factories.ts'
import { createFileWorld, download, upload, versionsOf } from '../../../test/fixtures/files.ts'
import { as } from '../../../test/http.ts'
import { createSubscribed, deliveriesOf, useReceiver } from '../../../test/peers/subscribed.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { accessTokenFor } from '../../../test/tokens.ts'
import { deleteBlob } from '../../files/contents/stored-blobs.ts'
import { sweepStorage } from '../../files/contents/sweep.ts'
import { runWebhooksOnce } from '../../webhooks/delivery/engine.ts'
import { createBackup } from './create.ts'
import { configuredPassphrase } from './archive/passphrase.ts'
import { openPlace } from './places/open-place.ts'
import { openRepository } from './archive/repository.ts'
import { checkBeforeRestore, restoreBackup } from './restore.ts'
import { verifyBackups } from './verify.ts'
import { isFull } from '../../../test/repetitions.ts'

const parts = useTestApp()
const receiver = useReceiver()

const world = () => createFileWorld(parts.app, parts.server)

test('everything is restored as it was at the moment of the backup, and nothing later', async () => {
  const here = await world()
  const file = (
    await upload(here.asOwner, here.contractId, { name: 'a.txt', content: 'as it was' })
  ).json<number>()
  const person = await createUser(parts.app, {
    organisationId: here.organisationId,
    passwordHash: await passwordHash(),
  })
  const browser = openBrowser(parts.server)
  await browser.session()
  await browser.signIn(person.email)
  const token = await accessTokenFor(parts.app, here.owner)

  const repository = await placeFor(parts.app, await temporaryFolder())
  const before = await fingerprint(parts.app.database.pool.options)
  const made = await createBackup(parts.app, repository)
  await upload(here.asOwner, here.contractId, { name: 'b.txt', content: 'later' })

  const target = await emptyInstallation(await keyOf(parts.app))
  const restored = await restoreBackup(target, repository, {})
  expect(restored).toMatchObject({ id: made.id, files: made.files, rows: made.rows, lost: [] })
  const after = await fingerprint(target.connection)
  // events waiting for fan-out are gone, and it counts as a different database from the one on the other storage
  expect(differing(before, after)).toEqual(['event_dispatches', 'storage_claims'])

  const { app, server } = await startOn(target, parts.clock)
  expect((await download(as(server, token), file)).toString()).toBe('as it was')
  expect((await versionsOf(app, here.organisationId)).map(({ name }) => name)).toEqual(['a.txt'])
  // the cookie of a session that was open at the time
  const again = openBrowser(server)
  for (const [name, value] of browser.cookies) again.cookies.set(name, value)
  expect((await again.session()).user?.email).toBe(person.email)
  // sequences continue, and new contents are stored as usual
  const next = await upload(as(server, token), here.contractId, { name: 'c.txt', content: 'next' })
  expect(next.json<number>()).toBeGreaterThan(file)
  expect(await sweepStorage(app, { graceMinutes: -1 })).toEqual({ removed: 0 })
})

test('pending notifications are not sent automatically, and can be replayed', async () => {
  const there = await createSubscribed(parts, receiver())
  const path = `/contract-apis/v1/contracts/${there.contractId}`
  const rename = [{ op: 'replace', path: '/name', value: 'Renamed' }]
  expect((await there.caller.patch(path, rename)).statusCode).toBe(200)
  const repository = await placeFor(parts.app, await temporaryFolder())
  await createBackup(parts.app, repository)
  parts.clock.advance({ hours: 1 })
  await runWebhooksOnce(parts.app)
  expect(receiver().requests).toHaveLength(1)

  const target = await emptyInstallation(await keyOf(parts.app))
  const { suppressed } = await restoreBackup(target, repository, {})
  expect(suppressed).toBe(1)
  const { app, server } = await startOn(target, parts.clock)
  await runWebhooksOnce(app)
  expect(receiver().requests).toHaveLength(1)
  const restoredParts = { ...parts, app, server }
  expect(await deliveriesOf(restoredParts, there)).toMatchObject([
    { state: 'suppressed', ended_because: expect.stringContaining('restored from a backup') },
  ])
  const caller = as(server, await accessTokenFor(app, there.owner))
  const replay = await caller.post(`/v2/webhookSubscriptions/${there.subscriptionId}/replay`, {
    from: '2000-01-01T00:00:00Z',
    to: '2100-01-01T00:00:00Z',
    states: ['Suppressed'],
  })
  expect(replay.statusCode, replay.body).toBeLessThan(300)
  await runWebhooksOnce(app)
  expect(receiver().requests).toHaveLength(2)
})

test('identical contents are stored once, and those of an earlier backup are not copied again', async () => {
  const here = await world()
  const repository = await placeFor(parts.app, await temporaryFolder())
  const first = await createBackup(parts.app, repository)
  await upload(here.asOwner, here.contractId, { name: 'a.txt', content: 'twice the same' })
  await upload(here.asOwner, here.contractId, { name: 'b.txt', content: 'twice the same' })
  const second = await createBackup(parts.app, repository)
  expect(second.files).toBe(first.files + 2)
  expect(second.copied.copied).toBe(1)
  expect((await createBackup(parts.app, repository)).copied.copied).toBe(0)
  expect(await verifyBackups(repository, {})).toMatchObject({ backups: 3, findings: [] })
})

test('an encrypted place reveals nothing, contains the key, and opens only with its passphrase', async () => {
  const here = await world()
  await upload(here.asOwner, here.contractId, { name: 'a.txt', content: 'nobody may read this' })
  const folder = await temporaryFolder()
  const repository = await placeFor(parts.app, folder, 'correct horse')
  await createBackup(parts.app, repository)
  for (const name of await filesIn(folder)) {
    const bytes = await readFile(join(folder, name))
    expect(bytes.includes('nobody may read this'), name).toBe(false)
    expect(bytes.includes(here.owner.email), name).toBe(false)
  }
  const place = await openPlace(folder, parts.app.config)
  await expect(openRepository(place, async () => 'wrong')).rejects.toThrow('The passphrase does not match')
  await expect(openRepository(place, async () => undefined)).rejects.toThrow('are encrypted')
  await expect(placeFor(parts.app, folder, 'another one')).rejects.toThrow('The passphrase does not match')

  const target = await emptyInstallation()
  const opened = await openRepository(place, async () => 'correct horse')
  await restoreBackup(target, opened, {})
  const { app } = await startOn(target, parts.clock)
  await expect(app.vault.prepare()).resolves.toBeUndefined()
  expect(await keyOf(app)).toBe(await keyOf(parts.app))
})

test('without the right encryption key nothing is written, and no database made; a lost one can be replaced [G-170]', async () => {
  const there = await createSubscribed(parts, receiver())
  const repository = await placeFor(parts.app, await temporaryFolder())
  await createBackup(parts.app, repository)
  const target = await emptyInstallation()
  for (const refused of [
    checkBeforeRestore(target.config, repository, {}),
    restoreBackup(target, repository, {}),
  ])
    await expect(refused).rejects.toThrow('does not contain the encryption key')
  const wrong = await emptyInstallation(Buffer.alloc(32, 7).toString('base64'))
  await expect(restoreBackup(wrong, repository, {})).rejects.toThrow(
    'does not match the secrets in this backup',
  )
  expect((await fingerprint(wrong.connection)).size).toBe(0)

  await restoreBackup(target, repository, { withoutKey: true })
  const { app } = await startOn(target, parts.clock)
  await expect(app.vault.prepare()).resolves.toBeUndefined()
  const token = await accessTokenFor(app, there.owner)
  expect(await app.keys.verify(token)).toBeDefined()
})

test('a place created without a passphrase is not silently used with one configured', async () => {
  const folder = await temporaryFolder()
  await placeFor(parts.app, folder)
  await expect(placeFor(parts.app, folder, 'now with one')).rejects.toThrow(
    'was created without a passphrase',
  )
})

test('a flipped bit anywhere is found by verify and refused by restore', async () => {
  const here = await world()
  await upload(here.asOwner, here.contractId, { name: 'a.txt', content: 'contents of some length' })
  for (const [what, pattern, passphrases] of [
    ['contents', /^contents\//, isFull ? [undefined, 'a passphrase'] : ['a passphrase']],
    ['rows', /users-0$/, ['a passphrase']],
    ['the list of files', /files.0$/, [undefined]],
    ['the manifest', /manifest$/, isFull ? [undefined, 'a passphrase'] : [undefined]],
  ] as const) {
    for (const passphrase of passphrases) {
      const folder = await temporaryFolder()
      const repository = await placeFor(parts.app, folder, passphrase)
      await createBackup(parts.app, repository)
      expect((await verifyBackups(repository, {})).findings, what).toEqual([])
      await flipBit(join(folder, (await filesIn(folder)).find((name) => pattern.test(name)) ?? ''))
      expect((await verifyBackups(repository, {})).findings.length, what).toBeGreaterThan(0)
      const target = await emptyInstallation(await keyOf(parts.app))
      await expect(restoreBackup(target, repository, {}), what).rejects.toThrow(/damaged|cannot be read/)
      if (what === 'contents') {
        const { lost } = await restoreBackup(target, repository, { acceptLoss: true })
        expect(lost.length).toBeGreaterThan(0)
      }
    }
  }
})

test('a restore requires an empty target, and otherwise says what is there', async () => {
  const repository = await placeFor(parts.app, await temporaryFolder())
  await createBackup(parts.app, repository)
  const key = await keyOf(parts.app)
  const target = await emptyInstallation(key)
  await restoreBackup(target, repository, {})
  await expect(restoreBackup(target, repository, {})).rejects.toThrow(
    /database is not empty: .* organisations/,
  )
  const other = await emptyInstallation(key)
  const sameFiles = { ...other, config: { ...other.config, stateDir: target.config.stateDir } }
  await expect(restoreBackup(sameFiles, repository, {})).rejects.toThrow('file storage is not empty')
  expect((await fingerprint(other.connection)).size).toBe(0)
})

test('no contents are removed while a backup copies them', async () => {
  const here = await world()
  await upload(here.asOwner, here.contractId, { name: 'a.txt', content: 'one' })
  const [version] = await versionsOf(parts.app, here.organisationId)
  const repository = await placeFor(parts.app, await temporaryFolder())
  const swept: unknown[] = []
  const made = await createBackup(parts.app, repository, {
    async onProgress({ what, done, total }) {
      if (what !== 'tables' || done !== total) return
      swept.push(
        upload(here.asOwner, here.contractId, {
          name: 'a.txt',
          content: 'two',
          query: '?conflictResolution=Replace',
        })
          .then(() => deleteBlob(parts.app, version?.storage_key ?? ''))
          .then(() => sweepStorage(parts.app, { graceMinutes: -1 })),
      )
      await Promise.all(swept)
    },
  })
  expect(made.copied.lost).toEqual([])
  expect(await Promise.all(swept)).toHaveLength(1)
})

test('contents lost before the backup are listed, and the rest is backed up', async () => {
  const here = await world()
  await upload(here.asOwner, here.contractId, { name: 'a.txt', content: 'gone soon' })
  const [version] = await versionsOf(parts.app, here.organisationId)
  await parts.app.storage.remove(version?.storage_key ?? '')
  const repository = await placeFor(parts.app, await temporaryFolder())
  const made = await createBackup(parts.app, repository)
  expect(made.copied.lost).toEqual([version?.storage_key])
  const target = await emptyInstallation(await keyOf(parts.app))
  expect((await restoreBackup(target, repository, {})).lost).toEqual([version?.storage_key])
})

test('the passphrase is the first line of its file', async () => {
  const file = join(await temporaryFolder(), 'passphrase')
  const settings = { backupPassphrase: undefined, backupPassphraseFile: file }
  await expect(configuredPassphrase(settings)).rejects.toThrow(
    'CHANCERY_BACKUP_PASSPHRASE_FILE cannot be read',
  )
})
