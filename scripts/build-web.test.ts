// The web app is built when necessary, once, and atomically.
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ensureWebBuilt } from './build-web.ts'

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'chancery-web-'))
  await mkdir(join(root, 'web/src'), { recursive: true })
  await symlink(fileURLToPath(new URL('../node_modules', import.meta.url)), join(root, 'node_modules'))
  await writeFile(join(root, 'package-lock.json'), '{}')
  await writeFile(join(root, 'web/vite.config.ts'), 'export default {}')
  await writeFile(join(root, 'web/index.html'), '<script type="module" src="/src/main.ts"></script>')
  await writeSource('document.title = "one"')
})
afterEach(() => rm(root, { recursive: true, force: true }))

const writeSource = (text: string) => writeFile(join(root, 'web/src/main.ts'), text)

async function build(): Promise<readonly string[]> {
  const said: string[] = []
  await ensureWebBuilt({ root, onProgress: (line) => said.push(line) })
  return said
}

async function script(): Promise<string> {
  const assets = join(root, 'web/dist/assets')
  const name = (await readdir(assets)).find((file) => file.endsWith('.js')) ?? ''
  return readFile(join(assets, name), 'utf8')
}

test('it is built if missing, not rebuilt, and rebuilt after a change', async () => {
  expect(await build()).toEqual(['Building the web app', expect.stringMatching(/^Built the web app in/)])
  expect(await script()).toContain('one')
  const began = performance.now()
  expect(await build()).toEqual([])
  expect(performance.now() - began).toBeLessThan(1_000)
  await writeSource('document.title = "two"')
  expect(await build()).toHaveLength(2)
  expect(await script()).toContain('two')
  await writeFile(join(root, 'web/src/main.test.ts'), 'a test is no part of it')
  expect(await build()).toEqual([])
})

test('several concurrent builds end with one complete output and leave nothing else behind', async () => {
  await Promise.all([build(), build(), build()])
  expect(await script()).toContain('one')
  expect(await readdir(join(root, '.cache'))).toEqual([])
  expect((await readdir(join(root, 'web'))).sort()).toEqual(['dist', 'index.html', 'src', 'vite.config.ts'])
  expect((await readdir(join(root, 'web/dist'))).sort()).toEqual([
    '.sources',
    'assets',
    'index.html',
    'index.html.br',
    'index.html.gz',
  ])
})

test('errors in sources are reported, and the previous output stays', async () => {
  await build()
  await writeSource('this is no program (')
  await expect(build()).rejects.toThrow(/The web app could not be built:[\s\S]*main\.ts/)
  expect(await script()).toContain('one')
  expect(await readdir(join(root, '.cache'))).toEqual([])
})

test('an installation without sources keeps the output it came with', async () => {
  await rm(join(root, 'web/src'), { recursive: true })
  expect(await build()).toEqual([])
})
