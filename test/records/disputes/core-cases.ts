// A kind of record that is one descriptor and one migration has everything that records have: nothing in server/records
// is written for matters and contracts alone.
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { getFieldToSee } from '../../../server/fields/access.ts'
import { readValues, replaceValues } from '../../../server/fields/values/values.ts'
import { filesVisibleTo, whoMaySeeFiles } from '../../../server/files/access.ts'
import { insertFileRow } from '../../../server/files/insert-file-row.ts'
import { listVisibleFiles } from '../../../server/files/lists/list-all.ts'
import type { Actor } from '../../../server/platform/actor.ts'
import type { App } from '../../../server/platform/app.ts'
import { change } from '../../../server/platform/events/change.ts'
import type { EventName } from '../../../server/platform/events/event-names.ts'
import { visibilityOfSubjects } from '../../../server/platform/subject.ts'
import { recordKinds } from '../../../server/operations/process/record-kinds.ts'
import { recordView, viewsRecorded } from '../../../server/recents/commands/record-view.ts'
import type { RecentKind } from '../../../server/recents/recent.ts'
import { postStatusMessage } from '../../../server/records/commands/post-status-message.ts'
import { getFor, getToContribute, getToSee, visibleTo } from '../../../server/records/access.ts'
import type { ScopeName } from '../../../server/records/lists/list-scopes.ts'
import { listMembers, memberCatalogue } from '../../../server/records/members.ts'
import { quickFindRecords } from '../../../server/records/lists/quick-find.ts'
import { recentRecords } from '../../../server/records/recently-viewed.ts'
import { foldCounts, recount } from '../../../server/records/lists/record-counts.ts'
import {
  columnsOfScope,
  countVisible,
  getRow,
  listingOf,
  listScope,
  listVisible,
} from '../../../server/records/lists/record-lists.ts'
import { getStatusMessage, listStatusMessages } from '../../../server/records/status-messages.ts'
import { subjectAccess } from '../../../server/records/subject-access.ts'
import { everybody, levelsOf, nothingForEverybody } from '../../fixtures/access-levels.ts'
import { actorFor } from '../../fixtures/actors.ts'
import { createOrganisation, createUser, type TestUser } from '../../factories.ts'
import { insertFieldOn } from '../../fixtures/fields.ts'
import { useTestApp } from '../../test-app.ts'
import { dispute, disputeKind } from './dispute-kind.ts'
import { createDisputeTables, insertDispute } from './insert-dispute.ts'

const parts = useTestApp()
const disputeAccess = subjectAccess(disputeKind)
let app: App

beforeAll(async () => {
  await createDisputeTables(parts.app)
  app = parts.app
})

const page = { filter: null, sort: [], skip: 0, take: 50 } as const

async function world() {
  const { id: organisationId } = await createOrganisation(app)
  const owner = await createUser(app, { organisationId, firstName: 'Ana', lastName: 'Prior' })
  return { organisationId, owner, actor: await actorFor(app, owner) }
}

const getToChange = (kind: typeof disputeKind, db: App['db'], actor: Actor, id: number) =>
  getFor(kind, { db, actor }, id, 'privateFiles')

test('access: every form of the rule agrees for members, counsel, team, administrators and intake', async () => {
  const { people, teamId } = await everybody(parts)
  const { owner, lawyer, business, partner } = people
  const ways = {
    table: 'disputes' as 'contracts',
    subjects: disputeAccess,
    gets: [getToSee, getToContribute, getToChange].map(
      (get) => (db: App['db'], actor: Actor, id: number) => get(disputeKind, db, actor, id),
    ),
    list: (db: App['db'], actor: Actor, id: number) =>
      visibleTo(disputeKind, db, actor).where('disputes.id', '=', id).select('disputes.id').execute(),
  }
  const given = { owner, members: [lawyer, business], counsel: [partner], teamId }
  const open = await insertDispute(app, { ...given, name: 'Open' })
  expect(await levelsOf(parts, ways, people, open)).toEqual({
    ...nothingForEverybody,
    owner: 'change',
    lawyer: 'change',
    business: 'contribute',
    partner: 'change',
    inTeam: 'change',
    recordsAdministrator: 'change',
  })
  const secret = await insertDispute(app, { ...given, name: 'Secret', restricted: true, inIntake: true })
  expect(await levelsOf(parts, ways, people, secret)).toEqual({
    ...nothingForEverybody,
    owner: 'change',
    lawyer: 'change',
    business: 'contribute',
    partner: 'change',
  })
  const waiting = await insertDispute(app, { owner, name: 'Waiting', inIntake: true })
  expect(await levelsOf(parts, ways, people, waiting)).toEqual({
    ...nothingForEverybody,
    owner: 'change',
    recordsAdministrator: 'change',
    managesIntake: 'change',
  })
})

