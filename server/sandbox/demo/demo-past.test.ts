// What the demo's people did before the day on which it is made: its moments agree, and its reports say something.
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { followFigures, type ReadyReport } from '../../../test/fixtures/opened-figures.ts'
import type { Caller } from '../../../test/http.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'
import { ensureDemo } from './ensure-demo.ts'
import { lifeOf } from './plans/contract-lives.ts'
import { generatedContracts } from './plans/generated-records.ts'
import { pastRequests } from './plans/past-requests.ts'

const tested = useTestApp({}, { demo: true })
let head: Caller

beforeAll(async () => {
  expect(await ensureDemo(tested.app)).toBe(true)
  const user = await tested.app.db
    .selectFrom('users')
    .where('email_key', '=', 'admin@harbour.example')
    .select(['id', 'organisation_id as organisationId', 'email', 'first_name as name'])
    .executeTakeFirstOrThrow()
  head = await callerFor(tested, user)
})

interface Row {
  readonly values: readonly (number | null)[]
}

/** The figures of a report, over everything where it has no groups. */
async function figures(query: Readonly<Record<string, string>>): Promise<readonly Row['values'][]> {
  const answer = await head.get(`/v2/reports/figures?${new URLSearchParams(query).toString()}`)
  const { groups, totals } = answer.json<{ groups: Row[]; totals: Row[] }>()
  return ('by' in query ? groups : totals).map(({ values }) => values)
}

const today = (now: Date) => now.toISOString().slice(0, 10)

test('each life is in order, is over before today, and expires after its execution, on any day', () => {
  for (const day of ['2026-03-02', '2027-12-31', '2028-02-29']) {
    for (const [turn, contract] of generatedContracts.entries()) {
      const { created, moves, sent, expiry } = lifeOf(contract, turn, day)
      const days = [created, ...moves.map((move) => move.day), day]
      for (const [place, next] of days.slice(1).entries()) expect((days[place] ?? '') < next).toBe(true)
      const negotiated = moves.findIndex(({ stage }) => stage === 'Negotiating')
      const ended = moves[negotiated + 1]?.day ?? ''
      if (sent) expect([sent.from <= sent.until, sent.until < ended]).toEqual([true, true])
      const executed = moves.find(({ stage }) => stage === 'Executed')?.day
      expect(expiry !== undefined).toBe(executed !== undefined)
      if (expiry !== undefined && contract.stages.at(-1) === 'Executed') expect(expiry > day).toBe(true)
    }
  }
})

test('the history of contracts and requests is in the order of its moments, none of which is to come', async () => {
  const { rows } = await sql<{ wrong: number; moves: number }>`
    select count(*) filter (where at < before or at > ${tested.app.clock.now()})::int as wrong, count(*)::int as moves
    from (select at, lag(at) over (partition by subject_kind, subject_id order by id) as before from events e
      where subject_kind = 'contract' or (subject_kind = 'matter'
        and exists (select from requests r where r.organisation_id = e.organisation_id and r.matter_id = e.subject_id))) as history`.execute(
    tested.app.db,
  )
  expect(rows[0]?.wrong).toBe(0)
  expect(rows[0]?.moves).toBeGreaterThan(300)
})

test('a contract was executed when its history says, and one that has expired did so by its date', async () => {
  const { rows } = await sql<{ status: string; agrees: boolean; expired: boolean | null }>`
    select c.status, c.executed_at = (select e.at from events e where e.organisation_id = c.organisation_id
        and e.subject_kind = 'contract' and e.subject_id = c.id and e.name = 'contract.status.updated'
        and e.facts ->> 'to' = 'Executed') as agrees,
      c.expiry <= ${today(tested.app.clock.now())}::timestamp as expired
    from contracts c where c.executed_at is not null`.execute(tested.app.db)
  expect(rows.length).toBeGreaterThan(20)
  for (const row of rows) {
    expect(row.agrees).toBe(true)
    if (row.status !== 'Void') expect(row.expired ?? false).toBe(row.status === 'Expired')
  }
})

test('reports of contracts and requests have days, renewals that are near, and promises that were kept', async () => {
  const [[execution, count] = []] = await figures({
    list: 'contracts',
    measures: 'medianDaysToExecute,count',
    range: 'executed/Last12Months',
  })
  expect(execution).toBeGreaterThan(5)
  expect(count).toBeGreaterThan(10)
  const stages = ['Draft', 'Negotiating', 'Approval', 'Signing'].map((stage) => `medianDaysIn${stage}`)
  const [stays = []] = await figures({
    list: 'contracts',
    measures: [...stages, 'medianDaysToApprove'].join(','),
  })
  expect(stays).toHaveLength(5)
  for (const days of stays) expect(days).toBeGreaterThan(0.5)
  const renewals = await figures({
    list: 'contracts',
    by: 'contract',
    measures: 'count',
    filter: "Status eq 'Executed'",
    range: 'expiry/Next90Days',
  })
  expect(renewals.length).toBeGreaterThan(4)
  const [[asked, undecided, decided, kept] = []] = await figures({
    list: 'matters',
    measures: 'requests,undecided,medianDaysToDecide,inTimePercent',
    range: 'created/Last12Months',
  })
  expect([asked, undecided]).toEqual([pastRequests.length + 2, 2])
  expect(decided).toBeGreaterThan(1)
  expect(kept).toBeGreaterThan(50)
})

test('each figure of the ready-made reports opens exactly the rows that come to it [K-130]', async () => {
  // statements are planned as on a database that has been in use
  await tested.app.database.pool.query('analyze')
  const { ready } = (await head.get('/v2/reports/catalogue')).json<{ ready: readonly ReadyReport[] }>()
  const differing: string[] = []
  const followed = new Map<string, number>()
  for (const report of ready) {
    const { differs, count } = await followFigures(head, report)
    differing.push(...differs)
    followed.set(report.list, (followed.get(report.list) ?? 0) + count)
  }
  expect(differing).toEqual([])
  for (const list of ['invoices', 'invoiceLines', 'invoiceAllocations', 'moneyByDate', 'matters'])
    expect(followed.get(list), list).toBeGreaterThan(20)
  for (const list of ['exposures', 'legalCosts', 'insideCosts', 'keyDates'])
    expect(followed.get(list), list).toBeGreaterThan(5)
})
