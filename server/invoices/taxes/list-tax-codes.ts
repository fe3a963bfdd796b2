// Lists of tax codes, and those that lines of invoices of a matter can name.
import { sql } from 'kysely'
import { personColumns } from '../../identity/users/person-columns.ts'
import { getMatterToSee } from '../../matters/access.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import type { Column } from '../../platform/lists/list-query.ts'
import type { Listing } from '../../platform/lists/list-rows.ts'
import { type RowSource, rowSource } from '../../platform/postgres/row-source.ts'
import { taxCodesOfMatter, taxCodesVisibleTo } from './access.ts'
import { isNamedByLines, versionsOfCode } from './stored-codes.ts'
import { type TaxKind, taxKinds, type TaxVersion } from './tax-code.ts'

const own = (kind: Column['kind'], column: string): Column => ({
  kind,
  nullable: false,
  sql: sql.ref(`tax_codes.${column}`),
})

/** The columns that can be returned, filtered by and sorted by. */
export const taxCodeListing = {
  catalogue: {
    id: own('integer', 'id'),
    code: own('text', 'code'),
    name: own('text', 'name'),
    country: own('text', 'country'),
    kind: { ...own('choice', 'kind'), choices: taxKinds },
    active: own('boolean', 'active'),
    versions: { kind: 'text', nullable: false, sql: versionsOfCode },
    // not through access.ts: whether any line names it, no matter who sees it
    used: {
      kind: 'boolean',
      nullable: false,
      sql: isNamedByLines,
    },
    version: own('integer', 'version'),
    createdAt: own('moment', 'created_at'),
    createdById: own('uuid', 'created_by'),
    ...personColumns('createdBy', 'tax_codes.created_by'),
  },
  id: { kind: 'integer', sql: sql.ref('tax_codes.id') },
} as const satisfies Listing

/** The codes that the actor sees. Throws forbidden for who does not work on invoices of their organisation. */
export const taxCodeRows = ({ db }: Pick<App, 'db'>, actor: Actor): RowSource =>
  rowSource(taxCodesVisibleTo(db, actor), taxCodeListing)

/** A code that a line can name, without what is recoverable: that is internal to the organisation that pays. */
export interface NameableTaxCode {
  readonly id: number
  readonly code: string
  readonly name: string
  readonly country: string
  readonly kind: TaxKind
  readonly versions: readonly Omit<TaxVersion, 'recoverable'>[]
}

/** Those that lines of invoices of a matter can name. Throws not_found, and forbidden for who may not bill. */
export async function listNameableCodes(
  { db }: App,
  actor: Actor,
  matterId: number,
): Promise<readonly NameableTaxCode[]> {
  const matter = await getMatterToSee(db, actor, matterId)
  const rows = await taxCodesOfMatter(db, actor, matter)
    .orderBy(sql`lower(tax_codes.code) collate "C"`)
    .select(['tax_codes.id', 'tax_codes.code', 'tax_codes.name', 'tax_codes.country', 'tax_codes.kind'])
    .select(versionsOfCode.as('versions'))
    .execute()
  return rows.map((row) => ({
    ...row,
    kind: row.kind as TaxKind,
    versions: row.versions.map(({ from, to, rate, withholding }) => ({ from, to, rate, withholding })),
  }))
}