test('refusals name the kind', async () => {
  const { owner, organisationId } = await world()
  const guest = await createUser(app, { organisationId, role: 'Standard' })
  const id = await insertDispute(app, { owner, name: 'Quay', members: [guest] })
  await expect(getToChange(disputeKind, app.db, await actorFor(app, guest), id)).rejects.toThrow(
    'You can see this dispute but not change it. Its owner or a dispute administrator can.',
  )
})

test('lists: scopes, redaction, totals from counts, filters', async () => {
  const { organisationId, owner, actor } = await world()
  const groups = ['MatterAdministrators'] as const
  const administrator = await actorFor(
    app,
    await createUser(app, { organisationId, role: 'Administrator', groups }),
  )
  const open = await insertDispute(app, { owner, name: 'Quay', externalId: 'D-1' })
  const settled = await insertDispute(app, { owner, name: 'Crane', status: 'Settled', inIntake: true })
  const secret = await insertDispute(app, { owner, name: 'Secret', restricted: true })
  const list = async (as: Actor, scope: ScopeName) => {
    const { catalogue } = await columnsOfScope(disputeKind, app, as, { scope, fieldNames: [] })
    const columns = ['id', 'name', 'status', 'ownerName']
    const { rows, total } = await listScope(disputeKind, app, as, { scope, query: page, columns, catalogue })
    expect(total).toBe(rows.length)
    return rows
  }
  const ids = (rows: Awaited<ReturnType<typeof list>>) => rows.map((row) => row['id'])
  expect(ids(await list(actor, 'Personal'))).toEqual([open, settled, secret])
  expect(ids(await list(administrator, 'All'))).toEqual([open, settled])
  expect(ids(await list(actor, 'Teams'))).toEqual([])
  await expect(list(actor, 'All')).rejects.toThrow('Only dispute administrators may list all disputes.')
  await expect(list(actor, 'Intake')).resolves.toMatchObject([{ id: settled }])
  expect(await list(administrator, 'Restricted')).toMatchObject([
    { id: secret, name: null, status: 'Open', ownerName: 'Ana Prior' },
  ])
  const listing = listingOf(disputeKind, app, actor)
  const filter = { kind: 'compare', name: 'status', comparison: 'eq', value: 'Settled' } as const
  const query = { ...page, filter }
  expect(await countVisible(disputeKind, app, actor, { listing, query })).toBe(1)
  const rows = await listVisible(disputeKind, app, actor, { listing, query, columns: ['name', 'teamName'] })
  expect(rows).toMatchObject([{ name: 'Crane', teamName: null }])
  expect(await getRow(disputeKind, app, actor, { id: open, columns: ['name'] })).toMatchObject({
    name: 'Quay',
  })
})

test('counts are right, are folded, and are corrected where a write did not count', async () => {
  const { organisationId, owner } = await world()
  const kinds = recordKinds
  await insertDispute(app, { owner, name: 'Quay' })
  await foldCounts(app)
  expect(await recount(app, kinds, organisationId)).toBe(0)
  await parts.app.database.pool.query('delete from record_counts where organisation_id = $1', [
    organisationId,
  ])
  expect(await recount(app, kinds, organisationId)).toBeGreaterThan(0)
  expect(await recount(app, kinds, organisationId)).toBe(0)
})

test('quick find, recents, members and status messages', async () => {
  const { organisationId, owner, actor } = await world()
  const guest = await createUser(app, { organisationId, firstName: 'Bo', lastName: 'Ray', role: 'Standard' })
  const id = await insertDispute(app, { owner, name: 'Quay wall', externalId: 'D-9', counsel: [guest] })
  await insertDispute(app, { owner, name: 'Crane' })
  const columns = { name: sql.ref<string>('disputes.name'), status: sql.ref<string>('disputes.status') }
  const find = (as: Actor, typed: string) =>
    quickFindRecords(disputeKind, app, as, { typed, take: 5, includeRestricted: true, columns })
  expect(await find(actor, 'quay')).toEqual([{ id, name: 'Quay wall', status: 'Open' }])
  expect(await find(actor, 'D-9')).toMatchObject([{ id }])
  expect(await find(await outsider(), 'quay')).toEqual([])

  recordView(app, actor, { kind: 'Dispute' as string as RecentKind, organisationId, id })
  await viewsRecorded(app)
  expect(await recentRecords(disputeKind, app, actor, { take: 5, columns })).toMatchObject([
    { id, organisationId, name: 'Quay wall', status: 'Open' },
  ])

  const members = await listMembers(disputeKind, { db: app.db, actor }, id, {
    query: { ...page, sort: [{ name: 'fullName', descending: false }] },
    catalogue: memberCatalogue,
    columns: { isCounsel: sql.ref<boolean>('m.counsel') },
  })
  expect(members).toMatchObject({
    total: 2,
    people: [
      { firstName: 'Ana', isCounsel: false },
      { firstName: 'Bo', isCounsel: true },
    ],
  })

  await postStatusMessage(disputeKind, app, actor, { recordId: id, text: 'A hearing is set' })
  const asked = { recordId: id, query: page, columns: ['id', 'message'], count: true }
  const { rows, count } = await listStatusMessages(disputeKind, app, actor, asked)
  expect({ rows, count }).toMatchObject({ rows: [{ message: 'A hearing is set' }], count: 1 })
  const one = { recordId: id, id: Number(rows[0]?.['id']), columns: ['message'] }
  expect(await getStatusMessage(disputeKind, app, actor, one)).toMatchObject({ message: 'A hearing is set' })
  await expect(getStatusMessage(disputeKind, app, await outsider(), one)).rejects.toThrow()
})

