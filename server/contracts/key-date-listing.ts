// Key dates as rows of lists: of one contract, or of all that the caller sees.
import { sql } from 'kysely'
import { personColumns } from '../identity/users/person-columns.ts'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import type { Reader } from '../platform/postgres/database.ts'
import { notFound } from '../platform/errors.ts'
import { type Page, type PageAsked, readPage, readRow } from '../platform/lists/list-page.ts'
import type { Catalogue, Column } from '../platform/lists/list-query.ts'
import type { ListedRow, Listing } from '../platform/lists/list-rows.ts'
import { contractsVisibleTo, getContractToSee } from './access.ts'
import { keyDateCategories } from './key-date.ts'

const own = (kind: Column['kind'], column: string): Column => ({
  kind,
  nullable: false,
  sql: sql.ref(`contract_key_dates.${column}`),
})

/** The columns that a list of key dates can show, filter by and sort by. */
export const keyDateListing = {
  catalogue: {
    id: own('integer', 'id'),
    name: own('text', 'name'),
    date: own('local', 'date'),
    value: own('number', 'value'),
    category: { ...own('choice', 'category'), choices: keyDateCategories },
    ownerId: { ...own('uuid', 'owner_id'), nullable: true },
    ...personColumns('owner', 'contract_key_dates.owner_id', true),
    done: own('boolean', 'done'),
    reminders: own('text', 'reminders'),
    recurrence: { ...own('text', 'recurrence'), nullable: true },
    version: own('integer', 'version'),
    contractId: own('integer', 'contract_id'),
    contractName: { kind: 'text', nullable: true, sql: sql.ref('contracts.name') },
    contractOwnerId: { kind: 'uuid', nullable: true, sql: sql.ref('contracts.owner_id') },
    createdAt: own('moment', 'created_at'),
    updatedAt: own('moment', 'updated_at'),
    createdById: own('uuid', 'created_by'),
    ...personColumns('createdBy', 'contract_key_dates.created_by'),
  } satisfies Catalogue,
  id: { kind: 'integer', sql: sql.ref('contract_key_dates.id') },
} as const satisfies Listing

/** The key dates of the contracts that the caller sees, without columns. */
export const keyDatesVisibleTo = (db: Reader, actor: Actor) =>
  contractsVisibleTo(db, actor).innerJoin('contract_key_dates', (join) =>
    join
      .onRef('contract_key_dates.organisation_id', '=', 'contracts.organisation_id')
      .onRef('contract_key_dates.contract_id', '=', 'contracts.id'),
  )

/** A page of the key dates of all contracts that the caller sees, or of one; not_found for one they do not see. */
export async function listKeyDateRows(
  { db }: App,
  actor: Actor,
  contractId: number | undefined,
  asked: PageAsked,
): Promise<Page> {
  const all = keyDatesVisibleTo(db, actor)
  if (contractId === undefined) return readPage(all, keyDateListing, asked)
  const { id } = await getContractToSee(db, actor, contractId)
  return readPage(all.where('contracts.id', '=', id), keyDateListing, asked)
}

/** One key date of a contract; not_found when the caller does not see it. */
export async function getKeyDateRow(
  { db }: App,
  actor: Actor,
  { contractId, id }: { readonly contractId: number; readonly id: number },
  columns: readonly string[],
): Promise<ListedRow> {
  const base = keyDatesVisibleTo(db, actor)
    .where('contracts.id', '=', contractId)
    .where('contract_key_dates.id', '=', id)
  const row = await readRow(base, keyDateListing, columns)
  if (!row) throw notFound()
  return row
}
