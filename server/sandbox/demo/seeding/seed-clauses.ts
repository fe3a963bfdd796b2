// Creates the library of clauses of the demo.
import { approveClause } from '../../../contracts/clauses/approve-clauses.ts'
import { clausesVisibleTo } from '../../../contracts/clauses/access.ts'
import { addClauseVersion, createClause } from '../../../contracts/clauses/write-clauses.ts'
import type { App } from '../../../platform/app.ts'
import { actorFor } from '../actor.ts'
import { clauses } from '../plans/clauses.ts'

/** Adds the clauses that are not there, as the administrator. */
export async function seedClauses(app: App, admin: string, user: (email: string) => string): Promise<void> {
  const actor = await actorFor(app, admin)
  const known = await clausesVisibleTo(app.db, actor).select('clauses.key').execute()
  const checkVersion = () => undefined
  for (const { owner, content, later, isDraft = false, ...clause } of clauses) {
    if (known.some(({ key }) => key === clause.key)) continue
    const reason = 'First version.'
    const id = await createClause(app, actor, { ...clause, ownerId: user(owner), content, reason })
    if (isDraft) continue
    await approveClause(app, actor, id, { approve: 1, checkVersion })
    if (!later) continue
    await addClauseVersion(app, actor, id, { ...later, checkVersion })
    await approveClause(app, actor, id, { approve: 2, checkVersion })
  }
}
