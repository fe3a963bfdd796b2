// Access to what belongs to a signed-in person alone.
import { createClient } from '../../tokens.ts'
import type { AccessCase } from './case.ts'

export const sessionCases: readonly AccessCase[] = [
  {
    route: 'DELETE /session',
    way: 'session',
    make: () => ({}),
    answers: 204,
    stranger: 'may',
    colleague: 'may',
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
        '../../../server/oauth/authorization-code/authorization-request.ts'
      )
      const started = await startRequest(app, { rawQuery: query.toString(), ip: '127.0.0.1' })
      return { params: { id: 'id' in started ? started.id : '' }, body: { decision: 'allow' } }
    },
    answers: 200,
    stranger: 403,
    colleague: 'may',
    viewer: 'may',
  },
]
