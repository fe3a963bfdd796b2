// `chancery files` as typed, on an installation whose files were tampered with.
import { execFile } from 'node:child_process'
import { mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createInstallation } from '../../../test/servers/installation.ts'
import { fillStateFolder } from '../../../test/servers/prepared-state.ts'
import { cleanEnvironment } from '../../../test/servers/server-process.ts'
import { claimFileName } from '../../platform/storage/storage.ts'
import { makeThrowAwayFolder } from '../../platform/postgres/packaged/temporary-folder.ts'

let stateDir: string
beforeAll(async () => {
  stateDir = makeThrowAwayFolder('chancery-cli-files-')
  await fillStateFolder(stateDir)
  await createInstallation(stateDir)
  // there is nothing to add, unless no state could be kept
  expect((await chancery('seed')).code).toBe(0)
})
afterAll(() => rm(stateDir, { recursive: true, force: true }))

/** Runs the command and returns its exit code and output. */
async function chancery(...words: string[]): Promise<{ code: number; stdout: string }> {
  const commandLine = fileURLToPath(new URL('chancery.ts', import.meta.url))
  const env = { ...cleanEnvironment(), CHANCERY_STATE_DIR: stateDir }
  return promisify(execFile)(process.execPath, [commandLine, ...words], { env }).then(
    ({ stdout }) => ({ code: 0, stdout }),
    (error: { code: number; stdout: string }) => ({ code: error.code, stdout: error.stdout }),
  )
}

const contents = async () =>
  (await readdir(join(stateDir, 'files'), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && entry.name !== claimFileName)
    .map((entry) => join(entry.parentPath, entry.name))

test('contents are checked, and those that belong to no file are swept', async () => {
  const stored = await contents()
  const orphan = join(stateDir, 'files/1/2026/03', 'a'.repeat(40))
  await mkdir(dirname(orphan), { recursive: true })
  await writeFile(orphan, 'left by a broken upload')
  const longAgo = new Date(Date.now() - 7_200_000)
  await utimes(orphan, longAgo, longAgo)

  const whole = await chancery('files', 'verify')
  expect(whole.code).toBe(0)
  expect(whole.stdout).toBe(
    `orphan: organisation 1, 1/2026/03/${'a'.repeat(40)}\n${stored.length} contents: 0 missing, 0 damaged; 1 belong to no file\n`,
  )
  expect(await chancery('files', 'sweep')).toEqual({ code: 0, stdout: '1 removed\n' })
  expect((await contents()).sort()).toEqual(stored.sort())
})

test('a file whose contents are missing or altered is reported, with exit code 1', async () => {
  const [gone = '', altered = '', ...rest] = await contents()
  await rm(gone)
  await writeFile(altered, 'not what it was')
  const { code, stdout } = await chancery('files', 'verify')
  expect(code).toBe(1)
  // the document of a template is not a version of a file
  expect(stdout).toMatch(/^missing: organisation \d+( version \d+ of file \d+)?, /m)
  expect(stdout).toMatch(/^damaged: organisation \d+( version \d+ of file \d+)?, /m)
  expect(stdout).toContain(`${rest.length + 2} contents: 1 missing, 1 damaged; 0 belong to no file\n`)
  // verify changes nothing, so the server has no record of the damage
  expect(await chancery('files', 'damaged')).toEqual({
    code: 0,
    stdout: '0 known to be missing or damaged\n',
  })
})
