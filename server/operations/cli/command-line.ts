// Everything that `chancery` can do: one file per command; this file lists them.
import { Command } from 'commander'
import { backupCommand } from './backup.ts'
import { clientCommand } from './client.ts'
import { clockCommand } from './clock.ts'
import { distributeCommand } from './distribute.ts'
import { installationCommand } from './installation-command.ts'
import { keysCommand } from './keys.ts'
import { listenCommand } from './listen.ts'
import { filesCommand } from './files.ts'
import { migrateCommand } from './migrate.ts'
import { openapiCommand } from './openapi.ts'
import { organisationCommand } from './organisation.ts'
import { reindexCommand } from './reindex.ts'
import { routesCommand } from './routes.ts'
import { seedCommand } from './seed.ts'
import { ssoCommand } from './sso.ts'
import { startCommand } from './start.ts'
import { tokenCommand } from './token.ts'
import { userCommand } from './user.ts'

const commands = [
  startCommand,
  migrateCommand,
  distributeCommand,
  seedCommand,
  tokenCommand,
  listenCommand,
  clockCommand,
  userCommand,
  installationCommand,
  organisationCommand,
  clientCommand,
  filesCommand,
  reindexCommand,
  ssoCommand,
  keysCommand,
  backupCommand,
  openapiCommand,
  routesCommand,
]

/** The whole command line, which does nothing before it is given words. */
export function commandLine(): Command {
  const program = new Command('chancery')
    .description('Chancery, the legal-work platform: its server and its operating commands.')
    .addHelpText(
      'after',
      `
Commands work next to a running server and without one; which installation they mean is said by the same
settings as for the server (CHANCERY_STATE_DIR, DATABASE_URL, ...: docs/configuration.md).

Examples:
  $ node bin/chancery.mjs start
  $ node bin/chancery.mjs user list
  $ node bin/chancery.mjs help user`,
    )
    .showHelpAfterError('(--help shows all commands, with examples)')
  for (const command of commands) program.addCommand(command())
  for (const command of everyCommand(program)) command.exitOverride().showHelpAfterError('(see --help)')
  return program
}

/** A command, and all below it. */
export function everyCommand(of: Command): readonly Command[] {
  return [of, ...of.commands.flatMap(everyCommand)]
}
