// Searching in older versions of files: only when it is asked for, and for those who see the file.
import { beforeEach, expect, test } from 'vitest'
import { form } from '../../../test/documents/forms.ts'
import { createUser } from '../../../test/factories.ts'
import { createFileWorld, type FileWorld } from '../../../test/fixtures/files.ts'
import { runFileJobs } from '../../../test/fixtures/jobs.ts'
import type { Caller } from '../../../test/http.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'
import { indexMissing } from '../../files/texts/missing-words.ts'

const parts = useTestApp()
let world: FileWorld
beforeEach(async () => {
  world = await createFileWorld(parts.app, parts.server)
})

/** A file with these versions, each indexed when it came unless `later`. */
async function file(contents: readonly string[], { later = false } = {}): Promise<number> {
  let id = 0
  for (const content of contents) {
    const { payload, headers } = form({
      targetResourceType: 'Contract',
      targetResourceId: String(world.contractId),
      onConflict: 'saveVersion',
      file: { name: 'Lease.txt', content, contentType: 'text/plain' },
    })
    const answer = await world.asOwner.post('/v2/files', payload, { headers })
    expect(answer.statusCode, answer.body).toBeLessThan(300)
    id = answer.json<{ id: number }>().id
    if (!later) await runFileJobs(parts.app)
  }
  await runFileJobs(parts.app)
  return id
}

async function find(q: string, rest = '&olderVersions=true', by: Caller = world.asOwner) {
  const answer = await by.get(`/v2/search?q=${encodeURIComponent(q)}&types=File${rest}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<{ items: { id: number; version: number; passages: object[] }[]; counts: object[] }>()
}

const versions = [
  'The cap is one million.',
  'The cap is two million, uncapped for fraud.',
  'No limit at all.',
]

test('finds the latest older version that has the words, and says which it is [S-24]', async () => {
  const id = await file(versions)
  expect((await find('million', '')).items).toEqual([])
  const { items, counts } = await find('million')
  expect(items).toMatchObject([
    {
      type: 'File',
      id,
      title: 'Lease.txt',
      version: 2,
      currentVersion: 3,
      passages: [{ text: versions[1] }],
    },
  ])
  expect(counts).toEqual([{ type: 'File', count: 1, more: false }])
  expect((await find('"one million"')).items).toMatchObject([{ id, version: 1, currentVersion: 3 }])
  expect((await find('million -fraud')).items).toMatchObject([{ id, version: 1 }])
  expect((await find('million -"one million"')).items).toMatchObject([{ id, version: 2 }])
  expect((await find('million limit')).items).toEqual([])
})

test('finds a file once, in its current version where that has the words [S-24]', async () => {
  const id = await file([...versions, 'The cap is three million.'])
  expect((await find('cap million')).items).toMatchObject([{ id, version: 4, currentVersion: null }])
  expect((await find('cap million')).items).toHaveLength(1)
})

test('finds them for those who see the file at this moment, and on the record that is asked for [S-25]', async () => {
  const id = await file(versions)
  const asColleague = await callerFor(
    parts,
    await createUser(parts.app, { organisationId: world.organisationId, role: 'Standard' }),
  )
  expect((await find('million', '&olderVersions=true', asColleague)).items).toEqual([])
  const here = `&olderVersions=true&record=Contract/${world.contractId}`
  expect((await find('million', here)).items).toMatchObject([{ id }])
  expect((await world.asOwner.delete(`/v2/files/${id}`)).statusCode).toBe(204)
  expect((await find('million')).items).toEqual([])
})

test('versions that were never indexed are found by the job that looks for what is missing [S-26]', async () => {
  const id = await file(versions, { later: true })
  await parts.app.database.kysely
    .deleteFrom('file_version_words')
    .where('organisation_id', '=', world.organisationId)
    .execute()
  expect((await find('million')).items).toEqual([])
  expect(await indexMissing(parts.app)).toBeGreaterThan(0)
  await runFileJobs(parts.app)
  expect((await find('million')).items).toMatchObject([{ id, version: 2 }])
  expect(await indexMissing(parts.app)).toBe(0)
})
