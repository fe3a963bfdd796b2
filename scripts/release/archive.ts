// The archive of a release: reproducible, and with the hash of each of its files.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { lutimes, readdir, writeFile } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import { run } from './run.ts'

const checksums = 'SHA256SUMS'

/** Writes the hashes of all files, for `sha256sum --check SHA256SUMS`. */
export async function writeChecksums(staged: string): Promise<void> {
  const files = (await entriesBelow(staged)).filter(({ isFile }) => isFile)
  const lines: string[] = []
  for (const { path } of files) lines.push(`${await sha256(path)}  ${relative(staged, path)}\n`)
  await writeFile(join(staged, checksums), lines.join(''))
}

/** Gives everything in the folder this time, in seconds since 1970. */
export async function setTimes(staged: string, seconds: number): Promise<void> {
  for (const { path } of await entriesBelow(staged)) await lutimes(path, seconds, seconds)
}

interface Archive {
  readonly name: string
  readonly archive: string
  readonly seconds: number
}

/** Packs the folder `name` of `parent`; equal files give equal bytes. The checksum is in a file beside the archive. */
export async function pack(parent: string, { name, archive, seconds }: Archive): Promise<void> {
  const tar = [
    '--sort=name',
    '--format=ustar',
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    '--mode=u=rwX,go=rX',
  ]
  const script = 'tar "$@" | gzip -n -9 > "$0"'
  await run(
    'bash',
    ['-o', 'pipefail', '-c', script, archive, ...tar, `--mtime=@${seconds}`, '-c', name],
    parent,
  )
  await writeFile(`${archive}.sha256`, `${await sha256(archive)}  ${basename(archive)}\n`)
}

async function entriesBelow(folder: string) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .map((entry) => ({ path: join(entry.parentPath, entry.name), isFile: entry.isFile() }))
    .sort((one, other) => (one.path < other.path ? -1 : 1))
}

async function sha256(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}
