// People as those who act, for tests that call operations without HTTP.
import type { Actor } from '../server/platform/actor.ts'
import type { App } from '../server/platform/app.ts'
import { findSnapshot } from '../server/users/authorization-snapshot.ts'
import type { TestUser } from './factories.ts'

/** The person as they stand now: what they are members of counts from this moment. */
export async function actorFor({ db }: Pick<App, 'db'>, user: Pick<TestUser, 'id'>): Promise<Actor> {
  const standing = await findSnapshot(db, user.id)
  if (!standing) throw new Error('the person is not active')
  return { ...standing, via: { kind: 'system', name: 'test' }, requestId: null }
}
