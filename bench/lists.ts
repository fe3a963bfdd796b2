// Reading, listing, finding and creating matters and contracts in organisations of different sizes: against a bare server of Node
// and against the same operations without HTTP, in the same rounds; how long each list's statements take by themselves, and
// whether any plan of them grows with its table.
import { parseArgs } from 'node:util'
import type { RunningApp } from '../server/process/app.ts'
import { seedLarge } from '../server/demo/large/seed-large.ts'
import type { Actor } from '../server/platform/actor.ts'
import type { Reader } from '../server/platform/postgres/database.ts'
import { actorFor } from '../test/actors.ts'
import { plansOf, wrongInPlan } from '../test/plans.ts'
import { accessTokenFor } from '../test/tokens.ts'
import { startInstallation } from './parts/installation.ts'
import { measure, startLoad } from './parts/measure.ts'
import { type Asking, contractPage, matterPage, requestsOf } from './parts/records.ts'

/** `--sizes` of the organisations (1000,100000), `--seconds` of each measurement (2), `--rounds` (3). */
export async function run(words: readonly string[], signal: AbortSignal): Promise<void> {
  const { values } = parseArgs({
    args: [...words],
    options: {
      sizes: { type: 'string', default: '1000,100000' },
      seconds: { type: 'string', default: '2' },
      rounds: { type: 'string', default: '3' },
    },
  })
  const { app, url, end } = await startInstallation({ CHANCERY_RATE_LIMITS: 'off' })
  const load = startLoad()
  try {
    for (const size of values.sizes.split(',').map(Number)) {
      const began = performance.now()
      const { email } = await seedLarge(app, { size })
      console.log(
        `\n${size} contracts and ${size} matters, made in ${((performance.now() - began) / 1000).toFixed(1)} s`,
      )
      await vacuum(app)
      const asking = await askingAs(app, email, { url, size })
      await tellPlans(app, asking.actor)
      await measure({
        requests: requestsOf(asking),
        load,
        signal,
        milliseconds: Number(values.seconds) * 1000,
        rounds: Number(values.rounds),
      })
    }
  } finally {
    load.disconnect()
    await end()
  }
}

/** What the background of a running installation has done long since. */
async function vacuum(app: RunningApp): Promise<void> {
  const client = await app.database.pool.connect()
  await client.query('set statement_timeout = 0')
  await client.query('vacuum analyze')
  await client.query('reset statement_timeout')
  client.release()
}

async function askingAs(
  app: RunningApp,
  email: string,
  where: { readonly url: string; readonly size: number },
): Promise<Asking> {
  const user = await app.db
    .selectFrom('users')
    .where('email_key', '=', email)
    .select(['id', 'email', 'organisation_id as organisationId'])
    .executeTakeFirstOrThrow()
  const token = await accessTokenFor(app, { ...user, name: 'Administrator' })
  const contract = await app.database.kysely
    .selectFrom('contracts')
    .where('organisation_id', '=', user.organisationId)
    .where('restricted', '=', false)
    .select(['id', 'template_id as templateId'])
    .executeTakeFirstOrThrow()
  const matter = await app.database.kysely
    .selectFrom('matters')
    .where('organisation_id', '=', user.organisationId)
    .where('restricted', '=', false)
    .select(['id', 'category_id as categoryId'])
    .executeTakeFirstOrThrow()
  const headers = { authorization: `Bearer ${token}` }
  return { app, actor: await actorFor(app, user), headers, contract, matter, ...where }
}

const few = 5_000

/** Says of every list, its total with it, how long its statements take and what in their plans grows with the table. */
async function tellPlans(app: RunningApp, actor: Actor): Promise<void> {
  const tell = async (name: string, work: (db: Reader) => Promise<unknown>) => {
    const plans = await plansOf(app.database.pool, work)
    const times = plans.map(({ milliseconds }) => milliseconds.toFixed(1)).join(' + ')
    const wrong = plans.flatMap((plan) => wrongInPlan(plan, { few, large: ['contracts', 'matters'] }))
    console.log(`  ${name}: ${times} ms${wrong.length === 0 ? '' : `; ${wrong.join(', ')}`}`)
  }
  console.log('total + page, by the database alone')
  for (const sort of ['createdAt', 'name', 'lastActivityAt']) {
    for (const scope of ['Personal', 'Teams', 'All', 'Restricted'] as const) {
      await tell(`contracts ${scope} by ${sort}`, (db) =>
        contractPage({ ...app, db }, actor, scope, { sort }),
      )
      await tell(`matters ${scope} by ${sort}`, (db) => matterPage({ ...app, db }, actor, scope, { sort }))
    }
    await tell(`matters Intake by ${sort}`, (db) => matterPage({ ...app, db }, actor, 'Intake', { sort }))
  }
}
