// Builds the web app when its sources have changed. Used by the server's start, the tests and the checks; also runs by
// itself.
import { spawn } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { existsSync, constants as fsConstants } from 'node:fs'
import { access, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const STAMP = '.sources'
const WORTH_COMPRESSING = /\.(html|js|css|svg|json|txt)$/

interface BuildWebOptions {
  /** Called with a line for the operator when a build starts and finishes; not called if there is nothing to do. */
  onProgress?: (line: string) => void
  /** The folder that contains `web/`, if it is not this checkout. */
  root?: string
}

/**
 * Makes sure that `web/dist` contains the app built from the current sources, and returns that folder. Takes some
 * milliseconds if nothing changed. Several processes may call it concurrently: each builds in a separate folder and
 * puts its result in place atomically. An installation without the sources keeps the output it came with.
 */
export async function ensureWebBuilt({ onProgress, root = ROOT }: BuildWebOptions = {}): Promise<string> {
  const dist = join(root, 'web/dist')
  if (!existsSync(join(root, 'web/src'))) return dist
  const sources = await sourcesHash(root)
  if ((await stampOf(dist)) === sources) return dist
  const started = performance.now()
  await makeCacheFolder(root)
  onProgress?.('Building the web app')
  const aside = join(root, '.cache', `web-${randomUUID()}`)
  try {
    await runVite(root, aside)
    await compressed(aside)
    await writeFile(join(aside, STAMP), sources)
    await putInPlace(aside, dist, sources)
  } finally {
    await rm(aside, { recursive: true, force: true })
  }
  onProgress?.(`Built the web app in ${((performance.now() - started) / 1000).toFixed(1)} s`)
  return dist
}

async function makeCacheFolder(root: string): Promise<void> {
  const folder = join(root, '.cache')
  try {
    await mkdir(folder, { recursive: true })
    await access(folder, fsConstants.W_OK)
    await access(join(root, 'web'), fsConstants.W_OK)
  } catch (cause) {
    throw new Error(
      `The web app is not built for this version, and this user cannot write to ${root}. As the owner of that folder, ` +
        'run: npm run build',
      { cause },
    )
  }
}

async function sourcesHash(root: string): Promise<string> {
  const files = await filesBelow(join(root, 'web'))
  const hash = createHash('sha256')
  for (const file of [...files, join(root, 'package-lock.json'), fileURLToPath(import.meta.url)]) {
    const content = await readFile(file)
    hash.update(`${relative(root, file)}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !/^(dist|node_modules)[\\/]/.test(relative(folder, file)))
    .sort()
}

async function stampOf(folder: string): Promise<string | undefined> {
  return readFile(join(folder, STAMP), 'utf8').catch(() => undefined)
}

// in a separate process: the bundler's memory does not stay with a server that only wanted to check
async function runVite(root: string, outDir: string): Promise<void> {
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  if (!existsSync(vite)) {
    throw new Error(
      `The web app is not built for this version, and the packages that build it are not installed. As the owner of ${root}, run: npm run build`,
    )
  }
  const options = [
    '--config',
    'vite.config.ts',
    '--configLoader',
    'native',
    '--outDir',
    outDir,
    '--emptyOutDir',
  ]
  const child = spawn(process.execPath, [vite, 'build', ...options, '--logLevel', 'warn'], {
    cwd: join(root, 'web'),
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => output.push(chunk))
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  if (code !== 0) throw new Error(`The web app could not be built:\n${Buffer.concat(output).toString()}`)
}

// Adds a `.br` and `.gz` next to each file, which the server sends as they are instead of compressing on every request.
async function compressed(folder: string): Promise<void> {
  const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !WORTH_COMPRESSING.test(entry.name)) continue
    const file = join(entry.parentPath, entry.name)
    const content = await readFile(file)
    await writeFile(`${file}.br`, await promisify(brotliCompress)(content, brotli))
    await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }))
  }
}

// A folder cannot be renamed onto a non-empty one, so the old output is moved away first. The loser of a race finds an
// equal result already in place.
async function putInPlace(built: string, dist: string, sources: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const old = `${built}-old-${attempt}`
    await rename(dist, old).catch(ignoring('ENOENT'))
    const placed = await rename(built, dist).then(() => true, ignoring('ENOTEMPTY', 'EEXIST'))
    await rm(old, { recursive: true, force: true })
    if (placed || (await stampOf(dist)) === sources) return
    if (attempt === 5) throw new Error(`${dist} is repeatedly being replaced by another process`)
  }
}

function ignoring(...codes: string[]) {
  return (error: NodeJS.ErrnoException): false => {
    if (!codes.includes(error.code ?? '')) throw error
    return false
  }
}

if (import.meta.main) await ensureWebBuilt({ onProgress: (line) => console.log(line) })
