// How long an organisation takes to move in, and what another one waits for its answers meanwhile: matters, and
// contracts that each have a file of their own, from the table to the last record, with the settings as delivered.
import { randomBytes } from 'node:crypto'
import { createWriteStream, openAsBlob } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import yazl from 'yazl'
import {
  createContractTemplate,
  createOrganisation as makeOrganisation,
  createUser,
} from '../test/factories.ts'
import { insertCategory } from '../test/fixtures/matters.ts'
import { accessTokenFor } from '../test/tokens.ts'
import { type Installation, startInstallation } from './parts/installation.ts'
import { readOptions } from './parts/options.ts'
import { createOrganisation, figuresOf, measureQuiet, type QuietFigures } from './parts/quiet-organisation.ts'
import { startLoad } from './parts/start-load.ts'

/** `--size` (10,000) matters and as many contracts, each with a file of so many `--bytes` (20,000). */
export async function run(words: readonly string[], signal: AbortSignal): Promise<void> {
  const { size, milliseconds, own } = readOptions(words, {
    size: 10_000,
    seconds: 3,
    own: { bytes: '20000' },
  })
  const installation = await startInstallation()
  const load = startLoad()
  const folder = await mkdtemp(join(tmpdir(), 'chancery-import-'))
  try {
    const quiet = await createOrganisation(installation.app, 2_000, 4)
    const moving = await makeMoving(installation)
    const measure = () => measureQuiet(installation, { quiet, milliseconds, load })
    // warms up
    await measure()
    print('alone', 0, 0, [await measure(), await measure(), await measure()])
    const phase = async (name: string, count: number, begin: () => Promise<number>) => {
      signal.throwIfAborted()
      // real time: of the machine
      const begun = performance.now()
      const id = await begin()
      const figures: QuietFigures[] = []
      do figures.push(await measure())
      while (await moving.isAtWork(id))
      print(name, count, moving.secondsSince(begun), figures)
      return id
    }
    const archive = join(folder, 'files.zip')
    await writeArchive(archive, size, Number(own.bytes))
    const matters = await moving.send('matters', mattersOf(size))
    await phase('matters, check', size, () => moving.act(matters, 'check'))
    await phase('matters, run', size, () => moving.act(matters, 'run'))
    const contracts = await moving.send('contracts', contractsOf(size))
    await phase('files, unpack', size, () => moving.addArchive(contracts, archive))
    await phase('contracts, check', size, () => moving.act(contracts, 'check'))
    await phase('contracts, run', size, () => moving.act(contracts, 'run'))
    await phase('contracts, undo', size, () => moving.act(contracts, 'undo'))
  } finally {
    load.disconnect()
    await installation.end()
    await rm(folder, { recursive: true, force: true })
  }
}

interface Shown {
  readonly id: number
  readonly state: string
  readonly wrong: number | null
  readonly skipped: number
  readonly files: { readonly archives: number; readonly failure: string | null }
}

/** The organisation that moves in, and what its administrator does. */
async function makeMoving({ app, url }: Installation) {
  const { id: organisationId } = await makeOrganisation(app, { name: 'Moving' })
  const user = await createUser(app, {
    organisationId,
    role: 'Administrator',
    groups: ['MatterAdministrators', 'ContractAdministrators'],
  })
  await insertCategory(app, organisationId, { name: 'Advice' })
  await createContractTemplate(app, { organisationId, name: 'NDA' })
  const authorization = `Bearer ${await accessTokenFor(app, user)}`
  const call = async (method: string, path: string, body?: string | Blob, type = 'application/json') => {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: { authorization, ...(body === undefined ? {} : { 'content-type': type }) },
      ...(body === undefined ? {} : { body }),
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as Shown
  }
  let ended = 0
  return {
    send: async (kind: string, table: string) =>
      (await call('POST', `/v2/imports?kind=${kind}&fileName=${kind}.csv`, table, 'text/csv')).id,
    addArchive: async (id: number, path: string) => {
      const file = await openAsBlob(path)
      await call('POST', `/v2/imports/${id}/files?unpack=true&path=files.zip`, file, 'application/zip')
      return id
    },
    act: async (id: number, act: string) => {
      await call('POST', `/v2/imports/${id}/${act}`, '{}')
      return id
    },
    async isAtWork(id: number) {
      const { state, wrong, skipped, files } = await call('GET', `/v2/imports/${id}`)
      // real time: of the machine
      ended = performance.now()
      if ((wrong ?? 0) > 0 || skipped > 0 || files.failure)
        throw new Error(`Something is wrong with import ${id}`)
      return ['Checking', 'Running', 'Undoing'].includes(state) || files.archives > 0
    },
    secondsSince: (begun: number) => (ended - begun) / 1_000,
  }
}

const mattersOf = (size: number) =>
  [
    'Number,Title,Type,Status,Created,Parent',
    ...Array.from(
      { length: size },
      (_, n) =>
        `M-${n},Matter ${n},Advice,Archived,2019-01-${String((n % 28) + 1).padStart(2, '0')},${n % 10 === 0 ? `M-${n + 1}` : ''}`,
    ),
  ].join('\n')

const contractsOf = (size: number) =>
  [
    'Number,Title,Type,File,Status,Executed,Expiry',
    ...Array.from(
      { length: size },
      (_, n) => `C-${n},Contract ${n},NDA,${pathOf(n)},Executed,2020-02-01,2031-12-31`,
    ),
  ].join('\n')

const pathOf = (n: number) => `signed/${Math.floor(n / 1_000)}/contract-${n}.txt`

/** An archive with a file for each contract, that nothing makes smaller. */
async function writeArchive(path: string, size: number, bytes: number): Promise<void> {
  const zip = new yazl.ZipFile()
  const contents = randomBytes(bytes)
  const writing = pipeline(zip.outputStream, createWriteStream(path))
  for (let n = 0; n < size; n++) {
    zip.addReadStreamLazy(pathOf(n), { compress: false }, (done) => {
      const content = Buffer.from(contents)
      content.writeUInt32LE(n)
      done(null, Readable.from([content]))
    })
  }
  zip.end()
  await writing
}

function print(name: string, count: number, seconds: number, figures: readonly QuietFigures[]): void {
  const pace = seconds === 0 ? '' : `${seconds.toFixed(0)} s, ${(count / seconds).toFixed(0)} a second`
  console.log(`  ${name.padEnd(18)} ${pace.padEnd(24)} neighbour ${figuresOf(figures)}`)
}
