// The set form of the access rules (visibilityOf) against the single-user form (getToSee, fileRights): they must never
// differ.
import { expect, test } from 'vitest'
import { insertContract } from '../../test/fixtures/contracts.ts'
import {
  createContractTemplate,
  createOrganisation,
  createTeam,
  createUser,
  type TestUser,
} from '../../test/factories.ts'
import { insertMatter } from '../../test/fixtures/matters.ts'
import { useTestApp } from '../../test/test-app.ts'
import type { Actor, Role } from '../platform/actor.ts'
import { AppError } from '../platform/errors.ts'
import type { Subject } from '../platform/subject.ts'
import { findSnapshots } from '../identity/users/authorization-snapshot.ts'
import { visibilityOfSubscribers } from './subscribers.ts'

const parts = useTestApp()
const roles: readonly Role[] = ['Administrator', 'InhouseLegal', 'Contributor', 'Standard', 'External']

interface Somebody extends TestUser {
  readonly isDisabled?: true
}

async function people(organisationId: number): Promise<readonly Somebody[]> {
  const made: Somebody[] = []
  for (const role of roles) {
    made.push(await createUser(parts.app, { organisationId, role, permissions: [] }))
    made.push(await createUser(parts.app, { organisationId, role, permissions: ['ManageIntake'] }))
    made.push(
      await createUser(parts.app, {
        organisationId,
        role,
        groups: ['MatterAdministrators', 'ContractAdministrators'],
      }),
    )
  }
  made.push({ ...(await createUser(parts.app, { organisationId, status: 'Disabled' })), isDisabled: true })
  return made
}

/** Records of every kind the access rule distinguishes; the last three users of each role are members of some. */
async function scene() {
  const { id: organisationId } = await createOrganisation(parts.app)
  const { id: elsewhere } = await createOrganisation(parts.app)
  const ours = await people(organisationId)
  const theirs = await people(elsewhere)
  const [owner = ours[0], ...others] = ours
  if (!owner) throw new Error('There is nobody')
  const teamId = await createTeam(parts.app, {
    organisationId,
    members: others.filter((_, i) => i % 2 === 0),
  })
  const templateId = await createContractTemplate(parts.app, { organisationId })
  const subjects: Subject[] = []
  const members = [...others.filter((_, i) => i % 3 === 0), ...theirs.slice(0, 2)]
  for (const restricted of [false, true]) {
    for (const team_id of [null, teamId]) {
      const values = { restricted, team_id }
      const contractId = await insertContract(parts.app, { owner, templateId, members, values })
      subjects.push({ kind: 'contract', id: contractId, organisationId })
      for (const in_intake of [false, true]) {
        const matterId = await insertMatter(parts.app, { owner, members, values: { ...values, in_intake } })
        subjects.push({ kind: 'matter', id: matterId, organisationId })
      }
    }
  }
  return { users: [...ours, ...theirs], subjects }
}

const actorOf = (snapshot: Awaited<ReturnType<typeof findSnapshots>>[number]): Actor => ({
  ...snapshot,
  via: { kind: 'system', name: 'test' },
  requestId: null,
})

test('access to records checked for many users at once matches the check for each user alone [W-72]', async () => {
  const { users, subjects } = await scene()
  const { db, subjects: access } = parts.app
  const people = await findSnapshots(
    db,
    users.map(({ id }) => id),
  )
  expect(people).toHaveLength(users.length - 2)
  const sights = {
    contract: await access.contract.visibilityOf(db, subjects, people),
    matter: await access.matter.visibilityOf(db, subjects, people),
  }
  const counts = { seen: 0, all: 0, hidden: 0 }
  for (const person of people) {
    for (const subject of subjects) {
      const { getToSee, fileRights } = access[subject.kind]
      const alone = {
        maySee: await succeeds(() => getToSee(db, actorOf(person), subject.id)),
        maySeePrivate: await fileRights(db, actorOf(person), subject.id).then(
          ({ seePrivate }) => seePrivate,
          () => false,
        ),
      }
      const { maySee, maySeePrivate } = sights[subject.kind]
      const together = { maySee: maySee(subject, person), maySeePrivate: maySeePrivate(subject, person) }
      expect(together, JSON.stringify({ person, subject })).toEqual(alone)
      counts[alone.maySeePrivate ? 'all' : alone.maySee ? 'seen' : 'hidden'] += 1
    }
  }
  expect(Math.min(...Object.values(counts))).toBeGreaterThan(20)
})

test('nobody is notified of a record that does not exist, and disabled users of no record at all', async () => {
  const { users, subjects } = await scene()
  const [owner] = users
  const disabled = users.find(({ isDisabled }) => isDisabled)
  const [subject] = subjects
  if (!owner || !disabled || !subject) throw new Error('There is nobody')
  const here = { topic: 'contract.created', resourceId: subject.id, subject } as const
  const gone = { ...here, subject: { ...subject, id: 2_000_000_000 } } as const
  const maySee = await visibilityOfSubscribers(parts.app, parts.app.db, {
    userIds: [owner.id, disabled.id],
    events: [here, gone],
  })
  expect(maySee(owner.id, here)).toBe(true)
  expect(maySee(owner.id, gone)).toBe(false)
  expect(maySee(disabled.id, here)).toBe(false)
})

async function succeeds(ask: () => Promise<unknown>): Promise<boolean> {
  try {
    await ask()
    return true
  } catch (error) {
    if (error instanceof AppError && ['not_found', 'forbidden'].includes(error.code)) return false
    throw error
  }
}
