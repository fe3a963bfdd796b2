// Which features an organisation has.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { notFound } from '../../platform/errors.ts'
import { type FeatureCode, featureCodes, features, findFeature } from './feature.ts'

/** A feature, and whether an organisation has it. */
export interface SwitchedFeature {
  readonly code: FeatureCode
  readonly enabled: boolean
}

/** Every feature, as switched for the actor's organisation. */
export async function listFeatures({ db }: App, actor: Actor): Promise<readonly SwitchedFeature[]> {
  const rows = await db
    .selectFrom('organisation_features')
    .where('organisation_id', '=', actor.organisationId)
    .select(['code', 'enabled'])
    .execute()
  const switched = new Map(rows.map(({ code, enabled }) => [code, enabled]))
  return featureCodes.map((code) => ({ code, enabled: switched.get(code) ?? features[code].byDefault }))
}

/** The feature as switched for the actor's organisation; not_found for an unknown code. */
export async function getFeature(app: App, actor: Actor, code: string): Promise<SwitchedFeature> {
  const known = findFeature(code)
  const found = (await listFeatures(app, actor)).find((each) => each.code === known)
  if (!found) throw notFound()
  return found
}
