// Adding an organisation to the installation.
import type { App } from '../../../platform/app.ts'
import { change, type SystemActor } from '../../../platform/events/change.ts'
import type { Tx } from '../../../platform/postgres/database.ts'
import { organisationEvent } from '../events.ts'
import { checkCurrency, checkTimeZone, type Locale, nameFor, type OrganisationType } from '../organisation.ts'

export interface NewOrganisation extends Partial<Locale> {
  readonly name: string
  readonly type: OrganisationType
}

/** Creates the organisation and returns its id. Its people are added with addUser. */
export function createOrganisation(
  app: App,
  actor: SystemActor,
  organisation: NewOrganisation,
): Promise<number> {
  return change(app, actor, async (tx, now) => {
    const id = await insertOrganisation(tx, organisation, now)
    const { name, type } = organisation
    return {
      result: id,
      events: [organisationEvent('organisation.created', id, { name: name.trim(), type })],
    }
  })
}

/**
 * Inserts a new organisation as part of the caller's change, and returns its id. Throws bad_request for invalid
 * settings.
 */
export async function insertOrganisation(
  tx: Tx,
  { name, type, timeZone = 'UTC', currency = 'USD' }: NewOrganisation,
  now: Date,
): Promise<number> {
  const kept = nameFor('An organisation', name)
  checkTimeZone(timeZone)
  checkCurrency(currency)
  const { id } = await tx
    .insertInto('organisations')
    .values({ name: kept, type, time_zone: timeZone, currency, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
