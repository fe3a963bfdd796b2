// A dispute of any sort, past the commands: with counsel, in intake, restricted.
import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import type { App } from '../../../server/platform/app.ts'
import { internalTransaction } from '../../../server/platform/events/change.ts'
import { countNewRecord } from '../../../server/records/lists/record-counts.ts'
import type { TestUser } from '../../factories.ts'
import { disputeKind } from './dispute-kind.ts'

const schema = readFileSync(new URL('schema.sql', import.meta.url), 'utf8')

/** The tables of disputes, in the database of a test file. */
export async function createDisputeTables({ database }: Pick<App, 'database'>): Promise<void> {
  await database.pool.query(schema)
}

export interface NewDispute {
  readonly owner: TestUser
  readonly name: string
  readonly members?: readonly TestUser[]
  /** Those of the members who act for the owner. */
  readonly counsel?: readonly TestUser[]
  readonly status?: 'Open' | 'Settled'
  readonly teamId?: number
  readonly restricted?: boolean
  readonly inIntake?: boolean
  readonly externalId?: string
}

/** A dispute of the owner's organisation; the owner is a member. */
export function insertDispute(app: App, given: NewDispute): Promise<number> {
  const { owner, name, members = [], counsel = [], status = 'Open', teamId = null } = given
  const { restricted = false, inIntake = false, externalId = null } = given
  const { organisationId } = owner
  return internalTransaction(app, async (tx, now) => {
    const { rows } = await sql<{ id: number }>`
      insert into disputes (organisation_id, name, status, owner_id, created_by, team_id, restricted, in_intake,
        external_id, created_at, updated_at, last_activity_at)
      values (${organisationId}, ${name}, ${status}, ${owner.id}, ${owner.id}, ${teamId}, ${restricted}, ${inIntake},
        ${externalId}, ${now}, ${now}, ${now}) returning id`.execute(tx)
    const id = rows[0]?.id ?? 0
    const people = [...new Set([owner, ...members, ...counsel].map((each) => each.id))]
    for (const userId of people) {
      await sql`insert into dispute_members (organisation_id, dispute_id, user_id, counsel)
        values (${organisationId}, ${id}, ${userId}, ${counsel.some((each) => each.id === userId)})`.execute(
        tx,
      )
      await tx
        .insertInto('user_organisations')
        .values({ user_id: userId, organisation_id: organisationId })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    }
    const counted = { organisationId, teamId, status, restricted, inIntake }
    countNewRecord(tx, disputeKind, counted, people)
    return id
  })
}
