// The manifest of a backup: everything that belongs to it. It is the last object written, and contains its own hash.
import { createHash } from 'node:crypto'
import Type, { type Static } from 'typebox'
import Value from 'typebox/value'
import type { Repository } from './repository.ts'

const Part = Type.Object({
  name: Type.String(),
  /** The size of the rows before compression and encryption. */
  size: Type.Integer(),
  /** The hash of the compressed object. */
  sha256: Type.String(),
})
export type Part = Static<typeof Part>

const TableInBackup = Type.Object({
  name: Type.String(),
  columns: Type.Array(Type.String()),
  rows: Type.Integer(),
  /** See rows-digest.ts. */
  digest: Type.String(),
  parts: Type.Array(Part),
})
export type TableInBackup = Static<typeof TableInBackup>

const Manifest = Type.Object({
  version: Type.Literal(1),
  id: Type.String(),
  /** When the snapshot was taken, by the database clock. */
  takenAt: Type.String(),
  postgres: Type.String(),
  migrations: Type.Array(Type.Object({ name: Type.String(), checksum: Type.String() })),
  tables: Type.Array(TableInBackup),
  partitions: Type.Array(Type.Object({ name: Type.String(), of: Type.String(), bounds: Type.String() })),
  sequences: Type.Array(Type.Object({ name: Type.String(), value: Type.String(), called: Type.Boolean() })),
  files: Type.Object({
    count: Type.Integer(),
    bytes: Type.Integer(),
    /** Lines of key, hash and size. */
    parts: Type.Array(Part),
    /** Keys whose contents were already missing or damaged when the backup was made. */
    lost: Type.Array(Type.String()),
  }),
  encryption: Type.Object({
    /** The row of encryption_check in base64; null if the database has not sealed anything yet. */
    check: Type.Union([Type.String(), Type.Null()]),
    keys: Type.Array(
      Type.Object({ key_id: Type.String(), sealed_with: Type.String(), sealed: Type.String() }),
    ),
    /** The encryption key itself, in base64; only in an encrypted backup. */
    key: Type.Union([Type.String(), Type.Null()]),
  }),
})
export type Manifest = Static<typeof Manifest>

const folder = 'backups/'
/** The folder of a backup. */
export const folderOf = (id: string): string => `${folder}${id}/`
const manifestOf = (id: string) => `${folderOf(id)}manifest`

/** Something needed for a restore is damaged. */
export class DamagedBackup extends Error {}

/** Writes the manifest, which makes the backup complete. */
export async function writeManifest(repository: Repository, manifest: Manifest): Promise<void> {
  const body = Buffer.from(JSON.stringify(manifest))
  const head = Buffer.from(`${createHash('sha256').update(body).digest('hex')}\n`)
  await repository.write(manifestOf(manifest.id), Buffer.concat([head, body]))
}

/** Reads a manifest and checks its hash. */
export async function readManifest(repository: Repository, id: string): Promise<Manifest> {
  const bytes = await repository.readWhole(manifestOf(id)).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error)
    throw new DamagedBackup(`The backup ${id} cannot be read: ${reason}.`, { cause: error })
  })
  const end = bytes.indexOf(10)
  const body = bytes.subarray(end + 1)
  const right = createHash('sha256').update(body).digest('hex') === bytes.subarray(0, end).toString('latin1')
  if (!right) throw new DamagedBackup(`The manifest of the backup ${id} is damaged.`)
  const manifest: unknown = JSON.parse(body.toString('utf8'))
  if (!Value.Check(Manifest, manifest)) {
    throw new Error(`The backup ${id} was made by a newer version of Chancery. Use that version to read it.`)
  }
  return manifest
}

/** The ids of the complete backups, oldest first. */
export async function listBackups({ place }: Repository): Promise<readonly string[]> {
  const ids: string[] = []
  for await (const { name } of place.list(folder)) {
    const [, id] = /^backups\/([^/]+)\/manifest$/.exec(name) ?? []
    if (id !== undefined) ids.push(id)
  }
  return ids.sort()
}

/** The given id, or the newest; throws if there is none. */
export async function chooseBackup(repository: Repository, asked: string | undefined): Promise<string> {
  const ids = await listBackups(repository)
  const chosen = asked ?? ids.at(-1)
  if (chosen === undefined) throw new Error(`There is no complete backup in ${repository.place.address}.`)
  if (!ids.includes(chosen)) {
    throw new Error(
      `There is no backup ${chosen} in ${repository.place.address}. See: node bin/chancery.mjs backup list`,
    )
  }
  return chosen
}
