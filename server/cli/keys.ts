// `chancery keys`: the key that secrets are sealed with, and the keys that access tokens are signed with.
import { Command } from 'commander'

/** The command with its subcommands, for chancery.ts to add. */
export const keysCommand = () =>
  new Command('keys')
    .description('encryption key: rotate, drop the old one; signing keys: replace')
    .addHelpText(
      'after',
      '\nExamples:\n  $ npx chancery keys rotate\n  $ npx chancery keys drop-old\n  $ npx chancery keys replace',
    )
    .addCommand(rotateCommand())
    .addCommand(dropCommand())
    .addCommand(replaceCommand())

const rotateCommand = () =>
  new Command('rotate')
    .description('make a new encryption key and seal every secret again with it, while the servers run')
    .option('--key-file <path>', 'where to put the new key when CHANCERY_ENCRYPTION_KEY holds the old one')
    .addHelpText(
      'after',
      `
Running servers take the new key from the database, within seconds and without a restart. Give the new key to every
machine (a copy of encryption.key, or CHANCERY_ENCRYPTION_KEY), then drop the old one. If the command is interrupted,
run it again: it goes on.

Examples:
  $ npx chancery keys rotate
  $ npx chancery keys rotate --key-file /etc/chancery/new.key`,
    )
    .action(async ({ keyFile }: { keyFile?: string }) => {
      const [{ withApp }, { rotateEncryptionKey }] = await loadWork()
      const resealed = await withApp((app) => rotateEncryptionKey(app, { keyFile }))
      console.log(`The new key is in use; ${resealed} secrets were sealed again with it.`)
      console.log('When every machine has the new key: npx chancery keys drop-old')
    })

const dropCommand = () =>
  new Command('drop-old')
    .description('end a rotation: from now on only the new encryption key opens anything')
    .addHelpText(
      'after',
      `
Machines that still have the old key in their settings do not start any more. "Next page" links of lists that were
handed out before the rotation may have to be fetched again.

Example:
  $ npx chancery keys drop-old`,
    )
    .action(async () => {
      const [{ withApp }, { dropOldKey }] = await loadWork()
      await withApp(dropOldKey)
      console.log('The old key is dropped. Keep it with the backups that were made before.')
    })

const replaceCommand = () =>
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
    })

const loadWork = () => Promise.all([import('./installation.ts'), import('../process/key-rotation.ts')])
