// Rotation of the encryption key while other processes continue to read and seal.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { temporaryFolder } from '../../../test/servers/backups.ts'
import { createOrganisation } from '../../../test/factories.ts'
import { createSubscribed, useReceiver } from '../../../test/peers/subscribed.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { dropOldKey, rotateEncryptionKey } from './key-rotation.ts'
import type { App } from '../../platform/app.ts'
import { createVault } from '../../platform/secrets/vault.ts'
import { countOutdatedSecrets, resealSecrets, sealedColumns } from './sealed-secrets.ts'
import { secretPurpose } from '../../webhooks/secret-purpose.ts'

const parts = useTestApp()
const receiver = useReceiver()

const keyFile = () => readFile(join(parts.app.config.stateDir, 'encryption.key'), 'utf8')
/** Rotates as the command does, without waiting for other processes. */
const rotate = (app: App = parts.app) => rotateEncryptionKey(app, { keyFile: undefined, propagationMs: 0 })

// a rotation left open by a test
beforeEach(async () => {
  await parts.app.vault.prepare()
  await dropOldKey(parts.app).catch(() => undefined)
})

const secretOf = async (id: number) => {
  const { secret } = await parts.app.db
    .selectFrom('webhook_subscriptions')
    .where('id', '=', id)
    .select('secret')
    .executeTakeFirstOrThrow()
  return secret
}

test('a running process can open everything before, during and after a rotation, and its addresses stay the same', async () => {
  const { subscriptionId } = await createSubscribed(parts, receiver())
  // a process started with the old key that is never notified
  const other = createVault({ encryptionKey: (await keyFile()).trim(), stateDir: '' }, parts.app.database)
  const before = await other.open(await secretOf(subscriptionId), secretPurpose)
  const mac = await other.mac('matter:1', 'mail-address')
  const oldFile = await keyFile()
  const reading = new AbortController()
  let reads = 0
  const reader = (async () => {
    for (; !reading.signal.aborted; reads++)
      expect(await other.open(await secretOf(subscriptionId), secretPurpose)).toBe(before)
  })()
  expect(await rotate()).toBeGreaterThan(0)
  expect(await keyFile()).not.toBe(oldFile)
  // as every server does every five seconds
  await other.prepare()
  await dropOldKey(parts.app)
  expect(await other.open(await secretOf(subscriptionId), secretPurpose)).toBe(before)
  reading.abort()
  await reader
  expect(reads).toBeGreaterThan(0)
  expect(await other.mac('matter:1', 'mail-address')).toEqual(mac)
  expect(await parts.app.vault.mac('matter:1', 'mail-address')).toEqual(mac)
  // a process started now needs the new key
  const late = createVault({ encryptionKey: oldFile.trim(), stateDir: '' }, parts.app.database)
  await expect(late.prepare()).rejects.toThrow('sealed with another key')
  const fresh = createVault(
    { encryptionKey: undefined, stateDir: parts.app.config.stateDir },
    parts.app.database,
  )
  expect(await fresh.open(await secretOf(subscriptionId), secretPurpose)).toBe(before)
})

test('an interrupted rotation continues with the key it had created', async () => {
  const { subscriptionId } = await createSubscribed(parts, receiver())
  const vault = { ...parts.app.vault, open: async () => Promise.reject(new Error('killed')) }
  await expect(rotate({ ...parts.app, vault })).rejects.toThrow('killed')
  const made = await keyFile()
  await expect(dropOldKey(parts.app)).rejects.toThrow('still sealed with the old key')
  expect(await parts.app.vault.open(await secretOf(subscriptionId), secretPurpose)).toMatch(/^whsec_/)
  await rotate()
  expect(await keyFile()).toBe(made)
  expect(await countOutdatedSecrets(parts.app)).toBe(0)
  await dropOldKey(parts.app)
  expect(await parts.app.vault.open(await secretOf(subscriptionId), secretPurpose)).toMatch(/^whsec_/)
})

test('a secret replaced while the others are being resealed keeps its new value', async () => {
  const { subscriptionId } = await createSubscribed(parts, receiver())
  const replaced = await parts.app.vault.seal('replaced meanwhile', secretPurpose)
  const open: App['vault']['open'] = async (sealed, purpose) => {
    const text = await parts.app.vault.open(sealed, purpose)
    if (purpose === secretPurpose)
      await sql`update webhook_subscriptions set secret = ${replaced} where id = ${subscriptionId}`.execute(
        parts.app.database.kysely,
      )
    return text
  }
  await rotate({ ...parts.app, vault: { ...parts.app.vault, open } })
  expect(await parts.app.vault.open(await secretOf(subscriptionId), secretPurpose)).toBe('replaced meanwhile')
  await resealSecrets(parts.app)
  await dropOldKey(parts.app)
})

test('with the key in the settings, the new one is written to a file, and the old one stays until the settings have it', async () => {
  await parts.app.vault.prepare()
  const old = (await keyFile()).trim()
  const asSet = { ...parts.app, config: { ...parts.app.config, encryptionKey: old } }
  await expect(rotate(asSet)).rejects.toThrow('--key-file')
  const file = join(await temporaryFolder(), 'new.key')
  await rotateEncryptionKey(asSet, { keyFile: file, propagationMs: 0 })
  await expect(dropOldKey(asSet)).rejects.toThrow('The settings still hold the old key')
  const next = (await readFile(file, 'utf8')).trim()
  await dropOldKey({ ...parts.app, config: { ...parts.app.config, encryptionKey: next } })
  const vault = createVault({ encryptionKey: next, stateDir: '' }, parts.app.database)
  await expect(vault.prepare()).resolves.toBeUndefined()
})

test('every sealed column is resealed', async () => {
  await createOrganisation(parts.app)
  const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and data_type = 'bytea' and (column_name like '%sealed' or column_name = 'secret')
    order by 1`.execute(parts.app.database.kysely)
  const ownKeys = ['encryption_check.sealed', 'encryption_keys.sealed', 'encryption_marks.sealed']
  const listed = sealedColumns.map(({ table, column }) => `${table}.${column}`)
  expect(rows.map(({ name }) => name)).toEqual([...listed, ...ownKeys].sort())
})
