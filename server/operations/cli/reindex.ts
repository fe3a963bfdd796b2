// `chancery reindex`: rebuilds the index of file texts, or the part of it that is missing.
import { Command } from 'commander'
import { withApp } from './installation.ts'

/** The command, for chancery.ts to add. */
export const reindexCommand = () =>
  new Command('reindex')
    .description('index the texts of files for searching, where the index is missing or outdated')
    .option('--all', 'read the stored contents of all files again, and index every file')
    .addHelpText(
      'after',
      `
The server indexes files soon after they arrive and looks for missing ones every hour; this does it at once, also beside
a running server. Searching goes on meanwhile. Files that cannot be indexed now are counted, and left to the server.

Examples:
  $ node bin/chancery.mjs reindex
  $ node bin/chancery.mjs reindex --all`,
    )
    .action(async ({ all = false }: { all?: boolean }) => {
      const { files, failed } = await withApp(async (app) => {
        const { reindex } = await import('../../files/texts/missing-words.ts')
        let done = { files: 0, failed: 0 }
        for await (done of reindex(app, { all })) console.error(`${done.files} files so far`)
        return done
      })
      console.log(`${files} files indexed${failed > 0 ? `, ${failed} of them failed` : ''}`)
      if (failed > 0) process.exitCode = 1
    })
