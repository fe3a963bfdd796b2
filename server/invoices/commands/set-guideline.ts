// Setting a guideline: a version follows the one before, which is kept as it was.
import { organisationEvent } from '../../identity/organisations/events.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { badInput, badInputs, conflict } from '../../platform/errors.ts'
import { change } from '../../platform/events/change.ts'
import { violates } from '../../platform/postgres/database.ts'
import { type AskedScope, guidelineScope } from '../guidelines/access.ts'
import { guidelineProblems, type RuleInGuideline } from '../guidelines/guideline.ts'
import { listVersions } from '../guidelines/stored-guidelines.ts'

export interface NewGuideline {
  readonly rules: readonly RuleInGuideline[]
  /** Why it is set. */
  readonly note: string | null
  /** Throws when somebody else has set it since its version was read; 0 without any. */
  readonly checkVersion: (version: number) => void
}

/**
 * Sets the guideline of the organisation, of a firm or of a matter, for invoices that are posted from now on. Throws
 * bad_request naming `rules[2].settings.hours`, and conflict when two set it at once.
 */
export async function setGuideline(
  app: App,
  actor: Actor,
  asked: AskedScope,
  { rules, note, checkVersion }: NewGuideline,
): Promise<void> {
  const errors = guidelineProblems(rules)
  if (Object.keys(errors).length > 0) throw badInputs(errors)
  if (note === null) throw badInput('note', 'is missing: say why the guideline is set.')
  await change(app, actor, async (tx, now) => {
    const scope = await guidelineScope(tx, actor, asked)
    const [before] = await listVersions(tx, scope)
    const version = (before?.version ?? 0) + 1
    checkVersion(version - 1)
    await tx
      .insertInto('invoice_guidelines')
      .values({
        organisation_id: scope.organisationId,
        firm_id: scope.firmId,
        matter_id: scope.matterId,
        version,
        rules: JSON.stringify(rules),
        note,
        set_by: actor.userId,
        set_at: now,
      })
      .execute()
      .catch((error: unknown) => {
        if (!violates(error, 'invoice_guidelines_version_unique')) throw error
        throw conflict('Somebody else has set this guideline at the same time: read it again.')
      })
    const { firmId, matterId } = scope
    const facts = { version, firmId, matterId, rules: rules.filter(({ on }) => on).map(({ rule }) => rule) }
    return {
      result: undefined,
      events: [organisationEvent('organisation.guidelines.updated', scope.organisationId, facts)],
    }
  })
}
