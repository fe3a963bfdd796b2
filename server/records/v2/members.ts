// v2 of the people on a record: the list of them, what each is on it, taking them off.
import Type from 'typebox'
import { answerList } from '../../http/answer-list.ts'
import { idsIn, personIdOf } from '../../http/ids.ts'
import { namesV2 } from '../../http/input-names.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onDelete, onGet, onPut } from '../../http/routes.ts'
import { jsonBody } from '../../http/v2/bodies.ts'
import { choicesIn, needed, propertiesOf, textIn } from '../../http/v2/merge-patch.ts'
import { listFromV2, listQueryOf, pageSchema, pageToV2, skipSchemaValidation } from '../../http/v2/odata.ts'
import { type Properties, sorted } from '../../http/v2/odata-properties.ts'
import {
  audited,
  nullable,
  personExample,
  textOf,
  userColumns,
  userProperties,
  userReference,
  userToV2,
} from '../../http/v2/references.wire.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import type { ListedRow } from '../../platform/lists/list-rows.ts'
import { type MemberRole, memberListing, listMemberRows } from '../member-listing.ts'
import type { RecordBase, RecordKind } from '../record-kind.ts'

/** What somebody is to be on a record. */
interface RolesV2 {
  readonly userId: string
  readonly roles: ReadonlySet<MemberRole>
  readonly note: string | null
}

/** What people can be on the records of a kind, and how they become that. */
export interface MemberWireV2 {
  /** What people can be on records of the kind. */
  readonly roles: readonly MemberRole[]
  readonly set: (app: App, actor: Actor, recordId: number, roles: RolesV2) => Promise<void>
  readonly remove: (app: App, actor: Actor, recordId: number, userId: string) => Promise<void>
}

const config = { access: { right: 'use' } } as const
const inputNames = namesV2({ userId: 'userId', ownerId: 'userId', managerId: 'userId' })

const memberSchema = (roles: readonly MemberRole[]) =>
  Type.Object(
    {
      user: Type.Object(userReference),
      roles: Type.Array(Type.Unsafe<MemberRole>({ type: 'string', enum: [...roles] })),
      note: nullable<string>('string', {
        description: 'For people of the organisation, and for the person.',
      }),
      added: Type.Object(audited),
    },
    {
      examples: [
        {
          user: personExample,
          roles: ['Member', 'Owner'],
          note: 'Please look at clause 4.',
          added: { dateUtc: '2026-03-02T09:00:00.000Z', userName: 'Ana Prior' },
        },
      ],
    },
  )

const columns = [...userColumns('user'), 'roles', 'note', 'addedAt', 'addedByName']

/** What lists of members can be filtered and sorted by. */
export const memberProperties: Properties = {
  ...userProperties('User', 'user'),
  'Added/DateUtc': sorted('addedAt'),
}

const memberToV2 = (row: ListedRow) => {
  const addedBy = textOf(row, 'addedByName')
  return {
    user: userToV2(row, 'user') ?? { id: textOf(row, 'userId') },
    roles: row['roles'] as readonly MemberRole[] as MemberRole[],
    note: (row['note'] as string | null) ?? null,
    added: {
      ...(row['addedAt'] instanceof Date ? { dateUtc: row['addedAt'].toISOString() } : {}),
      ...(addedBy === '' ? {} : { userName: addedBy }),
    },
  }
}

function rolesFromV2(body: unknown, known: readonly MemberRole[]): Omit<RolesV2, 'userId'> {
  const properties = propertiesOf(body, ['roles', 'note'], ['user', 'added'])
  const roles = new Set(needed('roles', choicesIn(properties, 'roles', known)))
  return { roles, note: textIn(properties, 'note', { longest: 4_000 }) ?? null }
}

/** The routes of the people on the records of a kind. */
export const memberRoutesV2 =
  <DB, TB extends keyof DB & string, R extends RecordBase & { readonly ownerId: string }>(
    kind: RecordKind<DB, TB, R>,
    { roles, set, remove }: MemberWireV2,
  ): RouteModule =>
  (server, app) => {
    const { one, many } = kind.names
    const list = `/v2/${many}/:${one}Id/members`
    const path = `/v2/${many}/:${one}Id/members/:userId`
    const inList = idsIn(list)
    const member = idsIn(path)
    const schema = memberSchema(roles)

    onGet(server, list, {
      config,
      ...skipSchemaValidation,
      summary: `List the people on a ${one}`,
      description: `Everybody who sees the ${one} sees them, by last name unless ordered otherwise. Notes and who added somebody are shown to people of the organisation.`,
      querystring: listQueryOf(),
      returns: pageSchema(schema),
      handler: (request) =>
        answerList(app, request, async (reading) => {
          const actor = actorOf(request)
          const resource = { ...memberListing(kind, actor), properties: memberProperties }
          const asked = await listFromV2(reading, request, resource)
          const page = await listMemberRows(kind, reading, actor, {
            ...asked,
            columns,
            recordId: inList.idOf(request),
          })
          return pageToV2(reading, request, asked, { ...page, toV2: memberToV2 })
        }),
    })

    onPut(server, path, {
      config: {
        ...config,
        documentedBodies: jsonBody(
          Type.Object(
            { roles: schema.properties.roles, note: nullable<string>('string', { maxLength: 4_000 }) },
            { additionalProperties: false },
          ),
          { roles: ['Member'], note: 'Please look at clause 4.' },
        ),
        inputNames,
      },
      summary: `Say what a person is on a ${one}`,
      description: `Puts them on the ${one} if they are not, and makes them what the roles say and nothing else: ${roles.join(', ')}. By those who may change it. A new owner takes the place of the one before, who stays a member; taking the role of owner from somebody is 409. The note is mailed to them.`,
      handler: async (request) => {
        const userId = personIdOf(request.params['userId'] ?? '')
        const wanted = { userId, ...rolesFromV2(request.body, roles) }
        await set(app, actorOf(request), member.idOf(request), wanted)
      },
    })

    onDelete(server, path, {
      config,
      summary: `Take a person off a ${one}`,
      description: `By those who may change the ${one}; everybody may leave it themselves. They lose sight of it at once, as do their subscriptions, unless their team or group shows it to them. The owner is replaced, not removed: 409.`,
      handler: async (request) => {
        const userId = personIdOf(request.params['userId'] ?? '')
        await remove(app, actorOf(request), member.idOf(request), userId)
      },
    })
  }
