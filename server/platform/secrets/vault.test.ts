import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useTestApp } from '../../../test/test-app.ts'
import { createVault } from './vault.ts'

const parts = useTestApp()
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chancery-vault-'))
})
afterAll(() => rm(folder, { recursive: true }))

const key = () => randomBytes(32).toString('base64')
const open = (settings: { encryptionKey?: string; stateDir?: string }) =>
  createVault({ encryptionKey: undefined, stateDir: folder, ...settings }, parts.app.database)

test('a sealed text opens only for the same purpose, and not if a bit of it has changed', async () => {
  const { vault } = parts.app
  const sealed = await vault.seal('secret', 'a')
  expect(sealed.toString('latin1')).not.toContain('secret')
  expect(await vault.open(sealed, 'a')).toBe('secret')
  expect(await vault.seal('secret', 'a')).not.toEqual(sealed)
  await expect(vault.open(sealed, 'b')).rejects.toThrow('authenticate')
  for (const index of [0, 1, 13, sealed.length - 1]) {
    const bent = Buffer.from(sealed)
    bent.writeUInt8(bent.readUInt8(index) ^ 1, index)
    await expect(vault.open(bent, 'a')).rejects.toThrow(/authenticate|format/)
  }
})

test('a process whose key differs from the database’s gets an error that says so', async () => {
  await parts.app.vault.prepare()
  await expect(open({ encryptionKey: key() }).prepare()).rejects.toThrow('sealed with another key')
  await expect(parts.app.vault.prepare()).resolves.toBeUndefined()
})

test('processes that start together create one key file, readable only by its owner', async () => {
  const vaults = Array.from({ length: 10 }, () => open({}))
  // the database was sealed with another key, so each is rejected after reading the file
  const results = await Promise.allSettled(vaults.map((vault) => vault.prepare()))
  expect(results.every(({ status }) => status === 'rejected')).toBe(true)
  expect(await readdir(folder)).toEqual(['encryption.key'])
  expect((await stat(join(folder, 'encryption.key'))).mode & 0o777).toBe(0o600)
})
