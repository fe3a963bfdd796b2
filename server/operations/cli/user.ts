// `chancery user`: the users of the installation, for its operator. The first administrator of an organisation is
// created here; administrators do the rest in the web app.
import { Command, Option } from 'commander'
import { groups, roles } from '../../platform/actor.ts'
import { organisationTypes } from '../../identity/organisations/organisation.ts'
import { withApp } from './installation.ts'
import type { AddOptions } from './actions/user-actions.ts'

/** The command with its subcommands, for chancery.ts to add. */
export const userCommand = () =>
  new Command('user')
    .description('users: list, add, disable, enable, set-password, reset-second-factor, erase')
    .addHelpText(
      'after',
      `
Examples:
  $ node bin/chancery.mjs user list
  $ node bin/chancery.mjs user add jo@acme.example --name "Jo Marsh" --role Administrator --new-organisation Acme
  $ node bin/chancery.mjs user set-password jo@acme.example`,
    )
    .addCommand(listCommand())
    .addCommand(addCommand())
    .addCommand(statusCommand('disable', 'Disabled', 'disable a user, at once and in every process'))
    .addCommand(statusCommand('enable', 'Active', 'enable a user again'))
    .addCommand(passwordCommand())
    .addCommand(secondFactorCommand())
    .addCommand(eraseCommand())

const withoutGroups =
  'Without --group they see only the records that they are on, and cannot import tasks, key dates and invoices of ' +
  'other records. They cannot give groups to themselves: another administrator has to.'

const listCommand = () =>
  new Command('list')
    .description('list users')
    .option('--organisation <name or id>', 'only users of this organisation')
    .option('--json', 'as JSON')
    .addHelpText('after', '\nExample:\n  $ node bin/chancery.mjs user list --organisation Harbour')
    .action(async ({ organisation, json }: { organisation?: string; json?: true }) => {
      const { listUsers } = await import('./actions/user-actions.ts')
      const users = await withApp((app) => listUsers(app, organisation))
      if (json) return console.log(JSON.stringify(users, null, 2))
      for (const { email, role, status, organisation: of } of users) {
        console.log(`${email.padEnd(36)} ${role.padEnd(14)} ${status.padEnd(9)} ${of}`)
      }
      if (users.length === 0) console.error('There are no users yet.')
    })

const addCommand = () =>
  new Command('add')
    .argument('<email>')
    .description('add a user, who can sign in at once, or after following the invitation')
    .requiredOption('--name <first and last name>', 'the last word is the last name')
    .addOption(new Option('--role <role>').choices(roles).makeOptionMandatory())
    .option('--organisation <name or id>', 'the organisation they belong to')
    .option('--new-organisation <name>', 'create the organisation too')
    .addOption(
      new Option('--type <type>', 'the type of the new organisation')
        .choices(organisationTypes)
        .default('Customer'),
    )
    .option('--time-zone <zone>', 'of the new organisation, such as Pacific/Auckland', 'UTC')
    .addOption(new Option('--group <group...>', 'groups they belong to').choices(groups).default([]))
    .option('--invite', 'ask for no password: they are sent a link to set one')
    .option('--no-password', 'ask for no password: they sign in by single sign-on')
    .addHelpText(
      'after',
      `
The password is asked for, or read from standard input when that is no terminal.

Examples:
  $ node bin/chancery.mjs user add jo@acme.example --name "Jo Marsh" --role Administrator --new-organisation Acme
  $ echo "$PASSWORD" | node bin/chancery.mjs user add kim@acme.example --name "Kim Lee" --role InhouseLegal --organisation Acme`,
    )
    .action(async (email: string, options: AddOptions) => {
      const { addPerson } = await import('./actions/user-actions.ts')
      const added = await addPerson(email, options)
      console.log(`${options.invite ? 'Invited' : 'Added'} ${email} to ${added.organisation}.`)
      const isFirst = options.newOrganisation !== undefined && options.role === 'Administrator'
      if (isFirst && options.group.length === 0) console.error(withoutGroups)
    })

const statusCommand = (name: string, status: 'Active' | 'Disabled', meaning: string) =>
  new Command(name)
    .argument('<email>')
    .description(meaning)
    .addHelpText('after', `\nExample:\n  $ node bin/chancery.mjs user ${name} jo@acme.example`)
    .action(async (email: string) => {
      const { setStatus } = await import('./actions/user-actions.ts')
      const changed = await withApp((app) => setStatus(app, email, status))
      const state = status === 'Active' ? 'enabled' : 'disabled'
      console.log(changed ? `${email} is ${state}.` : `${email} was ${state} already.`)
    })

const passwordCommand = () =>
  new Command('set-password')
    .argument('<email>')
    .description("set a user's password; all their sessions end")
    .option('--end-integrations', 'also end the access of their integrations: consents and tokens')
    .addHelpText(
      'after',
      `
The password is asked for, or read from standard input when that is no terminal.

Example:
  $ node bin/chancery.mjs user set-password jo@acme.example`,
    )
    .action(async (email: string, options: { endIntegrations?: boolean }) => {
      const { changePassword } = await import('./actions/user-actions.ts')
      await changePassword(email, options)
      console.log(`${email} has a new password.`)
    })

const secondFactorCommand = () =>
  new Command('reset-second-factor')
    .argument('<email>')
    .description("remove a user's authenticator app, passkeys and recovery codes; all their sessions end")
    .addHelpText(
      'after',
      `
The user gets a mail. Make sure that it is them who asks for it.

Example:
  $ node bin/chancery.mjs user reset-second-factor jo@acme.example`,
    )
    .action(async (email: string) => {
      const { resetSecondFactor } = await import('./actions/user-actions.ts')
      const removed = await withApp((app) => resetSecondFactor(app, email))
      console.log(removed ? `${email} has no second factor any more.` : `${email} had no second factor.`)
    })

const eraseCommand = () =>
  new Command('erase')
    .argument('<email>')
    .description('erase a disabled user for good: what they did stays with the records, without their name')
    .requiredOption('--reason <text>', 'why; the history keeps it with the certificate')
    .addHelpText(
      'after',
      `
Prints the certificate of what was removed and what was kept. Earlier backups still hold the person: docs/operating.md
says how they expire.

Example:
  $ node bin/chancery.mjs user erase jo@acme.example --reason "Left in January; asked for it in writing"`,
    )
    .action(async (email: string, { reason }: { reason: string }) => {
      const { eraseUser } = await import('./actions/user-actions.ts')
      console.log(JSON.stringify(await withApp((app) => eraseUser(app, email, reason)), null, 2))
    })
