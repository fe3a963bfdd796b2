// Taking demo data in: everything or nothing in one transaction, silently, by the code that makes the rows of imports.
import { Readable } from 'node:stream'
import { withStoredContent } from '../files/contents/stored-blobs.ts'
import { checkFeatures, type FeatureCode } from '../identity/features/feature.ts'
import { getOrganisationToChange } from '../identity/organisations/access.ts'
import { organisationEvent } from '../identity/organisations/events.ts'
import { createTeamWithin } from '../identity/users/commands/create-team.ts'
import { insertUser, userEvent } from '../identity/users/commands/add-user.ts'
import type { ImportKind, Making } from '../imports/import-kind.ts'
import { importedContracts } from '../imports/kinds/contracts.ts'
import { importedKeyDates } from '../imports/kinds/key-dates.ts'
import { importedMatters } from '../imports/kinds/matters.ts'
import { importedPeople } from '../imports/kinds/people.ts'
import { importedTasks } from '../imports/kinds/tasks.ts'
import { importedTeams } from '../imports/kinds/teams.ts'
import { createLookups, type FoundFile } from '../imports/work/lookups.ts'
import { rowOf, WrongRow } from '../imports/work/row.ts'
import { addStarterSet } from '../starter-sets/add-starter-set.ts'
import { readPresent } from '../starter-sets/present.ts'
import { notificationKinds } from '../notifications/notification.ts'
import { setNotifyPreferences } from '../notifications/preferences.ts'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import { docxType } from '../platform/documents/text/text-formats.ts'
import { docxOf } from '../platform/documents/writing/docx.ts'
import { conflict } from '../platform/errors.ts'
import { change, type DomainEvent } from '../platform/events/change.ts'
import { joined } from '../platform/events/joined.ts'
import type { Tx } from '../platform/postgres/database.ts'
import { addDays, todayIn } from '../platform/time/local-time.ts'
import { timeZoneOf } from '../platform/time/time-zone.ts'
import { hasRoom, type Part, partNames } from './own-demo.ts'
import * as plan from './plan.ts'
import { contracts, keyDates } from './planned-contracts.ts'

const features: readonly FeatureCode[] = [
  ...new Set([importedMatters, importedContracts, importedTasks].flatMap((kind) => kind.features)),
]

/**
 * Takes demo data into the actor's organisation: nobody is notified. For administrators of the organisation. Throws
 * conflict if it is there already, or if the organisation has records of its own and is not in a sandbox.
 */
export async function takeInDemoData(app: App, actor: Actor): Promise<void> {
  checkFeatures(actor, features)
  const { organisationId } = actor
  const { name: us } = await app.db
    .selectFrom('organisations')
    .where('id', '=', organisationId)
    .select('name')
    .executeTakeFirstOrThrow()
  // before anything is stored
  await checkRoom(app, actor, app.db as Tx)
  const files = new Map<string, FoundFile>()
  // contents are stored before anything refers to them, and removed again if nothing does
  const withDocuments = async (left: typeof contracts): Promise<void> => {
    const [next, ...others] = left
    if (!next) return takeIn(app, actor, files)
    const bytes = docxOf(next.document(us))
    return withStoredContent(app, organisationId, Readable.from([bytes]), (content) => {
      const path = String(next.row.document)
      files.set(path, { ...content, path, contentType: docxType })
      return withDocuments(others)
    })
  }
  await withDocuments(contracts)
}

async function checkRoom(app: App, { organisationId }: Actor, db: Tx): Promise<void> {
  const there = await db
    .selectFrom('demo_data')
    .where('organisation_id', '=', organisationId)
    .select('organisation_id')
    .executeTakeFirst()
  if (there) throw conflict('There is demo data already: throw it away first.')
  if (!(await hasRoom(app, db, organisationId)))
    throw conflict(
      'Demo data is for organisations without matters and contracts of their own, and for sandboxes.',
    )
}

function takeIn(app: App, actor: Actor, files: ReadonlyMap<string, FoundFile>): Promise<void> {
  return change({ ...app, silent: { demoData: true } }, actor, async (tx, now) => {
    const { organisationId, userId } = actor
    await getOrganisationToChange(tx, actor, organisationId)
    await checkRoom(app, actor, tx)
    const timeZone = await timeZoneOf(tx, organisationId)
    const lookups = createLookups(() => tx, { organisationId, importId: 0 })
    const file = (path: string) => {
      const found = files.get(path)
      return Promise.resolve(found ? { is: found } : { like: [] })
    }
    const rows = { warnings: 'KeepValues', isCheck: false } as const
    const making: Making = { app, tx, actor, now, timeZone, lookups: { ...lookups, file }, ...rows }
    const taking: Taking = { making, parts: [], events: [] }
    await addTypes(app, taking)
    await addPeople(taking)
    await addRecords(taking)
    await tx
      .insertInto('demo_data')
      .values({
        organisation_id: organisationId,
        parts: JSON.stringify(taking.parts),
        taken_by: userId,
        taken_at: now,
      })
      .execute()
    const event = organisationEvent('organisation.demoData.taken', organisationId, {
      parts: taking.parts.length,
    })
    return { result: undefined, events: [...taking.events, event] }
  })
}

interface Taking {
  readonly making: Making
  readonly parts: Part[]
  readonly events: DomainEvent[]
}

