// Makes one file of the server's modules and of the packages that consist of hundreds, when their sources have changed.
// A server that starts makes it for the next start; `npm run build` makes it for users who cannot write here.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { access, constants, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import {
  type BundleManifest,
  type BundleSource,
  bundleFolder,
  bundleSource,
  currentBundle,
  manifestOfBundle,
} from '../server/operations/process/bundle.ts'

const manifestName = basename(manifestOfBundle)
const ownRoot = fileURLToPath(new URL('..', import.meta.url))
// of many small modules; all others are loaded as they are
const bundledPackages = ['kysely', 'typebox']

/**
 * Makes sure that the bundle of the server is that of the current sources. Rejects if it cannot be made: the server
 * then runs from its sources. Several processes may call it concurrently.
 */
export async function ensureServerBuilt(): Promise<void> {
  if (currentBundle() !== undefined) return
  // before the work, which would be for nothing at each start
  await mkdir(bundleFolder, { recursive: true })
  await access(bundleFolder, constants.W_OK)
  await buildServer(ownRoot)
}

/** Makes the bundle of the sources in this folder, with the bundler of this clone. */
export async function buildServer(root: string): Promise<void> {
  // in a separate process: the bundler's memory does not stay with a server
  await promisify(execFile)(process.execPath, [fileURLToPath(import.meta.url), root], { cwd: root })
}

async function build(root: string): Promise<void> {
  const folder = join(root, relative(ownRoot, bundleFolder))
  const began = Date.now()
  const { rolldown } = await import('rolldown')
  const bundle = await rolldown({
    input: join(root, 'server/operations/process/run.ts'),
    platform: 'node',
    cwd: root,
    external: (id) => /^[^./]/.test(id) && !bundledPackages.includes(id.split('/')[0] ?? ''),
    // what is found relative to a source is found from the bundle too
    plugins: [
      {
        name: 'own-addresses',
        transform: (code, id) =>
          id.startsWith(join(root, 'node_modules')) || !code.includes('import.meta.url')
            ? null
            : { code: code.replaceAll('import.meta.url', addressOf(relative(folder, id))), map: null },
      },
    ],
  })
  // one character beyond Latin 1, or a comment, and the engine keeps the text in twice the memory
  const compact = { charset: 'ascii', comments: false } as const
  const { output } = await bundle.generate({ format: 'esm', codeSplitting: false, ...compact })
  await bundle.close()
  const [{ code, moduleIds }] = output
  const own = moduleIds.filter((id) => id.startsWith(root) && !id.startsWith(join(root, 'node_modules')))
  const paths = [...own, join(root, 'package-lock.json'), join(root, 'scripts/build-server.ts')]
  const sources = paths.map((path) => bundleSource(relative(folder, path), folder))
  // one that is changed while the bundle is made may be in it as it was before
  if (sources.some(([, modifiedMs]) => modifiedMs >= began)) return
  await putInPlace(folder, code, sources)
}

/** The address of a source, from that of the bundle: an installation may be moved. */
const addressOf = (path: string) => `new URL(${JSON.stringify(path)}, import.meta.url).href`

async function putInPlace(folder: string, code: string, sources: readonly BundleSource[]): Promise<void> {
  await mkdir(folder, { recursive: true })
  const before = await readdir(folder)
  const file = `server-${createHash('sha256').update(code).digest('hex').slice(0, 16)}.mjs`
  const manifest: BundleManifest = { file, sources }
  await write(join(folder, file), code)
  await write(join(folder, manifestName), JSON.stringify(manifest))
  // servers that run have loaded all of theirs
  for (const old of before) {
    if (old !== file && old !== manifestName) await rm(join(folder, old), { force: true })
  }
}

async function write(path: string, content: string): Promise<void> {
  const aside = `${path}.${process.pid}`
  await writeFile(aside, content)
  await rename(aside, path)
}

if (import.meta.main) await build(process.argv[2] ?? ownRoot)
