// The binder of an agreement: the contract with its amendments, for each its record, its documents, its approvals and
// the certificate of its signatures. As one PDF, or as an archive with the hash of each file.
//
// sheet      pages of text: the record, the approvals, the signatures
// exhibit    a file on a contract that is not its document
// manifest   what is in the binder, with version, size and SHA-256 of each file
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { contentsVisibleTo } from '../../files/access.ts'
import { archiveNames } from '../../files/archive-names.ts'
import { streamZip } from '../../files/contents/zip-stream.ts'
import { peopleByIds } from '../../identity/users/people-on-records.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { conflict } from '../../platform/errors.ts'
import { fullNameOf } from '../../platform/person.ts'
import { openContent, readContent } from '../../platform/storage/recorded-content.ts'
import { timeZoneOf } from '../../platform/time/time-zone.ts'
import { momentText } from '../../platform/time/written-times.ts'
import { documentTask } from '../../platform/workers/document-task.ts'
import { getContractToSee } from '../access.ts'
import { getInForce } from '../key-facts/in-force.ts'
import { findSignedCopy } from '../signing/signed-copy.ts'
import type { BinderPart, makeBinder } from './make-binder.ts'
import { type Sheet, sheetsOf } from './sheets.ts'

/** What is asked for: all of it as a PDF or an archive, or the pages about this one contract without its files. */
export const binderForms = ['pdf', 'zip', 'sheet'] as const
export type BinderForm = (typeof binderForms)[number]

export interface OpenedBinder {
  readonly name: string
  readonly contentType: string
  readonly content: Buffer | Readable
}

const binderMade = documentTask<typeof makeBinder>(new URL('./make-binder.ts', import.meta.url), {
  name: 'makeBinder',
  called: 'The binder',
  limits: { seconds: 60, megabytes: 1_024 },
})

const mostContracts = 50
const mostFiles = 2_000
const largestPdf = 100 * 1024 * 1024

interface Member {
  readonly id: number
  readonly name: string
  readonly sheets: readonly Sheet[]
  readonly files: readonly BinderFile[]
}

interface BinderFile {
  readonly organisationId: number
  readonly id: number
  readonly name: string
  readonly version: number
  readonly key: string
  readonly size: number
  readonly sha256: Buffer
  readonly contentType: string
  readonly updatedAt: Date
  readonly isDocument: boolean
  readonly isSigned: boolean
  readonly path: string
}

/**
 * Makes the binder of the agreement that the contract is, or amends, as far as the actor sees its contracts and files.
 * Linked documents, which are kept elsewhere, are left out. Throws not_found for a contract that they do not see, and
 * conflict for one that is too large.
 */
export async function openBinder(
  app: App,
  actor: Actor,
  contractId: number,
  form: BinderForm,
): Promise<OpenedBinder> {
  const contract = await getContractToSee(app.db, actor, contractId)
  const timeZone = await timeZoneOf(app.db, contract.organisationId)
  const members = await membersOf(app, actor, { contract, form, timeZone })
  const [agreement = contract] = members
  const of = { contract, members, form, timeZone, name: form === 'sheet' ? contract.name : agreement.name }
  const name = `${of.name} - ${form === 'sheet' ? 'record' : 'binder'}.${form === 'zip' ? 'zip' : 'pdf'}`
  if (form === 'zip')
    return { name, contentType: 'application/zip', content: await archiveOf(app, actor, of) }
  return { name, contentType: 'application/pdf', content: await pdfOf(app, actor, of) }
}

interface Asked {
  readonly contract: Awaited<ReturnType<typeof getContractToSee>>
  readonly form: BinderForm
  readonly timeZone: string
}

async function membersOf(
  app: App,
  actor: Actor,
  { contract, form, timeZone }: Asked,
): Promise<readonly Member[]> {
  const chain = form === 'sheet' ? [contract] : (await getInForce(app, actor, contract.id)).chain
  if (chain.length > mostContracts)
    throw conflict(`A binder has at most ${mostContracts} contracts. Make one of each amendment.`)
  const members: Member[] = []
  for (const { id, name } of chain) {
    const seen = await getContractToSee(app.db, actor, id)
    const folder = `${String(members.length + 1).padStart(2, '0')} ${name}`
    members.push({
      id,
      name,
      sheets: await sheetsOf(app, actor, seen, timeZone),
      files: form === 'sheet' ? [] : await filesOf(app, actor, seen, folder),
    })
  }
  if (members.reduce((sum, { files }) => sum + files.length, 0) > mostFiles)
    throw conflict(`A binder has at most ${mostFiles} files.`)
  return members
}

