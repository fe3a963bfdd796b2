// `chancery keys`: the keys that access tokens are signed with. They are rotated by themselves; this is for an emergency.
import { Command } from 'commander'

/** The command with its subcommand, for chancery.ts to add. */
export const keysCommand = () =>
  new Command('keys')
    .description('signing keys: replace')
    .addHelpText('after', '\nExample:\n  $ npx chancery keys replace')
    .addCommand(
      new Command('replace')
        .description(
          'replace every signing key now, when somebody else may know one: access tokens end within a minute, refresh tokens go on',
        )
        .addHelpText('after', '\nExample:\n  $ npx chancery keys replace')
        .action(async () => {
          const [{ withApp }, { replaceSigningKeys }] = await Promise.all([
            import('./installation.ts'),
            import('../oauth/keys.ts'),
          ])
          await withApp(replaceSigningKeys)
          console.log('Replaced. Access tokens end within a minute; integrations refresh them by themselves.')
        }),
    )
