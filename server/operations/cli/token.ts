// `chancery token`: tokens without a browser, so that the first call works a minute after cloning.
import { Command } from 'commander'

/** The command, for chancery.ts to add. */
export const tokenCommand = () =>
  new Command('token')
    .argument('<email>', 'the user whose rights the tokens have')
    .description(
      'sandbox only: create a grant for a user and print its tokens, as the token endpoint returns them',
    )
    .option('--client <client_id>', 'the integration client they are for (default: the demo client)')
    .option('--access-token', 'print only the access token')
    .addHelpText(
      'after',
      `
Examples:
  $ node bin/chancery.mjs token counsel@harbour.example
  $ curl -H "Authorization: Bearer $(node bin/chancery.mjs token counsel@harbour.example --access-token)" \\
      http://localhost:8080/contract-apis/v1/contracts`,
    )
    .action(async (email: string, options: { client?: string; accessToken?: true }) => {
      const { tokensFor } = await import('./actions/token-actions.ts')
      const response = await tokensFor(email, options.client)
      console.log(options.accessToken ? response.access_token : JSON.stringify(response, null, 2))
    })
