// What calls to a signing service elsewhere need.
import type { Reader } from '../../../platform/postgres/database.ts'

/** The purpose for which the tokens of services are sealed. */
export const serviceTokenPurpose = 'signing_services token'
/** The same for the secrets that their events are signed with. */
export const serviceSecretPurpose = 'signing_services secret'

/** What calls to a service need. */
export interface ServiceAccess {
  readonly organisationId: number
  readonly id: number
  readonly name: string
  readonly url: string
  readonly tokenSealed: Buffer | null
  readonly removedAt: Date | null
}

/** A service by its id, also one that was removed; undefined if the organisation has none with this id. */
export const findService = (
  db: Reader,
  organisationId: number,
  id: number,
): Promise<ServiceAccess | undefined> =>
  db
    .selectFrom('signing_services')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .select([
      'organisation_id as organisationId',
      'id',
      'name',
      'url',
      'token_sealed as tokenSealed',
      'removed_at as removedAt',
    ])
    .executeTakeFirst()
