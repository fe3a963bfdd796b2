// Setting how an organisation numbers its records.
import { sql } from 'kysely'
import { getOrganisationToChange } from '../identity/organisations/access.ts'
import { organisationEvent } from '../identity/organisations/events.ts'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import { change } from '../platform/events/change.ts'
import type { VersionChecked } from '../platform/version-checked.ts'
import { kinds } from '../records/kinds.ts'
import { continueSeries, type GivenPattern } from '../records/numbers/continue-series.ts'
import { type NumberPattern, numberText } from '../records/numbers/number-pattern.ts'
import { checkPatterns, readNumbering } from './numbering.ts'

/**
 * Replaces the patterns, and returns the version; numbers that were given stay. For administrators. Throws 400 for
 * patterns that could give a number twice.
 */
export function setNumbering(
  app: App,
  actor: Actor,
  patterns: readonly GivenPattern[],
  { checkVersion }: VersionChecked = {},
): Promise<number> {
  const { organisationId } = actor
  return change(app, actor, async (tx, now) => {
    await getOrganisationToChange(tx, actor, organisationId)
    // records that are being created finish first, so that their numbers are counted
    await sql`select 1 from numbering where organisation_id = ${organisationId} for update`.execute(tx)
    const before = await readNumbering(tx, organisationId)
    checkVersion?.(before.version)
    await checkPatterns(tx, { organisationId, now }, patterns)
    const stored = patterns.map(({ next: _next, ...pattern }) => pattern)
    const [from, to] = [before.patterns, stored].map((each) => each.map(describe))
    const isNew = from?.join('\n') !== to?.join('\n')
    if (!isNew && patterns.every(({ next }) => next === undefined))
      return { result: before.version, events: [] }
    const version = before.version + 1
    const values = { patterns: JSON.stringify(stored), version, updated_at: now }
    await tx
      .insertInto('numbering')
      .values({ organisation_id: organisationId, ...values })
      .onConflict((conflict) => conflict.column('organisation_id').doUpdateSet(values))
      .execute()
    await continueSeries(tx, { organisationId, now }, patterns)
    const changed = { ...(isNew ? { patterns: { from, to } } : {}), ...nextIn(patterns) }
    return {
      result: version,
      events: [organisationEvent('organisation.numbering.updated', organisationId, { changed })],
    }
  })
}

/** As the history writes a pattern. */
function describe(pattern: NumberPattern): string {
  const { kind, typeId, year, restarts } = pattern
  const of = typeId === null ? kinds[kind].many : `${kinds[kind].many} of type ${typeId}`
  const inYear = year === 'Financial' ? '{financial year}' : '{year}'
  return `${of}: ${numberText(pattern, inYear, 1)}${restarts ? ', from 1 each year' : ''}`
}

const nextIn = (patterns: readonly GivenPattern[]) => {
  const to = patterns.flatMap(({ next, ...pattern }) =>
    next === undefined ? [] : [`${describe(pattern)}: ${next}`],
  )
  return to.length === 0 ? {} : { next: { from: [], to } }
}
