// Reading organisations and their departments, regions and financial settings.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import type { Reader } from '../../platform/postgres/database.ts'
import { isListedFor } from './guest-sight.ts'
import { getOrganisationToSee, organisationsVisibleTo } from './access.ts'
import { defaultRates, defaultYearEnd, type FinancialSettings, type RateDay } from './financial-settings.ts'
import { type Picture, readPicture } from './pictures.ts'
import type { Organisation, OrganisationType } from './organisation.ts'

/** The organisations the person is connected with, by name. */
export async function listVisibleOrganisations({ db }: App, actor: Actor): Promise<readonly Organisation[]> {
  const rows = await organisationsVisibleTo(db, actor)
    .select(['organisations.id', 'organisations.name', 'organisations.type'])
    .orderBy('organisations.name')
    .orderBy('organisations.id')
    .execute()
  return rows.map((row) => ({ ...row, type: row.type as OrganisationType }))
}

/**
 * The organisations that the person does legal work for: for people of a law firm the customers it is linked to and
 * those whose records they are on, for in-house people their own organisation.
 */
export async function listClients(app: App, actor: Actor): Promise<readonly Organisation[]> {
  const organisations = await listVisibleOrganisations(app, actor)
  return organisations.filter(({ id, type }) =>
    actor.organisationType === 'Customer' ? id === actor.organisationId : type === 'Customer',
  )
}

export interface Department {
  readonly id: number
  readonly name: string
  readonly parentId: number | null
  readonly deletedAt: Date | null
}

/** The departments of an organisation the person is connected with, including deleted ones: records still show them. */
export async function listDepartments(
  { db }: App,
  actor: Actor,
  organisationId: number,
): Promise<readonly Department[]> {
  const { id } = await getOrganisationToSee(db, actor, organisationId)
  const rows = await db
    .selectFrom('departments')
    .where('organisation_id', '=', id)
    .where(isListedFor(actor, 'Department', 'departments.id'))
    .select(['id', 'name', 'parent_id', 'deleted_at'])
    .orderBy('name')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    parentId: row.parent_id,
    deletedAt: row.deleted_at,
  }))
}

/** The regions of an organisation the person is connected with. */
export async function listRegions(
  { db }: App,
  actor: Actor,
  organisationId: number,
): Promise<readonly { readonly id: number; readonly name: string }[]> {
  const { id } = await getOrganisationToSee(db, actor, organisationId)
  return db
    .selectFrom('regions')
    .where('organisation_id', '=', id)
    .where('deleted_at', 'is', null)
    .where(isListedFor(actor, 'Region', 'regions.id'))
    .select(['id', 'name'])
    .orderBy('name')
    .orderBy('id')
    .execute()
}

/** The financial settings of the person's own organisation. */
export const getFinancialSettings = ({ db }: App, { organisationId }: Actor): Promise<FinancialSettings> =>
  readFinancialSettings(db, organisationId)

/** The financial settings of an organisation: the default until it sets its own. */
export async function readFinancialSettings(db: Reader, organisationId: number): Promise<FinancialSettings> {
  const row = await db
    .selectFrom('organisations')
    .leftJoin('financial_settings as s', 's.organisation_id', 'organisations.id')
    .where('organisations.id', '=', organisationId)
    .select(['currency', 'year_end_day', 'year_end_month', 'accounts_payable_contacts'])
    .select(['rate_day', 'rate_max_age'])
    .executeTakeFirstOrThrow()
  return {
    organisationId,
    yearEndDay: row.year_end_day ?? defaultYearEnd.yearEndDay,
    yearEndMonth: row.year_end_month ?? defaultYearEnd.yearEndMonth,
    accountsPayableContacts: row.accounts_payable_contacts,
    currency: row.currency,
    exchangeRateDay: (row.rate_day ?? defaultRates.exchangeRateDay) as RateDay,
    exchangeRateMaxAge: row.rate_max_age ?? defaultRates.exchangeRateMaxAge,
  }
}

/** The logo of an organisation the person is connected with; not_found if it has none. */
export async function getLogo({ db }: App, actor: Actor, organisationId: number): Promise<Picture> {
  const { id } = await getOrganisationToSee(db, actor, organisationId)
  return readPicture(db, { organisationId: id, userId: null })
}
