// The law firms of an organisation, as its administrators see them: how many of their people have joined, were invited
// or have left, their country, and the terms of engagement.
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { badInput, notFound } from '../../platform/errors.ts'
import { change } from '../../platform/events/change.ts'
import { differencesOf } from '../../platform/events/differences.ts'
import type { Column } from '../../platform/lists/list-query.ts'
import type { Listing } from '../../platform/lists/list-rows.ts'
import type { Reader } from '../../platform/postgres/database.ts'
import { type RowSource, rowSource } from '../../platform/postgres/row-source.ts'
import type { VersionChecked } from '../../platform/version-checked.ts'
import { getOrganisationToChange } from '../organisations/access.ts'
import { organisationEvent } from '../organisations/events.ts'

/** Terms of engagement; null for what is not known. */
export interface FirmTerms {
  /** The day of the agreement, such as 2026-01-15. */
  readonly agreed: string | null
  readonly ends: string | null
  /** The address of the agreement. */
  readonly document: string | null
  readonly notes: string | null
}

/** What the organisation keeps about a law firm. */
export interface FirmRecord extends FirmTerms {
  /** Two letters of ISO 3166; its invoices are taxed there. */
  readonly country: string | null
}

const peopleOf = (condition: string): Column => ({
  kind: 'integer',
  nullable: false,
  sql: sql`(select count(*)::int from users u where u.organisation_id = firms.id and u.erased_at is null
    and ${sql.raw(condition)})`,
})
const term = (kind: Column['kind'], name: string): Column => ({
  kind,
  nullable: true,
  sql: sql.ref(`law_firm_terms.${name}`),
})
const day = (name: string): Column => ({
  kind: 'text',
  nullable: true,
  sql: sql`to_char(${sql.ref(`law_firm_terms.${name}`)}, 'YYYY-MM-DD')`,
})

const firmListing = {
  catalogue: {
    id: { kind: 'integer', nullable: false, sql: sql.ref('firms.id') },
    name: { kind: 'text', nullable: false, sql: sql.ref('firms.name') },
    linkedAt: { kind: 'moment', nullable: false, sql: sql.ref('organisation_links.created_at') },
    active: peopleOf(`u.status = 'Active'`),
    invited: peopleOf(`u.status in ('Invited', 'Pending')`),
    left: peopleOf(`u.status = 'Disabled' and u.joined`),
    country: term('text', 'country'),
    agreed: day('agreed_on'),
    ends: day('ends_on'),
    document: term('text', 'document_url'),
    notes: term('text', 'notes'),
    version: { kind: 'integer', nullable: false, sql: sql`coalesce(law_firm_terms.version, 0)` },
  },
  id: { kind: 'integer', sql: sql.ref('firms.id') },
} as const satisfies Listing

/** The law firms that the actor's organisation is linked to. For its administrators. */
export const firmRows = ({ db }: App, { organisationId }: Actor): RowSource =>
  rowSource(
    db
      .selectFrom('organisation_links')
      .innerJoin('organisations as firms', 'firms.id', 'organisation_links.provider_id')
      .leftJoin('law_firm_terms', (join) =>
        join
          .on('law_firm_terms.organisation_id', '=', organisationId)
          .onRef('law_firm_terms.provider_id', '=', 'firms.id'),
      )
      .where('organisation_links.customer_id', '=', organisationId),
    firmListing,
  )

/** Throws 400 for terms that end before they were agreed, for an address that is none of the web, and no country. */
function checkRecord({ country, agreed, ends, document }: FirmRecord): void {
  if (country !== null && !/^[A-Z]{2}$/.test(country))
    throw badInput('country', 'must be a country of two letters such as GB (ISO 3166).')
  if (agreed !== null && ends !== null && ends < agreed)
    throw badInput('terms.ends', 'must not be before the day of the agreement.')
  if (document !== null && !isWebAddress(document))
    throw badInput('terms.document', 'must be a web address that begins with https:// or http://.')
}

const isWebAddress = (text: string) => /^https?:\/\/[^\s/]/i.test(text) && URL.canParse(text)

/**
 * Changes what is kept about a law firm; an absent property is kept. Returns its version. For administrators of the
 * organisation; not_found for an organisation that is no law firm of theirs.
 */
export function setFirmRecord(
  app: App,
  actor: Actor,
  { firmId, changes }: { readonly firmId: number; readonly changes: Partial<FirmRecord> },
  { checkVersion }: VersionChecked = {},
): Promise<number> {
  const { organisationId } = actor
  return change(app, actor, async (tx, now) => {
    await getOrganisationToChange(tx, actor, organisationId)
    const found = await tx
      .selectFrom('organisation_links as l')
      .innerJoin('organisations as firm', 'firm.id', 'l.provider_id')
      .leftJoin('law_firm_terms as t', (join) =>
        join.on('t.organisation_id', '=', organisationId).onRef('t.provider_id', '=', 'firm.id'),
      )
      .where('l.customer_id', '=', organisationId)
      .where('l.provider_id', '=', firmId)
      .select(['firm.name', 't.country', 't.document_url as document', 't.notes', 't.version'])
      .select([
        sql<string | null>`to_char(t.agreed_on, 'YYYY-MM-DD')`.as('agreed'),
        sql<string | null>`to_char(t.ends_on, 'YYYY-MM-DD')`.as('ends'),
      ])
      .executeTakeFirst()
    if (!found) throw notFound()
    const { name, version, ...before } = found
    checkVersion?.(version ?? 0)
    const after = { ...before, ...changes }
    checkRecord(after)
    const changed = differencesOf(labelled(before), labelled(after), [
      'firmCountry',
      'termsAgreed',
      'termsEnd',
      'termsDocument',
      'termsNotes',
    ])
    if (Object.keys(changed).length === 0) return { result: version ?? 0, events: [] }
    const values = {
      country: after.country,
      agreed_on: after.agreed,
      ends_on: after.ends,
      document_url: after.document,
      notes: after.notes,
      version: (version ?? 0) + 1,
      updated_at: now,
    }
    await tx
      .insertInto('law_firm_terms')
      .values({ organisation_id: organisationId, provider_id: firmId, ...values })
      .onConflict((conflict) => conflict.columns(['organisation_id', 'provider_id']).doUpdateSet(values))
      .execute()
    const facts = { firm: name, firmId, changed }
    return {
      result: values.version,
      events: [organisationEvent('organisation.terms.updated', organisationId, facts)],
    }
  })
}

/** Under the names that the history knows. */
const labelled = ({ country, agreed, ends, document, notes }: FirmRecord) => ({
  firmCountry: country,
  termsAgreed: agreed,
  termsEnd: ends,
  termsDocument: document,
  termsNotes: notes,
})

/** The country of a law firm, as the organisation that pays it keeps it; null where it does not say. */
export async function countryOfFirm(
  db: Reader,
  { organisationId, firmId }: { readonly organisationId: number; readonly firmId: number },
): Promise<string | null> {
  const row = await db
    .selectFrom('law_firm_terms')
    .where('organisation_id', '=', organisationId)
    .where('provider_id', '=', firmId)
    .select('country')
    .executeTakeFirst()
  return row?.country ?? null
}
