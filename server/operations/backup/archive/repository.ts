// A place as backups use it: its header, whether it is encrypted, and reading and writing objects accordingly.
//
// chancery-backup.json         the header
// contents/<ab>/<name>         the contents of a file, stored once however many files and backups contain them
// backups/<id>/<part>          rows of tables, and lists of files
// backups/<id>/manifest        the parts of the backup; written last, so that a backup with one is complete
// locks/<random>               current users of the place
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  randomUUID,
  scrypt,
} from 'node:crypto'
import { Readable } from 'node:stream'
import { ObjectAltered, decrypt, encrypt, encryptedSize } from './cipher.ts'
import { NotInPlace, type Place } from '../places/place.ts'

export interface Repository {
  readonly place: Place
  readonly encrypted: boolean
  /** The database that the backups are of, through all its restores. */
  readonly lineage: string
  write(name: string, source: Buffer | AsyncIterable<Buffer>): Promise<void>
  /** The object in clear text. Throws NotInPlace; ObjectAltered while it is read. */
  read(name: string): Promise<AsyncIterable<Buffer>>
  readWhole(name: string): Promise<Buffer>
  /** The name of contents with this hash, and the size of their object. */
  objectOf(contents: { readonly sha256: string; readonly size: number }): {
    readonly name: string
    readonly size: number
  }
}

interface Encryption {
  readonly kdf: 'scrypt'
  readonly n: number
  readonly r: number
  readonly p: number
  readonly salt: string
  readonly nonce: string
  /** The key of the place, sealed with the passphrase. */
  readonly key: string
}

interface Header {
  readonly format: 'chancery-backup'
  readonly version: number
  /** The lineage of the database (storage_claims): a restored database continues the backups of its original. */
  readonly lineage: string
  readonly createdAt: string
  readonly encryption: Encryption | null
}

const headerName = 'chancery-backup.json'
const version = 1
const scryptCost = { n: 2 ** 17, r: 8, p: 1 } as const

/**
 * Provides the passphrase: to open an encrypted place, to create a new one, or only if configured, without asking;
 * undefined if there is none.
 */
export type Passphrase = (why: 'open' | 'make' | 'check') => Promise<string | undefined>

/** Opens a place with backups. Throws an error for the operator if there are none or the passphrase is wrong. */
export async function openRepository(place: Place, passphrase: Passphrase): Promise<Repository> {
  const header = await readHeader(place)
  if (!header) throw new Error(`There are no backups in ${place.address}.`)
  return withHeader(place, header, passphrase)
}

/** Opens a place for the backups of a database; an empty one is initialised, encrypted if there is a passphrase. */
export async function openOrCreateRepository(
  place: Place,
  passphrase: Passphrase,
  lineage: string,
): Promise<Repository> {
  const header = await readHeader(place)
  if (!header) return createRepository(place, await passphrase('make'), lineage)
  if (header.lineage !== lineage) {
    throw new Error(
      `${place.address} contains the backups of another installation. Use a separate place for each installation.`,
    )
  }
  if (!header.encryption && (await passphrase('check')) !== undefined) {
    throw new Error(
      `${place.address} was created without a passphrase, so backups there are not encrypted. Choose another place, or unset the passphrase.`,
    )
  }
  return withHeader(place, header, passphrase)
}

async function createRepository(
  place: Place,
  passphrase: string | undefined,
  lineage: string,
): Promise<Repository> {
  for await (const { name } of place.list('')) {
    throw new Error(
      `${place.address} is not empty and contains no backups: it has ${name}. Choose another place.`,
    )
  }
  const key = passphrase === undefined ? undefined : randomBytes(32)
  const header: Header = {
    format: 'chancery-backup',
    version,
    lineage,
    // real time: for the operator's information
    createdAt: new Date().toISOString(),
    encryption: key === undefined || passphrase === undefined ? null : await sealKey(key, passphrase),
  }
  await place.put(headerName, Buffer.from(`${JSON.stringify(header, null, 2)}\n`))
  return repositoryOf(place, lineage, key)
}

