// Details of matters in v1 as they were shaped before the database made the JSON: what it makes must be the same.
import { sql } from 'kysely'
import type { Actor, Role } from '../../../server/platform/actor.ts'
import type { App } from '../../../server/platform/app.ts'
import { matterNumberText } from '../../../server/platform/display-ids.ts'
import type { MaySee } from '../../../server/platform/granted.ts'
import type { Person } from '../../../server/platform/person.ts'
import { utcText } from '../../../server/http/v1/dates.wire.ts'
import { personToV1 } from '../../../server/http/v1/people.wire.ts'
import { memberToV1 } from '../../../server/matters/v1/matters.wire.ts'
import { memberOf, memberSql, personSql } from './people.ts'
import { getWith } from '../../../server/records/access.ts'
import { seenStateSql } from '../../../server/matters/lateness.ts'
import type { Matter } from '../../../server/matters/matter.ts'
import { matterKind } from '../../../server/matters/matter-kind.ts'
import type { Member } from '../../../server/matters/matter-members.ts'
import type { MatterState } from '../../../server/matters/state.ts'

/** What somebody said about how the matter is going. */
export interface StatusMessage {
  readonly id: number
  readonly message: string
  readonly createdAt: Date
  readonly by: Person | undefined
  readonly role: Role
}

/** A word that is put on matters. */
interface Tag {
  readonly id: number
  readonly description: string
}

/** The terms a matter is worked on under. */
interface Terms {
  readonly fileId: number
  readonly code: string
  readonly fileName: string
}

/** A matter with what its details show with it. */
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
  const columns = relatedColumns(app.clock.now())
  const { record: matter, related } = await getWith(matterKind, { db: app.db, actor }, id, columns)
  const { owner, manager, lastMessage, tags, ...rest } = related
  return {
    matter,
    number: matterNumberText(app.config.displayIdPrefix, matter),
    url: `${app.config.webUrl}/#/matters/${matter.id}`,
    ...rest,
    owner: owner ? memberOf(owner) : undefined,
    manager: manager ? memberOf(manager) : undefined,
    lastStatusMessage: lastMessage && {
      ...lastMessage,
      createdAt: new Date(lastMessage.createdAt),
      by: lastMessage.by ?? undefined,
    },
    tags: tags ?? [],
  }
}

const relatedColumns = (now: Date) => ({
  state: seenStateSql(now),
  organisationName: sql<string>`(select o.name from organisations o where o.id = matters.organisation_id)`,
  owner: memberSql('matters.owner_id'),
  manager: memberSql('matters.manager_id'),
  lastMessage,
  tags,
  terms,
})

const lastMessage = sql<
  (Omit<StatusMessage, 'createdAt' | 'by'> & { createdAt: string; by: Person | null }) | null
>`(
  select json_build_object('id', s.id, 'message', s.message, 'createdAt', s.created_at,
    'by', ${personSql('s.user_id')}, 'role', (select u.role from users u where u.id = s.user_id))
  from matter_status_messages s
  where s.organisation_id = matters.organisation_id and s.matter_id = matters.id order by s.id desc limit 1)`

/** In the order in which they were put on the matter. */
const tags = sql<readonly Tag[] | null>`(
  select json_agg(json_build_object('id', t.id, 'description', t.description) order by mt.added_at, t.id)
  from matter_tags mt join tags t on t.organisation_id = mt.organisation_id and t.id = mt.tag_id
  where mt.organisation_id = matters.organisation_id and mt.matter_id = matters.id)`

/** The terms, as long as their file is there for everybody on the matter: not moved away, nor into a private folder. */
// not through access.ts: who sees the matter sees its files that are not private
const terms = sql<Terms | null>`(
  select json_build_object('fileId', f.id, 'code', mt.code, 'fileName', f.name)
  from matter_terms mt join files f on f.organisation_id = mt.organisation_id and f.id = mt.file_id
  where mt.organisation_id = matters.organisation_id and mt.matter_id = matters.id
    and f.deleted_at is null and f.matter_id = matters.id and not f.shielded)`

const statusMessageToV1 = ({ id, message, createdAt, by, role }: StatusMessage) => ({
  message,
  createdDateUtc: utcText(createdAt),
  id,
  ...(by ? personToV1(by) : {}),
  role,
})

/** The details of a matter, and its mail address. */
export function matterToV1(details: MatterDetails, mailAddress: string | null) {
  const { matter, owner, manager } = details
  return {
    id: matter.id,
    matterNumber: details.number,
    matterUrl: details.url,
    createdDateUtc: utcText(matter.createdAt),
    managerOrganisationId: manager?.organisationId ?? null,
    owner: owner ? memberToV1(owner) : null,
    manager: manager ? memberToV1(manager) : null,
    organisationId: matter.organisationId,
    organisationName: details.organisationName,
    lastStatusMessage: details.lastStatusMessage ? statusMessageToV1(details.lastStatusMessage) : null,
    terms: details.terms,
    matterSpecificEmail: mailAddress,
    tags: details.tags.map(({ id, description }) => ({ id, description })),
    categoryId: matter.categoryId,
    externalId: matter.externalId,
    name: matter.name,
    parentId: matter.parentId,
    restricted: matter.restricted,
    status: details.state,
    teamId: matter.teamId,
    urgent: matter.urgent,
  }
}
