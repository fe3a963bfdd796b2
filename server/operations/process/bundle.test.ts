// When the bundle is used, and that it is the server's program.
import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ensureServerBuilt } from '../../../scripts/build-server.ts'
import { type BundleManifest, bundleSource, currentBundle } from './bundle.ts'

let folder: string
const inFolder = (name: string) => join(folder, name)
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chancery-bundle-'))
})
afterEach(() => rm(folder, { recursive: true }))

test('a bundle is used until one of its sources changes, or is gone', async () => {
  const [source, other, file, manifest] = ['a.ts', 'b.ts', 'server.mjs', 'manifest.json'].map(inFolder) as [
    string,
    string,
    string,
    string,
  ]
  expect(currentBundle(manifest)).toBeUndefined()
  await writeFile(source, 'export {}')
  await writeFile(other, 'export {}')
  const sources = () => ['a.ts', 'b.ts'].map((path) => bundleSource(path, folder))
  const content: BundleManifest = { file: 'server.mjs', sources: sources() }
  await writeFile(manifest, JSON.stringify(content))
  expect(currentBundle(manifest)).toBeUndefined()
  await writeFile(file, 'export {}')
  expect(currentBundle(manifest)).toBe(file)
  await utimes(source, 1, 1)
  expect(currentBundle(manifest)).toBeUndefined()
  await writeFile(manifest, JSON.stringify({ file: 'server.mjs', sources: sources() }))
  expect(currentBundle(manifest)).toBe(file)
  await rm(other)
  expect(currentBundle(manifest)).toBeUndefined()
})

test('what is made of the sources of this clone is the program', async () => {
  await ensureServerBuilt()
  const bundle = currentBundle()
  expect(bundle).toBeDefined()
  const program = (await import(pathToFileURL(bundle ?? '').href)) as Record<string, unknown>
  expect(Object.keys(program)).toEqual(['run'])
})
