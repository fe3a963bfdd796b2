// Tokens for people of a sandbox, as the token endpoint answers them.
import { withSandbox } from '../installation.ts'

/** Begins a grant of the person to the client, the demo client unless given. Throws outside a sandbox and for unknown ones. */
export function tokensFor(email: string, client?: string) {
  return withSandbox(async (app) => {
    const [{ grantToUser }, { tokenResponse }, { getUserId }, { findDemoClient }, { getClient }] =
      await Promise.all([
        import('../../oauth/commands/grant-to-user.ts'),
        import('../../oauth/endpoints/token.wire.ts'),
        import('./user-actions.ts'),
        import('../../demo/demo-client.ts'),
        import('./client-actions.ts'),
      ])
    const clientId = client ?? (await findDemoClient(app))?.clientId
    if (clientId === undefined)
      throw new Error('There is no demo client here. Say which: --client <client_id>')
    await getClient(app, clientId)
    const userId = await getUserId(app, email)
    return tokenResponse(app, await grantToUser(app, { userId, clientId }))
  })
}
