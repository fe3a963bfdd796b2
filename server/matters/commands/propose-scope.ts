// Owner and manager agree on the work: one proposes a scope, and the matter waits for the other to accept it.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change } from '../../platform/events/change.ts'
import { badInput, conflict } from '../../platform/errors.ts'
import { type Involvement, may } from '../../records/rights/involvement.ts'
import { lockMatterFor } from '../access.ts'
import { eventsOfChange, scopeProposed } from '../events.ts'
import type { Matter } from '../matter.ts'
import { isClosed, type KeptState } from '../state.ts'
import { closeScope } from './close-scope.ts'
import { writeMatter } from './write-matter.ts'

const longest = 10_000

/**
 * Proposes the scope and returns the proposal's id. The manager's waits for the owner, everybody else's for the
 * manager; an open one is withdrawn, so that a proposal can be answered with another one. It is accepted with
 * `acceptScope`, or by setting the matter to Active. Throws conflict for a closed matter and for one without two people
 * to agree.
 */
export async function proposeScope(app: App, actor: Actor, matterId: number, text: string): Promise<number> {
  const scope = text.trim()
  if (scope === '' || scope.length > longest)
    throw badInput('scope', `must be a text of 1 to ${longest} characters.`)
  return change(app, actor, async (tx, now) => {
    const { matter, involvement } = await lockMatterFor({ tx, actor, now, right: 'proposeScope' }, matterId)
    const state = awaitedBy(matter, involvement)
    await closeScope(tx, matter, { outcome: 'Withdrawn', decidedBy: actor.userId, now })
    const { id } = await tx
      .insertInto('matter_scopes')
      .values({
        organisation_id: matter.organisationId,
        matter_id: matter.id,
        scope,
        proposed_by: actor.userId,
        proposed_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const next = { ...matter, state, version: matter.version + 1 }
    writeMatter(tx, matter, next, now)
    return { result: id, events: [scopeProposed(matter, { id, scope }), ...eventsOfChange(matter, next)] }
  })
}

function awaitedBy(matter: Matter, involvement: Involvement): KeptState {
  if (isClosed(matter.state)) {
    throw conflict(`A matter that is ${matter.state} takes no new scope; set it to Active first.`)
  }
  if (matter.managerId === null || matter.inIntake) {
    throw conflict('A matter that waits in intake has nobody to agree with: give it a manager first.')
  }
  if (matter.managerId === matter.ownerId) {
    throw conflict('Owner and manager are the same person; set the matter to Active instead.')
  }
  // the one who would accept for the other side as well speaks for that side
  return may(involvement, 'acceptAsManager') && !may(involvement, 'acceptAsOwner')
    ? 'AwaitingOwnerAcceptance'
    : 'AwaitingManagerAcceptance'
}
