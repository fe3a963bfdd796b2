// Whether an organisation has a feature.
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import { notFound } from '../platform/errors.ts'
import { type FeatureCode, features, findFeature } from './feature.ts'

/** The feature for the person's own organisation; not_found for a code the platform does not know. */
export async function getFeature(
  { db }: App,
  actor: Actor,
  code: string,
): Promise<{ readonly code: FeatureCode; readonly enabled: boolean }> {
  const known = findFeature(code)
  if (!known) throw notFound()
  const row = await db
    .selectFrom('organisation_features')
    .where('organisation_id', '=', actor.organisationId)
    .where('code', '=', known)
    .select('enabled')
    .executeTakeFirst()
  return { code: known, enabled: row?.enabled ?? features[known] }
}
