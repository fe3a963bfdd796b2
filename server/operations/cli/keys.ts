// `chancery keys`: the key that secrets are sealed with, and the keys that access tokens are signed with.
import { Command } from 'commander'

/** The command with its subcommands, for chancery.ts to add. */
export const keysCommand = () =>
  new Command('keys')
    .description('encryption key: rotate, drop the old one; signing keys: replace')
    .addHelpText(
      'after',
      '\nExamples:\n  $ node bin/chancery.mjs keys rotate\n  $ node bin/chancery.mjs keys drop-old\n  $ node bin/chancery.mjs keys replace',
    )
    .addCommand(rotateCommand())
    .addCommand(dropCommand())
    .addCommand(replaceCommand())

const rotateCommand = () =>
  new Command('rotate')
    .description('create a new encryption key and reseal every secret with it, while servers are running')
    .option('--key-file <path>', 'where to write the new key if CHANCERY_ENCRYPTION_KEY holds the old one')
    .addHelpText(
      'after',
      `
Running servers take the new key from the database, within seconds and without a restart. Give the new key to every
machine (a copy of encryption.key, or CHANCERY_ENCRYPTION_KEY), then drop the old one. If the command is interrupted,
run it again: it goes on.

Examples:
  $ node bin/chancery.mjs keys rotate
  $ node bin/chancery.mjs keys rotate --key-file /etc/chancery/new.key`,
    )
    .action(async ({ keyFile }: { keyFile?: string }) => {
      const [{ withApp }, { rotateEncryptionKey }] = await loadActions()
      const resealed = await withApp((app) => rotateEncryptionKey(app, { keyFile }))
      console.log(`The new key is in use; ${resealed} secrets were resealed with it.`)
      console.log('When every machine has the new key: node bin/chancery.mjs keys drop-old')
    })

const dropCommand = () =>
  new Command('drop-old')
    .description('complete a rotation: from now on the old encryption key opens nothing')
    .addHelpText(
      'after',
      `
Machines that still have the old key in their settings do not start any more. "Next page" links of lists that were
handed out before the rotation may have to be fetched again.

Example:
  $ node bin/chancery.mjs keys drop-old`,
    )
    .action(async () => {
      const [{ withApp }, { dropOldKey }] = await loadActions()
      await withApp(dropOldKey)
      console.log('The old key has been dropped. Keep it with the backups made before the rotation.')
    })

const replaceCommand = () =>
  new Command('replace')
    .description(
      'replace every signing key now, if one may be compromised: access tokens become invalid at once, refresh tokens stay valid',
    )
    .addHelpText('after', '\nExample:\n  $ node bin/chancery.mjs keys replace')
    .action(async () => {
      const [{ withApp }, { replaceSigningKeys }] = await Promise.all([
        import('./installation.ts'),
        import('../../identity/oauth/keys.ts'),
      ])
      await withApp(replaceSigningKeys)
      console.log('Replaced. Access tokens are invalid from now on; integrations refresh them automatically.')
    })

const loadActions = () => Promise.all([import('./installation.ts'), import('../process/key-rotation.ts')])
