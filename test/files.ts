// What tests of files need: people around one contract, and looking at what an upload left.
import { sql } from 'kysely'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { App } from '../server/platform/app.ts'
import { claimFileName } from '../server/platform/storage/storage.ts'
import { internalTransaction } from '../server/platform/events/change.ts'
import type { Server } from '../server/http/route.ts'
import { insertContract } from './contracts.ts'
import { createContractTemplate, createOrganisation, createUser, type TestUser } from './factories.ts'
import { form } from './forms.ts'
import { as, type Caller } from './http.ts'
import { accessTokenFor } from './tokens.ts'

export interface FileWorld {
  readonly organisationId: number
  readonly contractId: number
  readonly owner: TestUser
  /** A business user who is a member of the contract: may add to it and not change it. */
  readonly member: TestUser
  /** Works in the same legal department and has no part in the contract. */
  readonly colleague: TestUser
  readonly asOwner: Caller
  readonly asMember: Caller
  readonly asColleague: Caller
}

/** A contract without files, in an organisation of its own. */
export async function createFileWorld(app: App, server: Server): Promise<FileWorld> {
  const { id: organisationId } = await createOrganisation(app)
  const owner = await createUser(app, { organisationId, firstName: 'Ana', lastName: 'Prior' })
  const member = await createUser(app, {
    organisationId,
    role: 'Standard',
    firstName: 'Bo',
    lastName: 'Lind',
  })
  const colleague = await createUser(app, { organisationId, role: 'Contributor' })
  const templateId = await createContractTemplate(app, { organisationId })
  const caller = async (user: TestUser) => as(server, await accessTokenFor(app, user))
  return {
    organisationId,
    contractId: await insertContract(app, { owner, templateId, members: [member] }),
    owner,
    member,
    colleague,
    asOwner: await caller(owner),
    asMember: await caller(member),
    asColleague: await caller(colleague),
  }
}

/** Uploads a text to the contract and answers what the route answered. */
export function upload(
  caller: Caller,
  contractId: number,
  { name, content, query = '' }: { name: string; content: Buffer | string; query?: string },
) {
  const { payload, headers } = form({ file: { name, content, contentType: 'text/plain' } })
  return caller.post(`/contract-apis/v1/contracts/${contractId}/files${query}`, payload, { headers })
}

/** The events of an organisation, oldest first: name and the resource's id. */
export async function eventsOf(app: App, organisationId: number): Promise<[string, number | null][]> {
  const rows = await app.db
    .selectFrom('events')
    .where('organisation_id', '=', organisationId)
    .orderBy('id')
    .select(['name', 'resource_id'])
    .execute()
  return rows.map((row) => [row.name, row.resource_id])
}

/** Every file and version of an organisation, as far as uploads show in it. */
export function versionsOf(app: App, organisationId: number) {
  return app.db
    .selectFrom('file_versions')
    .innerJoin('files', (join) =>
      join
        .onRef('files.organisation_id', '=', 'file_versions.organisation_id')
        .onRef('files.id', '=', 'file_versions.file_id'),
    )
    .where('files.organisation_id', '=', organisationId)
    .orderBy('file_versions.file_id')
    .orderBy('file_versions.version')
    .select([
      'files.id',
      'files.name',
      'file_versions.version',
      'file_versions.name as given',
      'file_versions.storage_key',
    ])
    .execute()
}

/** Every content in the storage, transfers under way included. */
export async function storedIn(app: App): Promise<string[]> {
  const root = join(app.config.stateDir, 'files')
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && entry.name !== claimFileName)
    .map((entry) => join(entry.parentPath, entry.name))
}

/** The bytes that a download brings. */
export const download = async (caller: Caller, fileId: number, query = ''): Promise<Buffer> =>
  (await caller.get(`/file-apis/v1/files/${fileId}/download${query}`)).rawPayload

/** Makes a file private, or locks it, as its people can. */
export const setFile = (
  app: App,
  { organisationId }: Pick<FileWorld, 'organisationId'>,
  fileId: number,
  values: { locked_by?: string; private?: boolean; deleted_at?: Date },
) =>
  internalTransaction(app, (tx) =>
    tx
      .updateTable('files')
      .set({
        ...values,
        ...(values.deleted_at ? { deleted_with: fileId } : {}),
        ...(values.private ? { shielded: true, shielded_for: sql.ref('created_by') } : {}),
      })
      .where('organisation_id', '=', organisationId)
      .where('id', '=', fileId)
      .execute(),
  )

const filesPath = '/file-apis/v1/files'

interface RawFile {
  readonly name?: string
  readonly content: Buffer | string
  readonly query?: string
  readonly contentType?: string
}

/** Sends a file as the body itself, to `Contract/17` and the like; answers what the route answered. */
export const sendRaw = (
  caller: Caller,
  target: string,
  { name, content, query = '', contentType }: RawFile,
) =>
  caller.post(`${filesPath}/${target}${query}`, content, {
    headers: {
      'content-type': contentType ?? 'text/plain',
      ...(name === undefined
        ? {}
        : { 'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}` }),
    },
  })

/** Sends a text that must be taken, and answers its file's id. */
export async function addText(caller: Caller, target: string, name: string, content = name): Promise<number> {
  const answer = await sendRaw(caller, target, { name, content })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<number>()
}

/** Makes a folder in `Contract/17` and the like, and answers its id. */
export async function addFolder(
  caller: Caller,
  target: string,
  name: string,
  parentFolderId?: number,
): Promise<number> {
  const answer = await caller.post(`/file-apis/v1/folders/${target}`, { name, parentFolderId })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json<number>()
}

/** Changes a file by a plain object; it must be taken. */
export async function patchFile(caller: Caller, id: number, changes: object): Promise<void> {
  const answer = await caller.patch(`${filesPath}/${id}`, changes)
  expect(answer.statusCode, answer.body).toBe(200)
}

export interface FileDetailsV1 {
  readonly id: number
  readonly name: string
  readonly path: string
  readonly version: number
  readonly size: number
  readonly description: string | null
  readonly isLocked: boolean
  readonly isPrivate: boolean
  readonly lockExpiryUtc: string | null
  readonly parentRecordId: number
  readonly parentRecordType: string
}

/** The details of a file, or undefined when it is not there for the caller. */
export async function detailsOf(caller: Caller, id: number): Promise<FileDetailsV1 | undefined> {
  const answer = await caller.get(`${filesPath}/${id}`)
  if (answer.statusCode === 404) return undefined
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<FileDetailsV1>()
}

/** A contract of the owner that came with a document, as every contract does. */
export async function addContractWithDocument(
  app: App,
  { organisationId, asOwner, ...world }: FileWorld,
): Promise<{ readonly contractId: number; readonly documentId: number }> {
  const ContractTemplateId = await createContractTemplate(app, { organisationId })
  const { payload, headers } = form({
    ContractTemplateId,
    Name: 'With document',
    ContractFile: { name: 'Document.docx', content: 'document' },
  })
  const created = await asOwner.post('/contract-apis/v1/contracts', payload, { headers })
  expect(created.statusCode, created.body).toBe(200)
  const contractId = created.json<number>()
  const member = { userId: world.member.id }
  await asOwner.post(`/contract-apis/v1/contracts/${contractId}/users`, member)
  const details = await asOwner.get(`/contract-apis/v1/contracts/${contractId}`)
  return { contractId, documentId: details.json<{ documentFileId: number }>().documentFileId }
}
