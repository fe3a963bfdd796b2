// Contracts made for tests of reading: straight into the tables, without documents.
import { randomBytes, randomUUID } from 'node:crypto'
import type { Insertable } from 'kysely'
import { contractColumns, contractOf, countedOf } from '../server/contracts/contract.ts'
import type { App } from '../server/platform/app.ts'
import { internalTransaction } from '../server/platform/events/change.ts'
import { countNewRecord } from '../server/records/lists/record-counts.ts'
import { contractKind } from '../server/contracts/contract-kind.ts'
import type { ContractsTable } from '../server/platform/postgres/tables.ts'
import { expect } from 'vitest'
import type { TestUser } from './factories.ts'
import type { Caller } from './http.ts'

interface ContractOptions {
  readonly owner: TestUser
  readonly templateId: number
  /** Beside the owner. */
  readonly members?: readonly TestUser[]
  readonly values?: Partial<Insertable<ContractsTable>>
}

/** A contract of the owner's organisation; the owner is a member. */
export function insertContract(
  app: App,
  { owner, templateId, members = [], values = {} }: ContractOptions,
): Promise<number> {
  return internalTransaction(app, async (tx, now) => {
    const row = await tx
      .insertInto('contracts')
      .values({
        organisation_id: owner.organisationId,
        name: 'Agreement',
        status: 'Draft',
        template_id: templateId,
        owner_id: owner.id,
        created_by: owner.id,
        created_at: now,
        updated_at: now,
        last_activity_at: now,
        ...values,
      })
      .returning([...contractColumns])
      .executeTakeFirstOrThrow()
    const contract = contractOf(row)
    const { id } = contract
    const people = [...new Set([owner, ...members].map((person) => person.id))]
    for (const userId of people) {
      await tx
        .insertInto('contract_members')
        .values({ organisation_id: owner.organisationId, contract_id: id, user_id: userId, added_at: now })
        .execute()
      await tx
        .insertInto('user_organisations')
        .values({ user_id: userId, organisation_id: owner.organisationId })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    }
    countNewRecord(tx, contractKind, { ...contract, ...countedOf(contract) }, people)
    return id
  })
}

/** What the answer to a new contract has led to: its name, and the name, size, type and text of the file that is stored for it. */
export async function storedDocument(
  caller: Caller,
  answer: Awaited<ReturnType<Caller['post']>>,
): Promise<readonly unknown[]> {
  expect(answer.statusCode, answer.body).toBe(200)
  const address = `/contract-apis/v1/contracts/${answer.body}`
  const contract = (await caller.get(address)).json<{ name: string; documentFileId: number }>()
  const file = `/file-apis/v1/files/${contract.documentFileId}`
  const { name, size } = (await caller.get(file)).json<{ name: string; size: number }>()
  const { statusCode, headers, body } = await caller.get(`${file}/download`)
  expect(statusCode, body).toBe(200)
  return [contract.name, name, size, headers['content-type'], body]
}

/** Gives the contract a document, or its document a new version, without content in the storage: for tests that read rows only. */
export function insertDocument(app: App, owner: TestUser, contractId: number): Promise<void> {
  return internalTransaction(app, async (tx, now) => {
    const { organisationId: organisation_id } = owner
    const known = await tx
      .selectFrom('files')
      .where('organisation_id', '=', organisation_id)
      .where('contract_id', '=', contractId)
      .where('kind', '=', 'ContractDocument')
      .select(['id', 'version'])
      .executeTakeFirst()
    const version = (known?.version ?? 0) + 1
    const file = { name: 'Agreement.docx', version, size: 8, content_type: 'text/plain', updated_at: now }
    if (known) await tx.updateTable('files').set(file).where('id', '=', known.id).execute()
    const { id } =
      known ??
      (await tx
        .insertInto('files')
        .values({
          ...file,
          organisation_id,
          kind: 'ContractDocument',
          contract_id: contractId,
          created_by: owner.id,
          created_at: now,
          updated_by: owner.id,
        })
        .returning('id')
        .executeTakeFirstOrThrow())
    await tx
      .insertInto('file_versions')
      .values({
        organisation_id,
        file_id: id,
        version,
        storage_key: randomUUID(),
        size: 8,
        sha256: randomBytes(32),
        md5: randomBytes(16),
        content_type: 'text/plain',
        name: file.name,
        created_by: owner.id,
        created_at: now,
      })
      .execute()
  })
}
