// `chancery installation`: who administers the whole installation, named by its operator.
import { Command } from 'commander'
import { withApp } from './installation.ts'

/** The command with its subcommands, for chancery.ts to add. */
export const installationCommand = () =>
  new Command('installation')
    .description('the installation as a whole: list-administrators, add-administrator, remove-administrator')
    .addHelpText(
      'after',
      `
They see the health of the installation and its background jobs in the web app; nothing of other organisations.

Examples:
  $ node bin/chancery.mjs installation add-administrator jo@acme.example
  $ node bin/chancery.mjs installation list-administrators`,
    )
    .addCommand(listCommand())
    .addCommand(addCommand())
    .addCommand(removeCommand())

const listCommand = () =>
  new Command('list-administrators')
    .description('list who administers the whole installation')
    .addHelpText('after', '\nExample:\n  $ node bin/chancery.mjs installation list-administrators')
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
  new Command('add-administrator')
    .argument('<email>')
    .description('let an administrator of an organisation administer the installation as well')
    .addHelpText(
      'after',
      '\nExample:\n  $ node bin/chancery.mjs installation add-administrator jo@acme.example',
    )
    .action(async (email: string) => {
      const { setInstallationAdministrator } = await import('./actions/user-actions.ts')
      const added = await withApp((app) => setInstallationAdministrator(app, email, true))
      console.log(
        added ? `${email} administers the installation.` : `${email} administered the installation already.`,
      )
    })

const removeCommand = () =>
  new Command('remove-administrator')
    .argument('<email>')
    .description('take it back, at once and in every process')
    .addHelpText(
      'after',
      '\nExample:\n  $ node bin/chancery.mjs installation remove-administrator jo@acme.example',
    )
    .action(async (email: string) => {
      const { setInstallationAdministrator } = await import('./actions/user-actions.ts')
      const removed = await withApp((app) => setInstallationAdministrator(app, email, false))
      console.log(
        removed ? `${email} no longer administers the installation.` : `${email} did not administer it.`,
      )
    })
