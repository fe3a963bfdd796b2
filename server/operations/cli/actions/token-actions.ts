// Tokens for users of a sandbox, as returned by the token endpoint.
import { withSandbox } from '../installation.ts'

/**
 * Creates a grant for the user and the client, by default the demo client. Throws outside a sandbox and if either is
 * unknown.
 */
export function tokensFor(email: string, client?: string) {
  return withSandbox(async (app) => {
    const [{ grantToUser }, { tokenResponse }, { getUserIdByEmail }, { findDemoClient }, { getClient }] =
      await Promise.all([
        import('../../../identity/oauth/commands/grant-to-user.ts'),
        import('../../../identity/oauth/endpoints/token.wire.ts'),
        import('./user-actions.ts'),
        import('../../../sandbox/demo/demo-client.ts'),
        import('./client-actions.ts'),
      ])
    const clientId = client ?? (await findDemoClient(app))?.clientId
    if (clientId === undefined)
      throw new Error('There is no demo client here. Specify one: --client <client_id>')
    await getClient(app, clientId)
    const userId = await getUserIdByEmail(app, email)
    return tokenResponse(app, await grantToUser(app, { userId, clientId }))
  })
}
