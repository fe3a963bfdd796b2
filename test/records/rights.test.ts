// The table of rights, tried: every property and act by every kind of person, over both versions. What is refused is
// named and leaves everything as it was; what is allowed is done.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SubjectKind } from '../../server/platform/subject.ts'
import { type RecordRight, recordRights, rightOf } from '../../server/records/rights/rights-table.ts'
import { recountAll } from '../lists/counts.ts'
import { useTestApp } from '../test-app.ts'
import { contractAttempts } from './contract-rights.ts'
import { matterAttempts } from './matter-rights.ts'
import type { Attempt } from './rights-attempts.ts'
import { openRightsWorld, type PersonName, personNames, type RightsWorld } from './rights-world.ts'

const parts = useTestApp()
let world: RightsWorld

beforeAll(async () => {
  world = await openRightsWorld(parts)
})

// what is hidden or given away is so past the commands
afterAll(() => recountAll(parts.app))

const attempts = { matter: matterAttempts, contract: contractAttempts }

test.each(['matter', 'contract'] as const)('every right on a %s is tried', (kind) => {
  const tried = Object.keys(attempts[kind])
  const known = recordRights.filter((name) => rightOf(name).kinds.includes(kind))
  expect(tried.toSorted()).toEqual(known.toSorted())
})

/**
 * Changes with every row about records of the organisation that is written: their number, and the latest transaction
 * that wrote one of them.
 */
async function storedNow(): Promise<unknown> {
  const tables = [
    'matters',
    'contracts',
    'matter_members',
    'contract_members',
    'matter_tags',
    'matter_terms',
    'matter_scopes',
    'tasks',
    'files',
    'contract_key_dates',
    'contract_notice_periods',
    'contract_renewal_terms',
    'contract_renewal_decisions',
    'signed_copies',
    'field_values',
    'requests',
    'invoices',
    'email_drafts',
    'contract_approvals',
    'contract_approvers',
    'events',
  ]
  const each = tables.map(
    (table) =>
      sql`(select count(*) || ' ' || coalesce(max(xmin::text::bigint), 0) from ${sql.table(table)}
        where organisation_id = ${world.organisationId}) as ${sql.ref(table)}`,
  )
  const { sql: text, parameters } = sql`select ${sql.join(each)}`.compile(parts.app.db)
  // planned once: it is asked two thousand times
  const { rows } = await parts.app.database.pool.query({ name: 'stored', text, values: [...parameters] })
  return rows[0] as unknown
}

async function tryIt(kind: SubjectKind, right: RecordRight, person: PersonName, attempt: Attempt) {
  const { caller, on, seesIt } = await world.placed(kind, person, attempt)
  const isAllowed = seesIt && world.mayByTable(person, right)
  const before = isAllowed ? undefined : await storedNow()
  const answer = await attempt.call(caller, on)
  const what = `${person}, ${right} as ${attempt.names ?? ''}: ${answer.statusCode} ${answer.body}`
  if (isAllowed) {
    // an owner has to be replaced before they can leave
    const isOwnerLeaving = right === 'leave' && answer.statusCode === 409
    expect(isOwnerLeaving || answer.statusCode < 300, what).toBe(true)
    return
  }
  const refusals = seesIt ? (attempt.refusedWith ?? 403) : (attempt.unseenWith ?? 404)
  expect([refusals].flat(), what).toContain(answer.statusCode)
  if (seesIt && attempt.names !== undefined && answer.statusCode === 403) {
    const { errors = {} } = answer.json<{ errors?: Record<string, unknown> }>()
    const names = attempt.names === 'field' ? `field_${world.fieldIds[kind]}` : attempt.names
    expect(Object.keys(errors), what).toContain(names)
  }
  expect(await storedNow(), what).toEqual(before)
}

describe.each(['matter', 'contract'] as const)('a %s', (kind) => {
  test.each(personNames[kind])('to its %s is what the table says [P-64]', async (person) => {
    for (const [right, some = []] of Object.entries(attempts[kind])) {
      for (const attempt of some) await tryIt(kind, right as RecordRight, person, attempt)
    }
  })
})