async function readHeader(place: Place): Promise<Header | undefined> {
  let text: string
  try {
    text = (await wholeOf(await place.get(headerName))).toString('utf8')
  } catch (error) {
    if (error instanceof NotInPlace) return undefined
    throw error
  }
  const header = parseHeader(text)
  if (header?.format !== 'chancery-backup') throw new Error(`${headerName} in ${place.address} is damaged.`)
  if (header.version > version)
    throw new Error(
      `${place.address} was created by a newer version of Chancery. Use that version to read it.`,
    )
  return header
}

function parseHeader(text: string): Header | undefined {
  try {
    return JSON.parse(text) as Header
  } catch {
    return undefined
  }
}

async function withHeader(place: Place, header: Header, passphrase: Passphrase): Promise<Repository> {
  if (!header.encryption) return repositoryOf(place, header.lineage, undefined)
  const given = await passphrase('open')
  if (given === undefined) {
    throw new Error(
      `The backups in ${place.address} are encrypted. Set CHANCERY_BACKUP_PASSPHRASE_FILE or CHANCERY_BACKUP_PASSPHRASE.`,
    )
  }
  return repositoryOf(place, header.lineage, await openKey(header.encryption, given, place.address))
}

function repositoryOf(place: Place, lineage: string, key: Buffer | undefined): Repository {
  const nameKey = key && Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), 'names of contents', 32))
  const read = async (name: string): Promise<AsyncIterable<Buffer>> => {
    const stream = await place.get(name)
    return key ? decrypt(key, name, stream) : stream
  }
  return {
    place,
    encrypted: key !== undefined,
    lineage,
    async write(name, source) {
      const stream = Buffer.isBuffer(source) ? Readable.from([source]) : source
      if (key) await place.put(name, Readable.from(encrypt(key, name, stream)))
      else await place.put(name, Buffer.isBuffer(source) ? source : Readable.from(source))
    },
    read,
    readWhole: async (name) => wholeOf(await read(name)),
    objectOf({ sha256, size }) {
      // names in an encrypted place are keyed, so that they do not reveal which known documents it contains
      const name = nameKey ? createHmac('sha256', nameKey).update(sha256).digest('hex') : sha256
      return { name: `contents/${name.slice(0, 2)}/${name}`, size: key ? encryptedSize(size) : size }
    },
  }
}

/** Reads a whole stream into memory: for small objects. */
export async function wholeOf(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Whether reading failed because the object is missing or altered, and not because the place cannot be reached. */
export const isDamage = (error: unknown): boolean =>
  error instanceof ObjectAltered || error instanceof NotInPlace

function derive(passphrase: string, { n, r, p, salt }: Omit<Encryption, 'nonce' | 'key'>): Promise<Buffer> {
  const options = { N: n, r, p, maxmem: 256 * n * r }
  return new Promise((resolve, reject) => {
    scrypt(passphrase.normalize('NFKC'), Buffer.from(salt, 'base64'), 32, options, (error, key) =>
      error ? reject(error) : resolve(key),
    )
  })
}

async function sealKey(key: Buffer, passphrase: string): Promise<Encryption> {
  const cost = { kdf: 'scrypt', ...scryptCost, salt: randomBytes(16).toString('base64') } as const
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', await derive(passphrase, cost), nonce)
  const sealed = Buffer.concat([cipher.update(key), cipher.final(), cipher.getAuthTag()])
  return { ...cost, nonce: nonce.toString('base64'), key: sealed.toString('base64') }
}

async function openKey(encryption: Encryption, passphrase: string, address: string): Promise<Buffer> {
  const sealed = Buffer.from(encryption.key, 'base64')
  const derived = await derive(passphrase, encryption)
  try {
    const decipher = createDecipheriv('aes-256-gcm', derived, Buffer.from(encryption.nonce, 'base64'), {
      authTagLength: 16,
    }).setAuthTag(sealed.subarray(-16))
    return Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  } catch {
    throw new Error(`The passphrase does not match ${address}. Nothing was read or written.`)
  }
}

/** A name for a new backup; names sort by time. */
export const newBackupId = (now: Date): string =>
  `${now.toISOString().replace(/[:.]/g, '-')}-${randomUUID().slice(0, 4)}`
