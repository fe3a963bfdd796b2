// `chancery token`: tokens without a browser, so that the first call works a minute after the clone.
import { Command } from 'commander'

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
      const { tokensFor } = await import('./actions/token-actions.ts')
      const response = await tokensFor(email, options.client)
      console.log(options.accessToken ? response.access_token : JSON.stringify(response, null, 2))
    })
