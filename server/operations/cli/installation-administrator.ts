// `chancery installation-administrator`: who administers the whole installation, named by its operator.
import { Command } from 'commander'
import { withApp } from './installation.ts'

/** The command with its subcommands, for chancery.ts to add. */
export const installationAdministratorCommand = () =>
  new Command('installation-administrator')
    .description('who administers the whole installation: list, add, remove')
    .addHelpText(
      'after',
      `
They see the health of the installation and its background jobs in the web app; nothing of other organisations.

Examples:
  $ node bin/chancery.mjs installation-administrator add jo@acme.example
  $ node bin/chancery.mjs installation-administrator list`,
    )
    .addCommand(listCommand())
    .addCommand(addCommand())
    .addCommand(removeCommand())

const listCommand = () =>
  new Command('list')
    .description('list them')
    .addHelpText('after', '\nExample:\n  $ node bin/chancery.mjs installation-administrator list')
    .action(async () => {
      const { listInstallationAdministrators } = await import(
        '../../identity/users/installation-administrators.ts'
      )
      const all = await withApp(listInstallationAdministrators)
      for (const { email, organisation, counts } of all)
        console.log(
          `${email.padEnd(36)} ${organisation}${counts ? '' : ' (not an active administrator there)'}`,
        )
      if (all.length === 0) console.error('There are none yet.')
    })

const addCommand = () =>
  new Command('add')
    .argument('<email>')
    .description('let an administrator of an organisation administer the installation as well')
    .addHelpText(
      'after',
      '\nExample:\n  $ node bin/chancery.mjs installation-administrator add jo@acme.example',
    )
    .action(async (email: string) => {
      const { setInstallationAdministrator } = await import('./actions/user-actions.ts')
      const added = await withApp((app) => setInstallationAdministrator(app, email, true))
      console.log(
        added ? `${email} administers the installation.` : `${email} administered the installation already.`,
      )
    })

const removeCommand = () =>
  new Command('remove')
    .argument('<email>')
    .description('take it back, at once and in every process')
    .addHelpText(
      'after',
      '\nExample:\n  $ node bin/chancery.mjs installation-administrator remove jo@acme.example',
    )
    .action(async (email: string) => {
      const { setInstallationAdministrator } = await import('./actions/user-actions.ts')
      const removed = await withApp((app) => setInstallationAdministrator(app, email, false))
      console.log(
        removed ? `${email} no longer administers the installation.` : `${email} did not administer it.`,
      )
    })