test('field values, files and events are attached to it and seen by those who see it', async () => {
  const { organisationId, owner, actor } = await world()
  const id = await insertDispute(app, { owner, name: 'Quay' })
  const form = { organisationId, form: 'DisputeCore' as string as 'MatterCore' }
  const fieldId = await insertFieldOn(parts.app, form, { title: 'Court', type: 'ShortText' })
  const field = await getFieldToSee(app.db, actor, fieldId)
  const fileId = await change(app, actor, async (tx, now) => {
    const subject = { ...(await getToChange(disputeKind, tx, actor, id)), kind: dispute }
    await disputeAccess.hold(tx, subject)
    await replaceValues(tx, subject, new Map([[field, ['The Hague']]]))
    const row = { name: 'Claim.txt', version: 1, size: 1, content_type: 'text/plain', description: null }
    const settings = { linked: false, web_uri: null, private: false, task_id: null, kind: 'File' as const }
    const file = await insertFileRow(tx, actor, { ...row, ...settings, subject, folder: null, now })
    await disputeAccess.noteActivity(tx, subject, now)
    await disputeAccess.noteFieldChange(tx, { organisationId, ids: [id] }, now)
    const resource = { kind: 'dispute', id }
    const name = 'dispute.created' as string as EventName
    return {
      result: file?.id ?? 0,
      events: [{ name, organisationId, resource, subject: { kind: dispute, id } }],
    }
  })

  expect(await readValues(app.db, { kind: dispute, organisationId, id })).toEqual(
    new Map([[fieldId, ['The Hague']]]),
  )
  const name = `field_${fieldId}`
  const shown = { scope: 'Personal', fieldNames: [name] } as const
  const { catalogue } = await columnsOfScope(disputeKind, app, actor, shown)
  const filter = { kind: 'compare', name, comparison: 'eq', value: 'the hague' } as const
  const asked = { scope: 'Personal', query: { ...page, filter }, columns: ['id', name], catalogue } as const
  expect(await listScope(disputeKind, app, actor, asked)).toMatchObject({
    total: 1,
    rows: [{ id, [name]: ['The Hague'] }],
  })

  const person = await outsider()
  const files = (as: Actor) => listVisibleFiles(app, as, { query: page, columns: ['id', 'name'] })
  expect(await files(actor)).toMatchObject([{ id: fileId, name: 'Claim.txt' }])
  expect(await files(person)).toEqual([])
  expect(await filesVisibleTo(app, app.db, person).selectAll('files').execute()).toEqual([])
  const maySee = await whoMaySeeFiles(app, app.db, {
    files: [{ organisationId, id: fileId }],
    people: [actor, person],
  })
  expect([actor, person].map((each) => maySee({ organisationId, id: fileId }, each))).toEqual([true, false])

  const event = await app.db
    .selectFrom('events')
    .where('organisation_id', '=', organisationId)
    .where('name', '=', 'dispute.created')
    .select(['subject_kind', 'subject_id'])
    .executeTakeFirstOrThrow()
  expect(event).toEqual({ subject_kind: 'dispute', subject_id: id })
  const subject = { kind: dispute, organisationId, id }
  const visibility = await visibilityOfSubjects(app.subjects, app.db, [subject], [actor, person])
  expect([actor, person].map((each) => visibility.maySee(subject, each))).toEqual([true, false])
  const { rows } = await sql<{ version: number }>`select version from disputes
    where organisation_id = ${organisationId} and id = ${id}`.execute(parts.app.database.kysely)
  expect(rows).toEqual([{ version: 2 }])
})

async function outsider(): Promise<Actor> {
  const { id: organisationId } = await createOrganisation(app)
  const user: TestUser = await createUser(app, { organisationId, role: 'Administrator' })
  return actorFor(app, user)
}
