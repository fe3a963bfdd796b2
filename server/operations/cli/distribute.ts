// `chancery distribute`: prints, or applies, how the tables are distributed over several database servers.
import { Command } from 'commander'
import pg from 'pg'
import { checkCitus, distribute, distributionOf } from '../../platform/postgres/citus.ts'
import { migrateEverything, openDatabaseServer } from '../process/database-server.ts'
import { installationConfig, toTerminal } from './installation.ts'

/** The command, for chancery.ts to add. */
export const distributeCommand = () =>
  new Command('distribute')
    .description(
      'distribute the tables of DATABASE_URL over several servers by organisation, with the extension Citus',
    )
    .option('--shards <number>', 'how many parts each table is divided into', '32')
    .option('--apply', 'do it; otherwise the statements are printed. Stop all servers first')
    .addHelpText(
      'after',
      `
Examples:
  $ node bin/chancery.mjs distribute                  prints the statements
  $ node bin/chancery.mjs distribute --apply          runs them in one transaction`,
    )
    .action(distributeTables)

interface Options {
  readonly shards: string
  readonly apply?: boolean
}

async function distributeTables({ shards, apply = false }: Options): Promise<void> {
  const count = Number(shards)
  if (!Number.isInteger(count) || count < 1 || count > 64_000)
    throw new Error(`--shards must be a whole number from 1 to 64000; it is "${shards}"`)
  const config = installationConfig()
  if (!config.databaseUrl) throw new Error('Set DATABASE_URL: the embedded database is a single server.')
  const { connection } = await openDatabaseServer(config, toTerminal)
  await migrateEverything(connection, (name) => console.error(`Applied ${name}`))
  const client = new pg.Client(connection)
  await client.connect()
  try {
    const distribution = await distributionOf(client, count)
    const { statements, reference, distributed } = distribution
    if (!apply) return console.log(statements.map((statement) => `${statement};`).join('\n'))
    if ((await checkCitus(client)).isDistributed) return console.log('The tables are distributed already.')
    await distribute(client, distribution)
    console.log(
      `${distributed.length} tables are distributed by organisation over ${count} shards; ${reference.length} are on every server.`,
    )
  } finally {
    await client.end()
  }
}
