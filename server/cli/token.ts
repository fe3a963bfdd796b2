// `chancery token`: tokens without a browser, so that the first call works a minute after the clone.
import { Command } from 'commander'
import { withSandbox } from './installation.ts'

/** The command, for chancery.ts to add. */
export const tokenCommand = () =>
  new Command('token')
    .argument('<email>', 'whose rights the tokens have')
    .description(
      'sandbox only: begin a grant for a person and print its tokens, as the token endpoint answers',
    )
    .option('--client <client_id>', 'the integration client they are for (the demo client unless given)')
    .option('--access-token', 'print nothing but the access token')
    .addHelpText(
      'after',
      `
Examples:
  $ npx chancery token counsel@harbour.example
  $ curl -H "Authorization: Bearer $(npx chancery token counsel@harbour.example --access-token)" \\
      http://localhost:8080/contract-apis/v1/contracts`,
    )
    .action(async (email: string, options: { client?: string; accessToken?: true }) => {
      const response = await withSandbox(async (app) => {
        const [{ grantToUser }, { tokenResponse }, { getUserId }, { findDemoClient }, { getClient }] =
          await Promise.all([
            import('../oauth/commands/grant-to-user.ts'),
            import('../oauth/endpoints/token.wire.ts'),
            import('./user-work.ts'),
            import('../demo/demo-client.ts'),
            import('./client-work.ts'),
          ])
        const clientId = options.client ?? (await findDemoClient(app))?.clientId
        if (clientId === undefined)
          throw new Error('There is no demo client here. Say which: --client <client_id>')
        await getClient(app, clientId)
        const userId = await getUserId(app, email)
        return tokenResponse(app, await grantToUser(app, { userId, clientId }))
      })
      console.log(options.accessToken ? response.access_token : JSON.stringify(response, null, 2))
    })
