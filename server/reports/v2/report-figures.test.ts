// What reports cost on many lines: `npm run report-figures` prints the time of each ready-made report, and the
// processor time of this process and of the database in it, for 100,000 lines: of all of them, and of as many as the
// range of the report has at the end of a year. Then the same of dashboards. Asserts only that they are answered.
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { createOrganisation, createTeam, createUser } from '../../../test/factories.ts'
import { generateSpend } from '../../../test/fixtures/generated-spend.ts'
import { insertCategory } from '../../../test/fixtures/matters.ts'
import { recountAll } from '../../../test/lists/counts.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'
import { freezeAll } from '../../invoices/own-currency/freeze.ts'
import { readOwnMoney } from '../../invoices/own-currency/own-money.ts'
import { internalTransaction } from '../../platform/events/change.ts'

const parts = useTestApp()
const lines = Number(process.env['CHANCERY_TEST_REPORT_LINES'] ?? 2_000)

interface Ready {
  readonly id: string
  readonly list: string
  readonly filter: string | null
  readonly by: readonly string[]
  readonly measures: readonly string[]
  readonly range: string | null
  readonly compare: string | null
  readonly order: string
  readonly top: number
}

interface Catalogue {
  readonly ready: readonly Ready[]
  readonly lists: readonly { readonly name: string; readonly ownCurrency: boolean }[]
  readonly dashboards: readonly { readonly id: string; readonly tiles: readonly string[] }[]
}

type Span = 'all' | 'a year'

/** The parameters of a report; of a year, the last one in place of the one that has begun. */
const queryOf = ({ list, filter, by, measures, order, top, range, compare }: Ready, span: Span) => ({
  list,
  by: by.join(','),
  measures: measures.join(','),
  order,
  top: String(top),
  ...(filter ? { filter } : {}),
  ...(span === 'a year' && range ? { range: range.replace('/ThisYear', '/LastYear') } : {}),
  ...(span === 'a year' && compare ? { compare } : {}),
})

test('ready-made reports are answered for everybody of a department, however many lines there are [K-9]', async () => {
  const { app } = parts
  const { id: organisationId } = await createOrganisation(app)
  const groups = ['MatterAdministrators', 'ContractAdministrators'] as const
  const all = await createUser(app, { organisationId, permissions: ['SeeAllSpend'], groups: [...groups] })
  const some = await createUser(app, { organisationId })
  const teamId = await createTeam(app, { organisationId, name: 'Disputes', members: [some] })
  const categoryIds = [await insertCategory(app, organisationId), await insertCategory(app, organisationId)]
  const people = { organisationId, owners: [all.id, some.id], categoryIds, teamIds: [teamId] }
  const size = { seed: 7, firms: 20, matters: Math.ceil(lines / 100), invoices: lines / 10, linesEach: 10 }
  await generateSpend(app, people, size)
  await recountAll(app)
  const report = printer()
  await convertAll(organisationId)
  await app.database.pool.query('vacuum analyze')
  for (const [who, user, ownCurrency] of [
    ['sees all spend', all, false],
    ['of a team', some, false],
    ['own currency', all, true],
  ] as const) {
    const caller = await callerFor(parts, user)
    const { ready, lists, dashboards } = (await caller.get('/v2/reports/catalogue')).json<Catalogue>()
    const converts = new Set(lists.filter((each) => each.ownCurrency).map(({ name }) => name))
    for (const span of isAsked ? (['all', 'a year'] as const) : (['all'] as const)) {
      const taken = new Map<string, number>()
      for (const each of ready) {
        const query = {
          ...queryOf(each, span),
          ...(ownCurrency && converts.has(each.list) ? { ownCurrency: 'true' } : {}),
        }
        const began = await measured()
        const answer = await caller.get(`/v2/reports/figures?${new URLSearchParams(query).toString()}`)
        taken.set(each.id, await report(`${each.id.padEnd(24)} ${who}, ${span}`.padEnd(50), began))
        expectAnswered(answer)
      }
      if (isAsked) printDashboards(dashboards, taken, `${who}, ${span}`)
    }
  }
})

/** While it is measured, a report may be stopped: the others are measured all the same. */
function expectAnswered({ statusCode, body }: { readonly statusCode: number; readonly body: string }): void {
  if (isAsked && statusCode === 503) process.stdout.write('stopped after 5 s\n')
  else expect(statusCode, body).toBe(200)
}

/** What the tiles of each take of the database together. */
function printDashboards(
  dashboards: Catalogue['dashboards'],
  taken: ReadonlyMap<string, number>,
  what: string,
): void {
  for (const { id, tiles } of dashboards) {
    const sum = tiles.reduce((before, tile) => before + (taken.get(tile) ?? 0), 0)
    process.stdout.write(`${id}, ${what}: database ${sum.toFixed(0)} ms\n`)
  }
}

/** Rates for all currencies, which what is approved is frozen at. */
async function convertAll(organisationId: number): Promise<void> {
  const admin = await callerFor(parts, await createUser(parts.app, { organisationId, role: 'Administrator' }))
  const settings = { currency: 'EUR', exchangeRateDay: 'InvoiceDate', exchangeRateMaxAge: 366 }
  await admin.patch('/v2/financialSettings', settings)
  for (const currency of ['NZD', 'JPY', 'USD']) {
    for (const year of [2024, 2025, 2026]) {
      await admin.post('/v2/exchangeRates', { currency, from: `${year}-01-01`, rate: 0.6123 })
    }
  }
  const { database, clock } = parts.app
  const { rows } = await database.pool.query<{ id: number }>(
    `select id from invoices where status in ('Approved', 'Paid') and currency <> 'EUR'`,
  )
  const own = await readOwnMoney(parts.app.db, organisationId, clock.now())
  for (let at = 0; at < rows.length; at += 1_000) {
    const ids = rows.slice(at, at + 1_000).map(({ id }) => id)
    await internalTransaction(parts.app, (tx) => freezeAll(tx, own, ids))
  }
}

const measured = async () => ({
  database: await databaseTime(),
  wall: performance.now(),
  own: process.cpuUsage(),
})

/** By process; those that have ended keep what they had. */
const used = new Map<number, number>()

/**
 * The processor time that the sessions of the database have used so far, in milliseconds: other work on the machine
 * does not count. Only where the database runs on this machine, under Linux; 0 elsewhere.
 */
async function databaseTime(): Promise<number> {
  if (!isAsked) return 0
  const { rows } = await parts.app.database.pool.query<{ pid: number }>(
    'select pid from pg_stat_activity where datname = current_database()',
  )
  await Promise.all(
    rows.map(async ({ pid }) => {
      try {
        const [nanoseconds = '0'] = (await readFile(`/proc/${pid}/schedstat`, 'utf8')).split(' ')
        used.set(pid, Number(nanoseconds) / 1_000_000)
      } catch {
        // it has ended
      }
    }),
  )
  return [...used.values()].reduce((sum, each) => sum + each, 0)
}

const isAsked = process.env['CHANCERY_TEST_REPORT_LINES'] !== undefined

function printer() {
  return async (name: string, began: Awaited<ReturnType<typeof measured>>): Promise<number> => {
    if (!isAsked) return 0
    const { user, system } = process.cpuUsage(began.own)
    const wall = performance.now() - began.wall
    const database = (await databaseTime()) - began.database
    const ms = (value: number) => `${value.toFixed(0).padStart(6)} ms`
    process.stdout.write(
      `${name} ${ms(wall)}, process ${ms((user + system) / 1000)}, database ${ms(database)}\n`,
    )
    return database
  }
}
