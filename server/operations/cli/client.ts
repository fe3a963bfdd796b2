// `chancery client`: integration clients, for the operator. Organisations manage their own in the web app; clients
// available to everyone in the installation are created here.
import { Argument, Command, InvalidArgumentError } from 'commander'
import type { CreateOptions } from './actions/client-actions.ts'

/** The command with its subcommands, for chancery.ts to add. */
export const clientCommand = () =>
  new Command('client')
    .description('integration clients: list, create, secret, rotate, disable, enable, demo')
    .addHelpText(
      'after',
      `
Examples:
  $ node bin/chancery.mjs client list
  $ node bin/chancery.mjs client create --name "Ledger Link" --organisation Harbour --contact it@harbour.example \\
      --redirect-uri https://ledger.example/callback
  $ node bin/chancery.mjs client rotate 5f0c... --overlap 24`,
    )
    .addCommand(listCommand())
    .addCommand(createCommand())
    .addCommand(secretCommand())
    .addCommand(rotateCommand())
    .addCommand(statusCommand('disable', 'Disabled', 'disable a client: its tokens become invalid at once'))
    .addCommand(statusCommand('enable', 'Active', 'enable a client again; its grants remain valid'))
    .addCommand(demoCommand())

const listCommand = () =>
  new Command('list')
    .description('list clients')
    .option('--json', 'as JSON')
    .addHelpText('after', '\nExample:\n  $ node bin/chancery.mjs client list')
    .action(async ({ json }: { json?: true }) => {
      const { listClients } = await import('./actions/client-actions.ts')
      const clients = await listClients()
      if (json) return console.log(JSON.stringify(clients, null, 2))
      for (const { clientId, name, status, availableTo, organisation } of clients) {
        const everyone = availableTo === 'Installation' ? ' (for everyone)' : ''
        console.log(`${clientId.padEnd(34)} ${status.padEnd(9)} ${name}, of ${organisation}${everyone}`)
      }
      if (clients.length === 0) console.error('There are no clients yet.')
    })

const createCommand = () =>
  new Command('create')
    .description('register a client; its secret is shown once')
    .requiredOption('--name <name>', 'the name shown on the consent page')
    .requiredOption('--organisation <name or id>', 'the organisation responsible for it')
    .requiredOption('--contact <email>', 'email address of its contact')
    .option('--redirect-uri <uri...>', 'redirect address allowed after sign-in', [])
    .option('--public', 'it cannot keep a secret, and gets none')
    .option(
      '--secret-optional',
      'issue tokens without the secret too, with refresh tokens valid for one day; by default the secret is always required',
    )
    .option('--installation', 'available to everyone, not only its organisation and those linked to it')
    .addHelpText(
      'after',
      `
Example:
  $ node bin/chancery.mjs client create --name "Mail add-in" --organisation Harbour --contact it@harbour.example \\
      --redirect-uri https://addin.example/signed-in --public --installation`,
    )
    .action(async (options: CreateOptions) => {
      const { createForOrganisation } = await import('./actions/client-actions.ts')
      const { publicId, secret } = await createForOrganisation(options)
      console.log(`client_id      ${publicId}`)
      if (secret === null) return
      console.log(`client_secret  ${secret}  (shown only once)`)
      console.log(secretRule(!options.secretOptional))
    })

const secretRule = (required: boolean) =>
  required
    ? 'The secret must be sent with every token request.'
    : 'The secret may be omitted; refresh tokens issued without it are valid for one day instead of 30.'

const secretCommand = () =>
  new Command('secret')
    .argument('<client_id>')
    .addArgument(new Argument('<rule>').choices(['required', 'optional']))
    .description('whether the secret must be sent with every token request, or may be omitted')
    .addHelpText('after', '\nExample:\n  $ node bin/chancery.mjs client secret 5f0c... required')
    .action(async (clientId: string, rule: 'required' | 'optional') => {
      const { setSecretRequired } = await import('./actions/client-actions.ts')
      await setSecretRequired(clientId, rule === 'required')
      console.log(secretRule(rule === 'required'))
    })

const rotateCommand = () =>
  new Command('rotate')
    .argument('<client_id>')
    .description('create a new secret, shown once; earlier ones remain valid for a while')
    .option('--overlap <hours>', 'how many hours earlier secrets remain valid, 0 to 168', hours, 24)
    .addHelpText('after', '\nExample:\n  $ node bin/chancery.mjs client rotate 5f0c... --overlap 48')
    .action(async (clientId: string, { overlap }: { overlap: number }) => {
      const { rotate } = await import('./actions/client-actions.ts')
      const { secret, previousExpireAt } = await rotate(clientId, overlap)
      console.log(`client_secret  ${secret}  (shown only once)`)
      if (previousExpireAt)
        console.log(`Earlier secrets remain valid until ${previousExpireAt.toISOString()}.`)
    })

const statusCommand = (name: string, status: 'Active' | 'Disabled', meaning: string) =>
  new Command(name)
    .argument('<client_id>')
    .description(meaning)
    .addHelpText('after', `\nExample:\n  $ node bin/chancery.mjs client ${name} 5f0c...`)
    .action(async (clientId: string) => {
      const { setStatus } = await import('./actions/client-actions.ts')
      await setStatus(clientId, status)
      console.log(`${clientId} is ${status === 'Active' ? 'enabled' : 'disabled'}.`)
    })

const demoCommand = () =>
  new Command('demo')
    .description('sandbox only: show the demo client with its secret, and the address of the server, as JSON')
    .addHelpText('after', '\nExample:\n  $ node bin/chancery.mjs client demo')
    .action(async () => {
      const { showDemo } = await import('./actions/client-actions.ts')
      console.log(JSON.stringify(await showDemo(), null, 2))
    })

function hours(text: string): number {
  const count = Number(text)
  if (!/^\d+$/.test(text) || count > 168)
    throw new InvalidArgumentError('Enter a whole number of hours, 0 to 168.')
  return count
}
