// What a manifest may say. A backup may come from anybody who can write to its place, and a restore makes statements of
// what it says: so every name in it is one that the migrations of its version make, and everything else has an exact
// form.
import { readMigrations } from '../../../platform/postgres/migrations.ts'
import { monthOfPartition } from '../../../platform/postgres/event-partitions.ts'
import { keyBytes } from '../../../platform/secrets/sealing.ts'
import { isKey } from '../../../platform/storage/storage-keys.ts'
import { transientTables } from './catalog.ts'
import { DamagedBackup, folderOf, type Manifest, type Part } from './manifest.ts'

const idForm = /^\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}-\d{3}Z-[0-9a-f]{4}$/
const identifier = /^[a-z_][a-z0-9_]{0,62}$/
const hashForm = /^[0-9a-f]{64}$/
const wholeNumber = /^\d{1,19}$/
const base64 = /^[A-Za-z0-9+/]*={0,2}$/
// no part is larger but for the one row that may be
const largestPart = 2 ** 30

/**
 * Throws DamagedBackup, with everything that no backup says which Chancery has made. `id` is the name that it is stored
 * under.
 */
export async function checkManifest(manifest: Manifest, id: string): Promise<void> {
  const schema = await schemaOf(manifest)
  const wrong = [
    ...(manifest.id === id && idForm.test(id) ? [] : [`its id is ${shown(manifest.id)}`]),
    ...(Number.isNaN(Date.parse(manifest.takenAt)) ? [`it was taken at ${shown(manifest.takenAt)}`] : []),
    ...wrongMigrations(manifest, schema),
    ...wrongTables(manifest, schema),
    ...wrongPartitions(manifest),
    ...wrongSequences(manifest, schema),
    ...wrongFiles(manifest),
    ...wrongKeys(manifest),
  ]
  if (wrong.length === 0) return
  throw new DamagedBackup(
    `The backup ${shown(id)} was not made by Chancery, or was altered: ${wrong.join('; ')}.`,
  )
}

interface Schema {
  /** Checksums by name. */
  readonly migrations: ReadonlyMap<string, string>
  readonly tables: ReadonlySet<string>
  readonly sequences: ReadonlySet<string>
}

// creating and dropping tables and sequences, and renaming tables; partitions are no tables of their own
const statement =
  /^(create|drop) (table|sequence) (?:if (?:not )?exists )?"?(\w+)\b"?(?! partition of)|^alter table (?:if exists )?(\w+) rename to (\w+)/gim

/** What the migrations of the backup make, from their text. */
export async function schemaOf({ migrations }: Pick<Manifest, 'migrations'>): Promise<Schema> {
  const all = await readMigrations()
  const applied = new Set(migrations.map(({ name }) => name))
  // the list of migrations is made by the code
  const made = { table: new Set(['schema_migrations']), sequence: new Set<string>() }
  for (const { sql } of all.filter(({ name }) => applied.has(name))) {
    for (const [, verb, kind, name = '', from = '', to = ''] of sql.matchAll(statement)) {
      const names = made[kind?.toLowerCase() === 'sequence' ? 'sequence' : 'table']
      if (from !== '') names.delete(from)
      if (verb?.toLowerCase() === 'drop') names.delete(name)
      else names.add(to === '' ? name : to)
    }
  }
  for (const name of transientTables) made.table.delete(name)
  return {
    migrations: new Map(all.map(({ name, checksum }) => [name, checksum])),
    tables: made.table,
    sequences: made.sequence,
  }
}

function* wrongMigrations({ migrations }: Manifest, known: Schema): Generator<string> {
  for (const { name, checksum } of migrations) {
    const right = known.migrations.get(name)
    if (right === undefined) yield `it has the migration ${shown(name)}, which this version does not know`
    else if (right !== checksum) yield `its migration ${name} has another text`
  }
  if (hasTwice(migrations)) yield 'it has a migration twice'
}

function* wrongTables({ id, tables }: Manifest, known: Schema): Generator<string> {
  if (hasTwice(tables)) yield 'it has a table twice'
  for (const { name, columns, rows, digest, parts } of tables) {
    if (!known.tables.has(name)) yield `it has the table ${shown(name)}, which its version does not make`
    const columnsFit =
      columns.every((each) => identifier.test(each)) && new Set(columns).size === columns.length
    if (!columnsFit) yield `the table ${shown(name)} has columns that no migration makes`
    if (rows < 0 || !hashForm.test(digest)) yield `the table ${shown(name)} has no valid digest`
    yield* wrongParts(parts, `${folderOf(id)}tables/${name}-`)
  }
  const missing = [...known.tables].filter((name) => !tables.some((table) => table.name === name))
  if (missing.length > 0) yield `it lacks the tables ${missing.join(', ')}`
}

/** The names count from 0; so none leads out of the folder of the backup. */
function* wrongParts(parts: readonly Part[], prefix: string): Generator<string> {
  for (const [number, { name, size, sha256 }] of parts.entries()) {
    const fits = name === `${prefix}${number}` && size >= 0 && size <= largestPart && hashForm.test(sha256)
    if (!fits) yield `${shown(name)} is not one of its parts`
  }
}

/** Only months of events, and the one table for all others; bounds follow from names and are never executed. */
function* wrongPartitions({ partitions }: Manifest): Generator<string> {
  if (hasTwice(partitions)) yield 'it has a partition twice'
  for (const { name, of, bounds } of partitions) {
    const month = monthOfPartition(name)
    const right = month
      ? `FOR VALUES FROM ('${dayOf(month.from)} 00:00:00+00') TO ('${dayOf(month.to)} 00:00:00+00')`
      : 'DEFAULT'
    if (of !== 'events' || bounds !== right || !(month || name === 'events_other'))
      yield `it has the partition ${shown(name)} of ${shown(of)} ${shown(bounds)}`
  }
}

const dayOf = (date: Date) => date.toISOString().slice(0, 10)

function* wrongSequences({ sequences }: Manifest, known: Schema): Generator<string> {
  if (hasTwice(sequences)) yield 'it has a sequence twice'
  for (const { name, value } of sequences) {
    if (!known.sequences.has(name))
      yield `it has the sequence ${shown(name)}, which its version does not make`
    if (!wholeNumber.test(value)) yield `the sequence ${shown(name)} is at ${shown(value)}`
  }
}

function* wrongFiles({ id, files }: Manifest): Generator<string> {
  yield* wrongParts(files.parts, `${folderOf(id)}files/`)
  for (const key of files.lost) if (!isKey(key)) yield `it lost ${shown(key)}, which is no key of a file`
}

function* wrongKeys({ encryption: { check, keys, key } }: Manifest): Generator<string> {
  const texts = [check ?? '', key ?? '', ...keys.map(({ sealed }) => sealed)]
  const lengthFits = key === null || Buffer.from(key, 'base64').length === keyBytes
  if (!lengthFits || !texts.every((text) => base64.test(text))) yield 'its encryption key is none'
}

const hasTwice = (named: readonly { readonly name: string }[]): boolean =>
  new Set(named.map(({ name }) => name)).size !== named.length

/** Text of a stranger, for a terminal: short and without control characters. */
const shown = (text: string): string => JSON.stringify(text.length > 120 ? `${text.slice(0, 120)}…` : text)
