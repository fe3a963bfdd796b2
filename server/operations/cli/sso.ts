// `chancery sso`: how the users of an organisation sign in, for the operator.
import { Command } from 'commander'
import type { ProviderOptions } from './actions/sso-actions.ts'

/** The command with its subcommands, for chancery.ts to add. */
export const ssoCommand = () =>
  new Command('sso')
    .description('single sign-on: list, set, remove, domain, passwords, clear-networks')
    .addHelpText(
      'after',
      `
Examples:
  $ node bin/chancery.mjs sso set --organisation Acme --name "Acme login" --issuer https://login.acme.example --client-id chancery
  $ node bin/chancery.mjs sso domain acme.example --organisation Acme
  $ node bin/chancery.mjs sso passwords off --organisation Acme`,
    )
    .addCommand(listCommand())
    .addCommand(setCommand())
    .addCommand(removeCommand())
    .addCommand(domainCommand())
    .addCommand(passwordsCommand())
    .addCommand(clearNetworksCommand())

const listCommand = () =>
  new Command('list')
    .description('show how the users of each organisation sign in')
    .option('--json', 'as JSON')
    .addHelpText('after', '\nExample:\n  $ node bin/chancery.mjs sso list')
    .action(async ({ json }: { json?: true }) => {
      const { list } = await import('./actions/sso-actions.ts')
      const all = await list()
      if (json) return console.log(JSON.stringify(all, null, 2))
      for (const { organisation, provider, issuer, domains, passwords } of all) {
        const ways = [
          ...(provider === null
            ? []
            : [`${provider} (${issuer}) for ${domains.join(', ') || 'no domain yet'}`]),
          ...(passwords ? ['passwords'] : []),
        ]
        console.log(`${organisation.padEnd(32)} ${ways.join('; ') || 'nobody can sign in'}`)
      }
    })

const organisationOption = ['--organisation <name or id>', 'the organisation'] as const

const setCommand = () =>
  new Command('set')
    .description("set an organisation's OpenID Connect provider, replacing an existing one")
    .requiredOption(...organisationOption)
    .requiredOption('--name <name>', 'the name shown on the sign-in page')
    .requiredOption('--issuer <address>', 'as the provider states it, such as https://login.acme.example')
    .requiredOption('--client-id <id>', 'the client id of this installation at the provider')
    .option('--no-check', 'set it without contacting the provider, which may not be reachable yet')
    .addHelpText(
      'after',
      `
The provider is asked for its settings first, and nothing is set when it does not answer. The client secret is asked for, or read from standard input when that is no terminal.

Example:
  $ echo "$SECRET" | node bin/chancery.mjs sso set --organisation Acme --name "Acme login" \\
      --issuer https://login.acme.example --client-id chancery`,
    )
    .action(async (options: ProviderOptions) => {
      const { set } = await import('./actions/sso-actions.ts')
      const { callback } = await set(options)
      console.log(
        `${options.check ? 'The provider answered. ' : ''}Set. The provider must allow the redirect address ${callback}`,
      )
    })

const removeCommand = () =>
  new Command('remove')
    .description("remove an organisation's provider")
    .requiredOption(...organisationOption)
    .addHelpText('after', '\nExample:\n  $ node bin/chancery.mjs sso remove --organisation Acme')
    .action(async ({ organisation }: { organisation: string }) => {
      const { remove } = await import('./actions/sso-actions.ts')
      await remove(organisation)
      console.log('Removed.')
    })

const domainCommand = () =>
  new Command('domain')
    .argument('<domain>', 'the part of their addresses after the @')
    .description('assign a mail domain to an organisation: its users are sent to their provider')
    .requiredOption(...organisationOption)
    .addHelpText('after', '\nExample:\n  $ node bin/chancery.mjs sso domain acme.example --organisation Acme')
    .action(async (domain: string, { organisation }: { organisation: string }) => {
      const { addDomain } = await import('./actions/sso-actions.ts')
      await addDomain(domain, organisation)
      console.log(`${domain} belongs to ${organisation}.`)
    })

const passwordsCommand = () =>
  new Command('passwords')
    .argument('<on or off>', 'on, or off')
    .description('allow or forbid password sign-in for an organisation')
    .requiredOption(...organisationOption)
    .addHelpText('after', '\nExample:\n  $ node bin/chancery.mjs sso passwords off --organisation Acme')
    .action(async (word: string, { organisation }: { organisation: string }, command: Command) => {
      if (word !== 'on' && word !== 'off') command.error('error: must be on or off', { exitCode: 2 })
      const { setPasswords } = await import('./actions/sso-actions.ts')
      await setPasswords(organisation, word === 'on')
      console.log(`Passwords are ${word} for ${organisation}.`)
    })

const clearNetworksCommand = () =>
  new Command('clear-networks')
    .description('let administrators of an organisation act from everywhere again')
    .requiredOption(...organisationOption)
    .addHelpText('after', '\nExample:\n  $ node bin/chancery.mjs sso clear-networks --organisation Acme')
    .action(async ({ organisation }: { organisation: string }) => {
      const { clearNetworks } = await import('./actions/sso-actions.ts')
      const cleared = await clearNetworks(organisation)
      console.log(cleared ? 'Administrators may act from everywhere.' : 'There was no limit.')
    })
