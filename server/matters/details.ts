// The details of one matter: the matter with what is shown beside it.
import type { Actor, Role } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import { matterNumberText } from '../platform/display-ids.ts'
import type { MaySee } from '../platform/granted.ts'
import type { Person } from '../platform/person.ts'
import { findPerson } from '../users/queries.ts'
import { getMatterToSee } from './access.ts'
import { seenStateOf } from './lateness.ts'
import type { Matter } from './matter.ts'
import { findMember, type Member } from './members.ts'
import type { MatterState } from './state.ts'

/** What somebody said of how the matter stands. */
export interface StatusMessage {
  readonly id: number
  readonly message: string
  readonly createdAt: Date
  readonly by: Person | undefined
  readonly role: Role
}

/** A word that is put on matters. */
export interface Tag {
  readonly id: number
  readonly description: string
}

/** The terms a matter is worked on under. */
export interface Terms {
  readonly fileId: number
  readonly code: string
  readonly fileName: string
}

/** A matter with what its details show beside it. */
export interface MatterDetails {
  readonly matter: Matter & MaySee
  /** The number people know it by. */
  readonly number: string
  /** Where the web app shows it. */
  readonly url: string
  /** The state it is seen in: while it is Active, late tasks show. */
  readonly state: MatterState
  readonly organisationName: string
  readonly owner: Member | undefined
  readonly manager: Member | undefined
  readonly lastStatusMessage: StatusMessage | null
  readonly tags: readonly Tag[]
  readonly terms: Terms | null
}

/** Everything the details of a matter show; not_found as for every matter the caller may not see. */
export async function getMatterDetails(app: App, actor: Actor, id: number): Promise<MatterDetails> {
  const matter = await getMatterToSee(app.db, actor, id)
  const { ownerId, managerId, organisationId } = matter
  const [state, organisation, owner, manager, lastStatusMessage, tags, terms] = await Promise.all([
    seenStateOf(app.db, matter, app.clock.now()),
    findOrganisationName(app, organisationId),
    findMember(app.db, matter, ownerId),
    managerId === null ? undefined : findMember(app.db, matter, managerId),
    findLastStatusMessage(app, matter),
    listTags(app, matter),
    findTerms(app, matter),
  ])
  return {
    matter,
    number: matterNumberText(app.config.displayIdPrefix, organisationId, matter.number),
    url: `${app.config.webUrl}/#/matters/${matter.id}`,
    state,
    organisationName: organisation.name,
    owner,
    manager,
    lastStatusMessage,
    tags,
    terms,
  }
}

const findOrganisationName = ({ db }: App, id: number) =>
  db.selectFrom('organisations').where('id', '=', id).select('name').executeTakeFirstOrThrow()

async function findLastStatusMessage({ db }: App, matter: Matter & MaySee): Promise<StatusMessage | null> {
  const row = await db
    .selectFrom('matter_status_messages')
    .innerJoin('users', 'users.id', 'matter_status_messages.user_id')
    .where('matter_status_messages.organisation_id', '=', matter.organisationId)
    .where('matter_id', '=', matter.id)
    .orderBy('matter_status_messages.id', 'desc')
    .select([
      'matter_status_messages.id',
      'message',
      'matter_status_messages.created_at',
      'user_id',
      'users.role',
    ])
    .limit(1)
    .executeTakeFirst()
  if (!row) return null
  return {
    id: row.id,
    message: row.message,
    createdAt: row.created_at,
    by: await findPerson(db, row.user_id),
    role: row.role as Role,
  }
}

/** The tags of the matter in the order in which they were put on it. */
const listTags = ({ db }: App, matter: Matter & MaySee): Promise<readonly Tag[]> =>
  db
    .selectFrom('matter_tags')
    .innerJoin('tags', (join) =>
      join
        .onRef('tags.organisation_id', '=', 'matter_tags.organisation_id')
        .onRef('tags.id', '=', 'matter_tags.tag_id'),
    )
    .where('matter_tags.organisation_id', '=', matter.organisationId)
    .where('matter_tags.matter_id', '=', matter.id)
    .select(['tags.id', 'tags.description'])
    .orderBy('matter_tags.added_at')
    .orderBy('tags.id')
    .execute()

/** The terms, as long as their file is there for everybody on the matter. */
async function findTerms({ db }: App, matter: Matter & MaySee): Promise<Terms | null> {
  const row = await db
    .selectFrom('matter_terms')
    .innerJoin('files', (join) =>
      join
        .onRef('files.organisation_id', '=', 'matter_terms.organisation_id')
        .onRef('files.id', '=', 'matter_terms.file_id'),
    )
    .where('matter_terms.organisation_id', '=', matter.organisationId)
    .where('matter_terms.matter_id', '=', matter.id)
    .where('files.deleted_at', 'is', null)
    // it may have been moved to another record, or into a private folder
    .where('files.matter_id', '=', matter.id)
    .where('files.shielded', '=', false)
    .select(['files.id', 'matter_terms.code', 'files.name'])
    .executeTakeFirst()
  return row ? { fileId: row.id, code: row.code, fileName: row.name } : null
}