async function addTypes(app: App, { making: { tx, actor }, parts }: Taking): Promise<void> {
  const { organisationId } = actor
  const before = await present(tx, organisationId)
  await addStarterSet(joined({ ...app, silent: { demoData: true } }, tx), actor, plan.types)
  const after = await present(tx, organisationId)
  for (const what of Object.values(partNames)) {
    const known = new Set(before.get(what))
    // what the organisation had by its name is its own
    parts.push(...(after.get(what) ?? []).filter((id) => !known.has(id)).map((id) => ({ what, id })))
  }
}

async function present(tx: Tx, organisationId: number): Promise<ReadonlyMap<string, readonly number[]>> {
  const { matterTypes, contractTypes } = await readPresent(tx, organisationId, plan.types)
  const fields = await tx
    .selectFrom('fields')
    .where('organisation_id', '=', organisationId)
    .where('deleted_at', 'is', null)
    .where(
      'api_name',
      'in',
      plan.types.fields.map(({ apiName }) => apiName),
    )
    .select('id')
    .execute()
  const groups = await tx
    .selectFrom('contract_groups')
    .where('organisation_id', '=', organisationId)
    .where(
      'name',
      'in',
      plan.types.contractTypes.map(({ group }) => group),
    )
    .select('id')
    .execute()
  return new Map([
    [partNames.field, fields.map(({ id }) => id)],
    [partNames.group, groups.map(({ id }) => id)],
    [partNames.matterType, [...matterTypes.values()]],
    [partNames.contractType, [...contractTypes.values()]],
  ])
}

const silent = Object.fromEntries(notificationKinds.map((kind) => [kind, 'Off' as const]))

/** They have no password and get no mail: nobody is behind their addresses. */
async function addPeople({ making, parts, events }: Taking): Promise<void> {
  const { tx, actor, now } = making
  const { organisationId } = actor
  for (const [who, { name, role, jobTitle }] of Object.entries(plan.people)) {
    const [firstName = '', lastName = ''] = name.split(' ')
    const user = {
      organisationId,
      email: addressOf(organisationId, who),
      firstName,
      lastName,
      role,
      jobTitle,
    }
    const { id, email } = await insertUser(tx, user, { status: 'Active', now, by: actor })
    await setNotifyPreferences(tx, { userId: id, organisationId }, silent, now)
    parts.push({ what: importedPeople.name, id })
    events.push(userEvent('user.created', user, { id, email }))
  }
  const members = plan.team.members.map((who) => addressOf(organisationId, who))
  const found = await tx
    .selectFrom('users')
    .where('organisation_id', '=', organisationId)
    .where('email_key', 'in', members)
    .select('id')
    .execute()
  const { name, description } = plan.team
  const made = await createTeamWithin(
    tx,
    actor,
    { organisationId, name, description, memberIds: found.map(({ id }) => id) },
    now,
  )
  parts.push({ what: importedTeams.name, id: made.id })
  events.push(...made.events)
}

/** An address of a domain that exists nowhere (RFC 2606), which no other organisation of the installation has. */
const addressOf = (organisationId: number, who: string) => `${who}@demo-${organisationId}.example`

async function addRecords(taking: Taking): Promise<void> {
  for (const row of plan.matters) await add(taking, importedMatters, row)
  for (const { row } of contracts) await add(taking, importedContracts, row)
  for (const row of plan.tasks) await add(taking, importedTasks, row)
  for (const row of keyDates) await add(taking, importedKeyDates, row)
}

// tasks and key dates go with their records
const ownParts: ReadonlySet<string> = new Set([importedMatters.name, importedContracts.name])

async function add({ making, parts, events }: Taking, kind: ImportKind, planned: plan.PlannedRow) {
  const properties = await making.lookups.kept(`properties of ${kind.name}`, () =>
    kind.properties(making.tx, making.actor),
  )
  const texts = new Map([...textsOf(making, planned), ...(await membersOf(making, kind, planned.member))])
  const row = rowOf(texts, properties)
  try {
    const made = await kind.make(making, row)
    events.push(...made.events)
    if (ownParts.has(kind.name)) parts.push({ what: kind.name, id: Number(made.id) })
  } catch (error) {
    if (error instanceof WrongRow)
      throw new Error(`${String(planned.name)}: ${error.message}`, { cause: error })
    throw error
  }
}

/** Who takes it in sees it, whatever they may see of others' records. */
async function membersOf(
  { tx, actor }: Making,
  kind: ImportKind,
  member: plan.PlannedRow[string],
): Promise<readonly (readonly [string, string])[]> {
  if (!ownParts.has(kind.name)) return []
  const { email } = await tx
    .selectFrom('users')
    .where('id', '=', actor.userId)
    .select('email')
    .executeTakeFirstOrThrow()
  const besides = member === undefined ? [] : [addressOf(actor.organisationId, String(member))]
  return [['members', [email, ...besides].join('; ')]]
}

const personal: ReadonlySet<string> = new Set(['owner', 'manager', 'assignee'])

function textsOf({ actor, timeZone, now }: Making, planned: plan.PlannedRow): ReadonlyMap<string, string> {
  const today = todayIn(timeZone, now).day(0)
  return new Map(
    Object.entries(planned).flatMap(([name, value]): [string, string][] => {
      if (value === undefined || name === 'member') return []
      if (typeof value === 'number') return [[name, addDays(today, value)]]
      return [[name, personal.has(name) ? addressOf(actor.organisationId, value) : value]]
    }),
  )
}
