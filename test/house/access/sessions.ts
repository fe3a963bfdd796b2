// Access to what belongs to a signed-in person alone.
import { internalTransaction } from '../../../server/platform/events/change.ts'
import { beginSession } from '../../../server/identity/sessions/session.ts'
import { password, passwordHash } from '../../peers/browser.ts'
import { createClient } from '../../tokens.ts'
import type { AccessCase } from './case.ts'
import { mark, type World } from './world.ts'

const noRow = 'a session is no row of an organisation'

/** A session of the owner that can be recognised. */
async function ownersSession({ app, people }: World) {
  const address = mark()
  const device = { userAgent: null, address }
  await internalTransaction(app, (tx, now) =>
    beginSession(tx, { userId: people.owner.id, method: 'password', device }, now),
  )
  const { id: sessionId } = await app.db
    .selectFrom('sessions')
    .where('address', '=', address)
    .select('id')
    .executeTakeFirstOrThrow()
  return { params: { sessionId }, mark: address }
}

/** Gives everybody the same password, so that each may change their own. */
async function passwordForAll({ app }: World) {
  const password_hash = await passwordHash()
  await internalTransaction(app, (tx) => tx.updateTable('users').set({ password_hash }).execute())
  return { body: { currentPassword: password, newPassword: 'lantern orbit marmalade' } }
}

export const sessionCases: readonly AccessCase[] = [
  {
    route: 'DELETE /session',
    way: 'session',
    make: () => ({}),
    answers: 204,
    outsider: 'may',
    viewer: 'may',
    changesNothing: 'a session is no row of an organisation',
  },
  {
    route: 'POST /oauth/authorization-requests/:id/decision',
    way: 'session',
    make: async ({ app, organisationId }) => {
      const { clientId, redirectUri } = await createClient(app, { organisationId })
      const query = new URLSearchParams({
        response_type: 'code',
        client_id: clientId,
        redirect_uri: redirectUri,
      })
      const { startRequest } = await import(
        '../../../server/identity/oauth/authorization-code/authorization-request.ts'
      )
      const started = await startRequest(app, { rawQuery: query.toString(), ip: '127.0.0.1' })
      return { params: { id: 'id' in started ? started.id : '' }, body: { decision: 'allow' } }
    },
    answers: 200,
    outsider: 403,
    colleague: 'may',
    viewer: 'may',
  },
  // last, because they end the sessions of the callers
  {
    route: 'GET /v2/my/sessions',
    make: async (world) => ({ mark: (await ownersSession(world)).mark }),
    viewer: 'shown nothing',
  },
  {
    route: 'DELETE /v2/my/sessions/:sessionId',
    make: async (world) => ({ params: (await ownersSession(world)).params }),
    viewer: 404,
    changesNothing: noRow,
  },
  {
    route: 'POST /v2/my/sessions/end',
    make: () => ({ body: {} }),
    outsider: 'may',
    viewer: 'may',
    changesNothing: noRow,
  },
  {
    route: 'PUT /v2/my/password',
    make: passwordForAll,
    outsider: 'may',
    viewer: 'may',
  },
]
