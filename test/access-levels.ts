// What somebody may do with a record, asked in every way there is; the ways must agree.
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Actor } from '../server/platform/actor.ts'
import type { SubjectAccess } from '../server/platform/subject.ts'
import type { Reader } from '../server/platform/postgres/database.ts'
import { AppError } from '../server/platform/errors.ts'
import { actorFor } from './actors.ts'
import { createOrganisation, createTeam, createUser, type TestUser } from './factories.ts'
import type { TestApp } from './test-app.ts'

interface Ways {
  readonly table: 'contracts' | 'matters'
  readonly subjects: SubjectAccess
  /** To see, to contribute, to change. */
  readonly gets: readonly ((db: Reader, actor: Actor, id: number) => Promise<unknown>)[]
  /** The rows of the list that are this record. */
  readonly list: (db: Reader, actor: Actor, id: number) => Promise<readonly unknown[]>
}

const levels: Readonly<Record<string, string>> = {
  'yes yes yes': 'change',
  'yes yes forbidden': 'contribute',
  'yes forbidden forbidden': 'see',
  'not_found not_found not_found': 'nothing',
}

/** What the person may do with the record: `change`, `contribute`, `see` or `nothing`. */
async function levelOf({ app }: TestApp, ways: Ways, user: TestUser, id: number): Promise<string> {
  const { db } = app
  const actor = await actorFor(app, user)
  const attempts = ways.gets.map((get) =>
    get(db, actor, id).then(
      () => 'yes',
      (error: unknown) => (error instanceof AppError ? error.code : 'failed'),
    ),
  )
  const answers = (await Promise.all(attempts)).join(' ')
  const listed = await ways.list(db, actor, id)
  expect(listed.length === 1, 'the list and the look-up agree').toBe(answers.startsWith('yes'))
  const columns = { organisationId: 'r.organisation_id', id: 'r.id' }
  const asked = await db
    .selectFrom(`${ways.table} as r`)
    .modifyFront(sql`/* every organisation: the test knows the id only */`)
    .where('r.id', '=', id)
    .select(() => [
      ways.subjects.isToSee(db, actor, columns).as('see'),
      ways.subjects.isToChange(db, actor, columns).as('change'),
    ])
    .executeTakeFirstOrThrow()
  expect(asked, 'lists of what is attached to it agree as well').toEqual({
    see: answers.startsWith('yes'),
    change: answers === 'yes yes yes',
  })
  return levels[answers] ?? answers
}

/** What each of the people may do with the record, by their names. */
export async function levelsOf<Name extends string>(
  parts: TestApp,
  ways: Ways,
  people: Readonly<Record<Name, TestUser>>,
  id: number,
): Promise<Record<Name, string>> {
  const found: Record<string, string> = {}
  for (const [name, user] of Object.entries<TestUser>(people)) {
    found[name] = await levelOf(parts, ways, user, id)
  }
  return found
}

/** Everybody who may have something to do with a record of an organisation, and some who never have. */
export async function everybody({ app }: TestApp) {
  const { id: organisationId } = await createOrganisation(app)
  const firm = await createOrganisation(app, { type: 'ServiceProvider' })
  const other = await createOrganisation(app)
  const inTeam = await createUser(app, { organisationId, role: 'Contributor' })
  const businessInTeam = await createUser(app, { organisationId, role: 'Standard' })
  const groups = ['ContractAdministrators', 'MatterAdministrators'] as const
  // only what each is meant to show counts
  const permissions = [] as const
  const people = {
    owner: await createUser(app, { organisationId, permissions }),
    lawyer: await createUser(app, { organisationId, permissions }),
    business: await createUser(app, { organisationId, role: 'Standard' }),
    partner: await createUser(app, { organisationId: firm.id, role: 'MatterManager' }),
    inTeam,
    businessInTeam,
    recordsAdministrator: await createUser(app, { organisationId, groups, permissions }),
    administrator: await createUser(app, { organisationId, role: 'Administrator', permissions }),
    managesIntake: await createUser(app, { organisationId, role: 'Standard', permissions: ['ManageIntake'] }),
    partnersColleague: await createUser(app, { organisationId: firm.id, role: 'MatterManager' }),
    foreignAdministrator: await createUser(app, {
      organisationId: other.id,
      role: 'Administrator',
      permissions: ['ManageIntake'],
      groups,
    }),
  }
  const teamId = await createTeam(app, { organisationId, members: [inTeam, businessInTeam] })
  return { organisationId, people, teamId }
}

/** What everybody may do with a record of which nothing is said. */
export const nothingForEverybody = {
  owner: 'nothing',
  lawyer: 'nothing',
  business: 'nothing',
  partner: 'nothing',
  inTeam: 'nothing',
  businessInTeam: 'nothing',
  recordsAdministrator: 'nothing',
  administrator: 'nothing',
  managesIntake: 'nothing',
  partnersColleague: 'nothing',
  foreignAdministrator: 'nothing',
} as const
