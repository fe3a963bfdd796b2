// Matters and contracts for tests of what both do, and what the two kinds differ in.
import { sql } from 'kysely'
import { expect } from 'vitest'
import { recordKinds } from '../../server/operations/process/record-kinds.ts'
import { insertContract } from '../fixtures/contracts.ts'
import { createContractTemplate, createOrganisation, createUser, type TestUser } from '../factories.ts'
import { form } from '../documents/forms.ts'
import type { Caller } from '../http.ts'
import { isTopic } from '../../server/platform/events/topics.ts'
import { insertCategory, insertMatter } from '../fixtures/matters.ts'
import type { TestApp } from '../test-app.ts'
import { callerFor } from '../tokens.ts'

/** What the two kinds differ in. */
export const kindsOf = (parts: TestApp) =>
  [
    {
      kind: 'matters',
      one: 'matter',
      v1: '/matter-apis/v1/matters',
      group: 'MatterAdministrators',
      /** What v1 calls members where it assigns somebody, and what it answers then. */
      member: { target: 'Matter', answer: 200 },
      ownerIn: (shown: object) => (shown as { owner: { userId: string } }).owner.userId,
      typeColumn: 'category_id',
      makeType: (organisationId: number, name: string) => insertCategory(parts.app, organisationId, { name }),
      forms: (organisationId: number, categoryId: number) =>
        ({
          details: { organisationId, form: 'MatterDetails', categoryId },
          core: { organisationId, form: 'MatterCore' },
          create: { organisationId, form: 'MatterCreate', categoryId },
        }) as const,
      /** Creates one over v1, by the names of the kind. */
      create: (caller: Caller, categoryId: number, values: object = {}) =>
        caller.post('/matter-apis/v1/matters', { categoryId, name: 'Lease', ...values }),
      make: (owner: TestUser, members: readonly TestUser[], values: object = {}) =>
        insertMatter(parts.app, { owner, members, values }),
      kept: async (id: number, { organisationId, id: userId }: TestUser) => {
        const now = parts.app.clock.now()
        await sql`insert into invoice_batches (organisation_id, id, created_by, created_at)
        values (${organisationId}, ${id}, ${userId}, ${now})`.execute(parts.app.database.kysely)
        await sql`insert into invoices (organisation_id, matter_id, batch_id, author_organisation_id, vendor_name, number, status,
          invoice_date, currency, fees, disbursements, other_fees, total_tax, created_by, created_at, updated_at)
        values (${organisationId}, ${id}, ${id}, ${organisationId}, 'Firm', ${`N-${id}`}, 'Posted', '2026-01-01', 'EUR', 1, 0, 0, 0,
          ${userId}, ${now}, ${now})`.execute(parts.app.database.kysely)
      },
    },
    {
      kind: 'contracts',
      one: 'contract',
      v1: '/contract-apis/v1/contracts',
      group: 'ContractAdministrators',
      member: { target: 'Contract', answer: 204 },
      ownerIn: (shown: object) => (shown as { ownerId: string }).ownerId,
      typeColumn: 'template_id',
      makeType: (organisationId: number, name: string) =>
        createContractTemplate(parts.app, { organisationId, name }),
      forms: (organisationId: number, templateId: number) =>
        ({
          details: { organisationId, form: 'ContractDetails', templateId },
          core: { organisationId, form: 'ContractCore' },
          create: { organisationId, form: 'ContractUpload', templateId },
        }) as const,
      create: (caller: Caller, templateId: number, values: object = {}) => {
        const texts = Object.entries(values).map(([name, value]: [string, unknown]) => [
          name,
          typeof value === 'string' ? value : JSON.stringify(value),
        ])
        const { payload, headers } = form({
          ContractTemplateId: templateId,
          Name: 'Lease',
          ...(Object.fromEntries(texts) as Record<string, string>),
          ContractFile: { name: 'a.pdf', content: '%PDF-1.4', contentType: 'application/pdf' },
        })
        return caller.post('/contract-apis/v1/contracts', payload, { headers })
      },
      make: async (owner: TestUser, members: readonly TestUser[], values: object = {}) =>
        insertContract(parts.app, {
          owner,
          members,
          templateId:
            'template_id' in values
              ? Number(values.template_id)
              : await createContractTemplate(parts.app, { organisationId: owner.organisationId }),
          values,
        }),
      kept: async (id: number, { organisationId }: TestUser) => {
        await sql`update contracts set executed_at = ${parts.app.clock.now()} where organisation_id = ${organisationId} and id = ${id}`.execute(
          parts.app.database.kysely,
        )
      },
    },
  ] as const

