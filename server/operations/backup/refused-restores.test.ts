// Restores that are refused, as an operator types them: what they leave behind is nothing.
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { placeFor, temporaryFolder } from '../../../test/servers/backups.ts'
import { createSubscribed, useReceiver } from '../../../test/peers/subscribed.ts'
import { runCommand } from '../../../test/servers/command-line.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { createBackup } from './create.ts'

const parts = useTestApp()
const receiver = useReceiver()

/** A place with a backup that has secrets, and not the key for them. */
async function backupWithSecrets(): Promise<string> {
  await createSubscribed(parts, receiver())
  const place = await temporaryFolder()
  await createBackup(parts.app, await placeFor(parts.app, place))
  return place
}

const restore = (place: string, stateDir: string, ...words: readonly string[]) =>
  runCommand(['backup', 'restore', place, ...words], { env: { CHANCERY_STATE_DIR: stateDir } })

test('without the key the command makes no database and no folder, as it says [G-170]', async () => {
  const place = await backupWithSecrets()
  const folder = await temporaryFolder()
  const { code, stderr } = await restore(place, join(folder, 'new'))
  expect(stderr).toMatch(/does not contain the encryption key.*Nothing was changed\.\n$/)
  expect(code).toBe(1)
  expect(await readdir(folder)).toEqual([])
})

test('beside files of something else the command makes no database, as it says [G-170]', async () => {
  const place = await backupWithSecrets()
  const stateDir = await temporaryFolder()
  const contents = join(stateDir, 'files', '1', '2026', '03')
  await mkdir(contents, { recursive: true })
  await writeFile(join(contents, 'a'.repeat(40)), 'of something else')
  const { code, stderr } = await restore(place, stateDir, '--without-key')
  expect(stderr).toMatch(/The file storage is not empty: it contains 1\/.*Nothing was changed\.\n$/)
  expect(code).toBe(1)
  expect(await readdir(stateDir)).toEqual(['files'])
})
