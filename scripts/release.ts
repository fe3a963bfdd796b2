// `npm run release`: makes what is installed in production, without the tools that build and test it:
// release/chancery-<version>-<platform>.tar.gz with its checksum, its bill of materials and the licences. The same
// commit gives the same bytes.
import { copyFile, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureWebBuilt } from './build-web.ts'
import { buildServer } from './build-server.ts'
import { pack, setTimes, writeChecksums } from './release/archive.ts'
import { installPackages } from './release/packages.ts'
import { run } from './release/run.ts'
import { copySources } from './release/sources.ts'
import { tryRelease } from './release/try-release.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Makes the release in `folder` from the working tree at `root`; returns the path of the archive. */
async function release(folder: string): Promise<string> {
  const changed = await run('git', ['status', '--porcelain'], root)
  if (changed !== '')
    throw new Error(`A release is made of a commit, and these files differ from it:\n${changed}`)
  const seconds = Number(await run('git', ['log', '-1', '--format=%ct'], root))
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }
  const name = `chancery-${version}-${process.platform}-${process.arch}`
  const aside = await mkdtemp(join(tmpdir(), 'chancery-release-'))
  const staged = join(aside, name, '/')
  try {
    await ensureWebBuilt({ onProgress: console.log })
    await copySources(root, staged)
    console.log('Installing the packages that the product runs on')
    await installPackages(staged)
    await writeBillOfMaterials(staged)
    // the bundle knows its sources by size and time
    await setTimes(staged, seconds)
    await buildServer(staged)
    await writeChecksums(staged)
    await setTimes(staged, seconds)
    await mkdir(folder, { recursive: true })
    const archive = join(folder, `${name}.tar.gz`)
    await pack(aside, { name, archive, seconds })
    for (const each of [billOfMaterials, licences])
      await copyFile(join(staged, each), join(folder, `${name}-${each}`))
    return archive
  } finally {
    await rm(aside, { recursive: true, force: true })
  }
}

const billOfMaterials = 'sbom.cdx.json'
const licences = 'third-party-licences.md'

/** In CycloneDX, of the packages that are really there. */
async function writeBillOfMaterials(staged: string): Promise<void> {
  const tool = join(root, 'node_modules/@cyclonedx/cyclonedx-npm/bin/cyclonedx-npm-cli.js')
  const output = ['--output-reproducible', '--output-format', 'JSON', '--output-file', billOfMaterials]
  await run(process.execPath, [tool, '--omit', 'dev', '--ignore-npm-errors', ...output], staged)
  await copyFile(join(root, 'docs/third-party-licences.md'), join(staged, licences))
}

const folder = join(root, 'release')
if (import.meta.main) {
  if (process.platform !== 'linux') throw new Error('Releases are made on Linux, for which they are.')
  await rm(folder, { recursive: true, force: true })
  const archive = await release(folder)
  console.log('Trying it: install, start, sign in, call')
  const megabytes = await tryRelease(archive).catch(async (error: unknown) => {
    await rm(folder, { recursive: true })
    throw error
  })
  console.log(`Made ${archive}, ${megabytes} MB when installed`)
}