export type TestKind = ReturnType<typeof kindsOf>[number]

/** An organisation with a lawyer, a type of records and its forms. */
export async function worldOf(parts: TestApp, of: TestKind) {
  const { id: organisationId } = await createOrganisation(parts.app, { name: 'Harbour' })
  const owner = await createUser(parts.app, { organisationId, firstName: 'Ana', lastName: 'Prior' })
  const typeId = await of.makeType(organisationId, 'Employment')
  const caller = await callerFor(parts, owner)
  return {
    organisationId,
    owner,
    typeId,
    forms: of.forms(organisationId, typeId),
    caller,
    create: (values?: object) => of.create(caller, typeId, values),
    insert: (values: object = {}, members: readonly TestUser[] = [], by = owner) =>
      of.make(by, members, { [of.typeColumn]: typeId, ...values }),
    topics: async (id: number) =>
      (await eventsOf(parts, organisationId, id, of.one)).map(({ name }) => name).filter(isTopic),
  }
}

/** An organisation with people, and callers for them. */
export async function sceneOf(parts: TestApp) {
  const { app } = parts
  const { id: organisationId } = await createOrganisation(app)
  const owner = await createUser(app, { organisationId })
  const colleague = await createUser(app, { organisationId })
  const administrator = await createUser(app, {
    organisationId,
    role: 'Administrator',
    groups: ['MatterAdministrators', 'ContractAdministrators'],
  })
  return {
    organisationId,
    owner,
    colleague,
    administrator,
    caller: await callerFor(parts, owner),
    ofColleague: await callerFor(parts, colleague),
    ofAdministrator: await callerFor(parts, administrator),
  }
}

/** The events of one record, oldest first. */
export const eventsOf = async (parts: TestApp, organisationId: number, id: number, kind: string) =>
  (
    await sql<{
      name: string
      facts: Record<string, unknown>
      user_id: string | null
      resource_kind: string
    }>`select name, facts, user_id, resource_kind from events
      where organisation_id = ${organisationId} and subject_id = ${id} and subject_kind = ${kind} order by id`.execute(
      parts.app.database.kysely,
    )
  ).rows

/** Uploads a file and returns its id. */
export async function uploadTo(
  caller: Caller,
  path: string,
  name: string,
  content = 'content',
): Promise<number> {
  const { payload, headers } = form({ file: { name, content, contentType: 'application/pdf' } })
  const answer = await caller.post(path, payload, { headers })
  expect(answer.statusCode, answer.body).toBe(201)
  const made = answer.json<{ id?: number; fileId?: number } | number>()
  return typeof made === 'number' ? made : Number(made.id ?? made.fileId)
}

/** Status and detail of a problem. */
export const detailOf = (answer: Awaited<ReturnType<Caller['get']>>) => [
  answer.statusCode,
  answer.json<{ detail?: string }>().detail,
]

/** Rows of any table that still name one of the records. */
export async function leftOf(
  parts: TestApp,
  organisationId: number,
  one: string,
  ids: readonly number[],
): Promise<readonly string[]> {
  const kind = recordKinds.find((each) => each.kind === one)
  const db = parts.app.database.kysely
  const { rows } = await sql<{ table_name: string; column_name: string }>`select c.table_name, c.column_name
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
      and (c.column_name = ${`${one}_id`} or (c.table_name in ('field_values') and c.column_name = 'record_id')
        or (c.table_name = ${kind?.table} and c.column_name = 'id'))`.execute(db)
  const left: string[] = []
  for (const { table_name: table, column_name: column } of rows) {
    const found = await sql`select 1 from ${sql.table(table)} where organisation_id = ${organisationId}
      and ${sql.ref(column)} = any(${[...ids]}::bigint[])
      ${table === 'field_values' ? sql`and record_kind = ${one}` : sql``}`.execute(db)
    if (found.rows.length > 0) left.push(`${table}.${column}`)
  }
  return left
}
