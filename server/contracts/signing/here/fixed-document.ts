// What was removed from the document of a request when it was made fixed, before it was sent.
import { type RawBuilder, sql } from 'kysely'
import type { FoundTrait } from '../../../platform/documents/pdf/changeable/traits.ts'

/** Of the requests that a statement calls so; null if it was not made fixed. */
export const madeFixedOf = (requests: string): RawBuilder<readonly FoundTrait[] | null> =>
  sql`(select v.made_fixed from file_versions v where v.organisation_id = ${sql.ref(`${requests}.organisation_id`)}
    and v.file_id = ${sql.ref(`${requests}.file_id`)} and v.version = ${sql.ref(`${requests}.base_version`)})`