/** The document of a contract, then its exhibits by name, as far as the actor sees them. */
async function filesOf(
  app: App,
  actor: Actor,
  contract: Asked['contract'],
  folder: string,
): Promise<readonly BinderFile[]> {
  const [rows, copy] = await Promise.all([
    contentsVisibleTo(app, app.db, actor)
      .where('files.organisation_id', '=', contract.organisationId)
      .where('files.contract_id', '=', contract.id)
      .orderBy('files.name')
      .orderBy('files.id')
      .limit(mostFiles + 1)
      .select(['files.organisation_id as organisationId', 'files.id', 'files.name', 'files.kind'])
      .select(['files.updated_at as updatedAt', 'files.version', 'v.size', 'v.sha256'])
      .select(['v.storage_key as key', 'v.content_type as contentType'])
      .execute(),
    findSignedCopy(app.db, contract),
  ])
  const inOrder = rows.toSorted(
    (one, other) => Number(other.kind === 'ContractDocument') - Number(one.kind === 'ContractDocument'),
  )
  const paths = archiveNames(inOrder.map(({ name }) => [folder, name]))
  return inOrder.map(({ kind, ...row }, place) => ({
    ...row,
    isDocument: kind === 'ContractDocument',
    isSigned: copy?.fileId === row.id && copy.version === row.version,
    path: paths[place] ?? row.name,
  }))
}

interface ToWrite extends Asked {
  readonly members: readonly Member[]
  readonly name: string
}

async function pdfOf(app: App, actor: Actor, of: ToWrite): Promise<Buffer> {
  const files = of.members.flatMap((member) => member.files)
  if (files.reduce((sum, { size }) => sum + size, 0) > largestPdf)
    throw conflict('These files are too large for one PDF, which takes at most 100 MB. Make an archive.')
  const contents = new Map<number, Buffer>()
  for (const file of files) contents.set(file.id, await readContent(app, file))
  const manifest = of.form === 'sheet' ? undefined : manifestOf(app, of)
  return made(app, actor, of, { manifest, contents })
}

async function archiveOf(app: App, actor: Actor, of: ToWrite): Promise<Readable> {
  const index = await made(app, actor, of, { manifest: undefined, contents: new Map() })
  const manifest = Buffer.from(manifestOf(app, of))
  const files = of.members.flatMap((member) => member.files)
  const sums = [
    ...files.map(({ path, sha256 }) => [path, sha256.toString('hex')] as const),
    ['Binder.pdf', sha256Of(index)] as const,
    ['manifest.json', sha256Of(manifest)] as const,
  ]
  const lines = sums.map(([path, sum]) => `${sum}  ${path}\n`).join('')
  return streamZip(
    async (add) => {
      await add('Binder.pdf', Readable.from([index]))
      await add('manifest.json', Readable.from([manifest]))
      await add('SHA256SUMS', Readable.from([Buffer.from(lines)]))
      for (const file of files) await add(file.path, await openContent(app, file), { mtime: file.updatedAt })
    },
    (error) => app.log.warn({ err: error }, 'a binder was broken off'),
  ).stream
}

const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

interface With {
  readonly manifest: string | undefined
  /** Of each file by its id; nothing in an archive. */
  readonly contents: ReadonlyMap<number, Buffer>
}

/** The index with the sheets, and with the contents that are given. */
async function made(app: App, actor: Actor, of: ToWrite, { manifest, contents }: With): Promise<Buffer> {
  const now = app.clock.now()
  const people = await peopleByIds(app.db, [actor.userId])
  const person = people.get(actor.userId)
  const by = person ? ` by ${fullNameOf(person)}` : ''
  const isWhole = of.form !== 'sheet'
  const bytes = await app.documents.run(
    binderMade,
    {
      title: of.name,
      lines: [
        `${isWhole ? 'Binder' : 'Record'} made on ${momentText(now, of.timeZone)}${by}`,
        ...(isWhole ? [`What ${person ? 'they' : 'the maker'} may not see is not in it.`] : []),
      ],
      parts: of.members.flatMap((member) => partsOf(member, contents)),
      manifest,
      at: now,
    },
    { organisationId: of.contract.organisationId, input: 'form' },
  )
  return Buffer.from(bytes)
}

function partsOf({ name, sheets, files }: Member, contents: With['contents']): readonly BinderPart[] {
  const [record, ...others] = sheets
  const asPart = (sheet: Sheet): BinderPart => ({ kind: 'sheet', sheet })
  return [
    { kind: 'contract', name },
    ...(record ? [asPart(record)] : []),
    ...files.map(
      (file): BinderPart => ({
        kind: 'document',
        title: file.isSigned ? `Signed copy: ${file.name}` : file.name,
        path: file.path,
        bytes: contents.get(file.id),
        isPdf: file.contentType === 'application/pdf',
        isSigned: file.isSigned,
      }),
    ),
    ...others.map(asPart),
  ]
}

function manifestOf(app: App, { contract, members, name }: ToWrite): string {
  const binder = {
    agreement: { id: members[0]?.id ?? contract.id, name },
    made: app.clock.now().toISOString(),
    contracts: members.map(({ id, name: called, sheets, files }) => ({
      id,
      name: called,
      sheets: sheets.map(({ title, groups }) => ({ title, groups })),
      files: files.map((file) => ({
        id: file.id,
        path: file.path,
        version: file.version,
        contentType: file.contentType,
        size: file.size,
        sha256: file.sha256.toString('hex'),
        isDocument: file.isDocument,
        isSigned: file.isSigned,
      })),
    })),
  }
  return `${JSON.stringify(binder, null, 2)}\n`
}
