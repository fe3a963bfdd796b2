// The directory: searching people, their profiles, and the teams of the organisation.
import { sql } from 'kysely'
import { type Picture, readPicture } from '../organisations/pictures.ts'
import type { Actor, Permission, Role } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { notFound } from '../../platform/errors.ts'
import { likePattern } from '../../platform/lists/list-query.ts'
import type { Person } from '../../platform/person.ts'
import { peopleVisibleTo, teamsVisibleTo } from './access.ts'
import { pictureIds } from './people-on-records.ts'
import type { UserStatus } from './user.ts'

/** Search criteria; all that are given must match. */
export interface PeopleSearch {
  /** Words that start a first or last name, or occur in the email address. */
  readonly text?: string | undefined
  readonly permission?: Permission | undefined
  readonly statuses?: readonly UserStatus[] | undefined
  readonly organisationId?: number | undefined
}

/** A person in the directory. */
export interface DirectoryEntry extends Person {
  readonly email: string
  readonly status: UserStatus
  readonly directPhone: string | null
  readonly mobilePhone: string | null
  /** Null for those who may not see it. */
  readonly hourlyRate: number | null
  readonly invitedAt: Date | null
  /** Incomplete matters that they own or manage and that the actor may see. */
  readonly liveMatters: number
}

/** Further details of one person. */
export interface Profile extends DirectoryEntry {
  readonly role: Role
  readonly organisationType: 'Customer' | 'ServiceProvider'
  readonly jobTitle: string | null
  readonly biography: string | null
  readonly linkedInUrl: string | null
  readonly departmentId: number | null
  readonly departmentName: string | null
  readonly specialityIds: readonly number[]
}

const mostPeople = 1_000

/**
 * The people that the actor may find and that match the search, by name; at most a thousand, so that a search has to be
 * narrow.
 */
export async function searchPeople(
  app: App,
  actor: Actor,
  search: PeopleSearch,
): Promise<readonly DirectoryEntry[]> {
  let query = entries(app, actor)
  for (const word of (search.text ?? '')
    .split(/\s+/)
    .filter((each) => each !== '')
    .slice(0, 10)) {
    const [begins, has] = [likePattern('startswith', word), likePattern('contains', word)]
    query = query.where(sql<boolean>`(lower(users.first_name) like lower(${begins})
      or lower(users.last_name) like lower(${begins}) or users.email_key like lower(${has}))`)
  }
  if (search.permission) {
    // the permissions of people of another organisation are not searchable
    query = query
      .where(sql<boolean>`${search.permission} = any(users.permissions)`)
      .where('users.organisation_id', '=', actor.organisationId)
  }
  if (search.statuses) query = query.where('users.status', 'in', [...search.statuses])
  if (search.organisationId !== undefined)
    query = query.where('users.organisation_id', '=', search.organisationId)
  const rows = await query
    .orderBy(sql`lower(users.last_name) collate "C"`)
    .orderBy(sql`lower(users.first_name) collate "C"`)
    .orderBy('users.id')
    .limit(mostPeople)
    .execute()
  return rows.map((row) => entryOf(row, actor))
}

function entries({ db, subjects }: App, actor: Actor) {
  const isSeen = subjects.matter.isToSee(db, actor, { organisationId: 'm.organisation_id', id: 'm.id' })
  return peopleVisibleTo(db, actor)
    .innerJoin('organisations', 'organisations.id', 'users.organisation_id')
    .select([
      'users.id',
      'users.first_name',
      'users.last_name',
      'users.organisation_id',
      'organisations.name as organisation_name',
      'organisations.type as organisation_type',
      'users.email',
      'users.status',
      'users.direct_phone',
      'users.mobile_phone',
      'users.hourly_rate',
      'users.invited_at',
      ...pictureIds,
      // not through access.ts: isSeen is its rule; matters that the actor does not see are not counted
      sql<number>`(select count(*) from matters m
        where m.organisation_id in (${sql.join([...actor.organisationIds])})
          and users.id in (m.owner_id, m.manager_id) and m.status not in ('Complete', 'Archived')
          and ${isSeen})`.as('live_matters'),
    ])
}

type EntryRow = Awaited<ReturnType<ReturnType<typeof entries>['execute']>>[number]

/** Billing rates are visible to the person, and to the administrators and invoice managers of their organisation. */
const maySeeRateOf = (actor: Actor, row: Pick<EntryRow, 'id' | 'organisation_id'>): boolean =>
  actor.userId === row.id ||
  (actor.organisationId === row.organisation_id &&
    (actor.role === 'Administrator' || actor.permissions.has('ManageInvoices')))

function entryOf(row: EntryRow, actor: Actor): DirectoryEntry {
  return {
    id: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    organisationId: row.organisation_id,
    organisationName: row.organisation_name,
    pictureId: row.pictureId,
    logoId: row.logoId,
    email: row.email,
    status: row.status as UserStatus,
    directPhone: row.direct_phone,
    mobilePhone: row.mobile_phone,
    hourlyRate: row.hourly_rate === null || !maySeeRateOf(actor, row) ? null : Number(row.hourly_rate),
    invitedAt: row.invited_at,
    liveMatters: row.live_matters,
  }
}

/** The profile of one person; not_found if the actor may not find them. */
export async function getProfile(app: App, actor: Actor, id: string): Promise<Profile> {
  const row = await entries(app, actor)
    .leftJoin('departments', (join) =>
      join
        .onRef('departments.organisation_id', '=', 'users.organisation_id')
        .onRef('departments.id', '=', 'users.department_id'),
    )
    .where('users.id', '=', id)
    .select([
      'users.role',
      'users.job_title',
      'users.biography',
      'users.linkedin_url',
      'users.department_id',
      'departments.name as department_name',
      'users.speciality_ids',
    ])
    .executeTakeFirst()
  if (!row) throw notFound()
  return {
    ...entryOf(row, actor),
    role: row.role as Role,
    organisationType: row.organisation_type as Profile['organisationType'],
    jobTitle: row.job_title,
    biography: row.biography,
    linkedInUrl: row.linkedin_url,
    departmentId: row.department_id,
    departmentName: row.department_name,
    specialityIds: row.speciality_ids.map(Number),
  }
}

/** The teams of the actor's organisation by name; with `assignable` only those that records can be assigned to. */
export async function listTeams(
  { db }: App,
  actor: Actor,
  { assignable }: { readonly assignable: boolean },
): Promise<readonly { readonly id: number; readonly name: string }[]> {
  let query = teamsVisibleTo(db, actor)
  if (assignable) query = query.where('allow_assignment', '=', true)
  return query.select(['id', 'name']).orderBy(sql`lower(name) collate "C"`).orderBy('id').execute()
}

/** The picture of a person whom the actor may find; not_found if there is none. */
export async function getPicture({ db }: App, actor: Actor, userId: string): Promise<Picture> {
  const row = await peopleVisibleTo(db, actor)
    .where('users.id', '=', userId)
    .select('users.organisation_id as organisationId')
    .executeTakeFirst()
  if (!row) throw notFound()
  return readPicture(db, { ...row, userId })
}
