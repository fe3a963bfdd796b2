// v2 of what roles and people may do: the table of rights, as the code itself asks it.
import Type from 'typebox'
import { capitalised } from '../../platform/capitalised.ts'
import { personIdOf } from '../../http/ids.ts'
import { actorOf, type Server } from '../../http/route.ts'
import { onGet } from '../../http/routes.ts'
import { choicesIn } from '../../http/v2/merge-patch.ts'
import { namedReference, nullable, nullableObject, oneOf } from '../../http/v2/references.wire.ts'
import { getRightsWithOrigins, originKinds } from '../../identity/users/roles/origins.ts'
import { defaultPermissions } from '../../identity/users/user.ts'
import { recordKinds } from '../../kinds/record-kinds.ts'
import { type Actor, groups, permissions, roles } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { kindNames, kinds, recordTypes } from '../../records/kinds.ts'
import {
  type Ability,
  abilitiesOf,
  type AccountRights,
  type Part,
  parts,
  type Visibility,
  visibilities,
} from '../../records/rights/abilities.ts'
import { rightOf } from '../../records/rights/rights-table.ts'
import { rightToV2 } from '../../records/v2/rights.wire.ts'

const pieces = ['Role', ...permissions, ...groups] as const
const partsV2 = parts.map((part) => capitalised(part)) as readonly Capitalize<Part>[]
const visibilitiesV2 = visibilities.map((visibility) =>
  capitalised(visibility),
) as readonly Capitalize<Visibility>[]

const recordsSchema = Type.Array(
  Type.Object({
    type: oneOf(recordTypes),
    sees: Type.Array(oneOf(visibilitiesV2), {
      description:
        'Which they see without being on them: all that are not restricted, those of their teams, intake.',
    }),
    rights: Type.Array(
      Type.Object({
        right: Type.String(),
        words: Type.String(),
        is: oneOf(['Property', 'Act']),
        as: Type.Array(oneOf(partsV2), { description: 'With which parts in the record.' }),
        because: Type.Array(oneOf(pieces), {
          description: 'What of the account it comes from; empty where the part in the record is enough.',
        }),
      }),
    ),
  }),
)

const example = {
  type: kinds.matter.type,
  sees: ['Team' as const],
  rights: [
    {
      right: 'name',
      words: 'the name',
      is: 'Property' as const,
      as: ['Reader' as const, 'Member' as const, 'Owner' as const],
      because: ['Role' as const],
    },
  ],
}

const recordsToV2 = (side: Actor['organisationType'], rights: AccountRights) =>
  kindNames.map((kind) => {
    const { sees, rights: held } = abilitiesOf(recordKinds[kind], side, rights)
    return {
      type: kinds[kind].type,
      sees: sees.map((visibility) => capitalised(visibility)),
      rights: held.map(abilityToV2),
    }
  })

const abilityToV2 = ({ right, as, because }: Ability) => ({
  right: rightToV2(right),
  words: rightOf(right).words,
  is: capitalised(rightOf(right).is),
  as: as.map((part) => capitalised(part)),
  because: [...because],
})

const listed = <const Word extends string>(name: string, text: string, words: readonly Word[]) =>
  choicesIn({ [name]: text === '' ? [] : text.split(',') }, name, words) ?? []

/** Adds the routes of abilities. */
export function addAbilityRoutes(server: Server, app: App): void {
  onGet(server, '/v2/abilities', {
    config: { access: { right: 'administer' } },
    operationId: 'getAbilities',
    summary: 'Say what a role with permissions and groups lets somebody do',
    description:
      'Of each kind of record: which of them somebody of your organisation with these rights sees, and what they may change and do, by what they are to the record. It follows from the table of rights that every call is checked by.',
    querystring: Type.Object({
      role: oneOf(roles),
      permissions: Type.Optional(
        Type.String({ description: 'With commas between them; those of the role if absent.' }),
      ),
      groups: Type.Optional(Type.String({ description: 'With commas between them.' })),
    }),
    returns: Type.Object(
      { permissions: Type.Array(oneOf(permissions)), records: recordsSchema },
      { examples: [{ permissions: ['CreateMatters'], records: [example] }] },
    ),
    handler: (request) => {
      const { role, ...given } = request.query
      const rights = {
        role,
        permissions:
          given.permissions === undefined
            ? defaultPermissions[role]
            : listed('permissions', given.permissions, permissions),
        groups: listed('groups', given.groups ?? '', groups),
      }
      return {
        permissions: [...rights.permissions],
        records: recordsToV2(actorOf(request).organisationType, rights),
      }
    },
  })

  onGet(server, '/v2/users/:userId/abilities', {
    config: { access: { right: 'use' } },
    operationId: 'getAbilitiesOfPerson',
    summary: 'Say what a person may do, and why',
    description:
      'What their role, permissions and groups let them do with records, and where each of these comes from: their role, a role of the organisation, a group of the identity provider, or an administrator who gave it to them alone. For the person, and for administrators of their organisation.',
    returns: Type.Object(
      {
        role: oneOf(roles),
        customRole: nullableObject(namedReference),
        origins: Type.Array(
          Type.Object({
            right: oneOf(pieces),
            from: oneOf(originKinds),
            name: nullable<string>('string', {
              description: 'Of the role of the organisation, or of the group of the identity provider.',
            }),
          }),
        ),
        records: recordsSchema,
      },
      {
        examples: [
          {
            role: 'Contributor',
            customRole: { id: 4, name: 'Paralegal' },
            origins: [{ right: 'CreateMatters', from: 'CustomRole', name: 'Paralegal' }],
            records: [example],
          },
        ],
      },
    ),
    handler: async (request) => {
      const actor = actorOf(request)
      const rights = await getRightsWithOrigins(app, actor, personIdOf(request.params.userId))
      return {
        role: rights.role,
        customRole: rights.customRole,
        origins: rights.origins.map((origin) => ({ ...origin })),
        records: recordsToV2(actor.organisationType, rights),
      }
    },
  })
}
