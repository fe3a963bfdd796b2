// v2 of all types for the administrators who keep them: matter types, contract types and request types, those out of
// use as well, with how much there is of each.
import Type from 'typebox'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onGet } from '../../http/routes.ts'
import { namedReference, nullable, nullableObject } from '../../http/v2/references.wire.ts'
import { listUsedTypes, mostCounted, type UsedType } from '../type-usage.ts'

const used = {
  id: Type.Integer(),
  name: Type.String(),
  description: nullable<string>('string'),
  active: Type.Boolean({ description: 'Whether new ones can have it.' }),
  used: Type.Integer({ description: `How many have it; ${mostCounted} stands for as many or more.` }),
}

const typeUsageSchema = Type.Object(
  {
    matterTypes: Type.Array(
      Type.Object({
        ...used,
        parent: nullableObject({ id: Type.Integer() }),
        position: Type.Integer(),
      }),
    ),
    contractTypes: Type.Array(
      Type.Object({
        ...used,
        parent: Type.Object(namedReference),
        hasWizard: Type.Boolean(),
        hasRules: Type.Boolean(),
      }),
    ),
    requestTypes: Type.Array(
      Type.Object({
        ...used,
        matterType: Type.Object({ name: Type.String() }),
        contractType: nullableObject({ name: Type.String() }),
        answerWithinDays: nullable<number>('integer'),
        answerWithinHours: nullable<number>('integer'),
      }),
    ),
  },
  {
    title: 'TypeUsage',
    examples: [
      {
        matterTypes: [
          {
            id: 12,
            name: 'Employment',
            description: 'Hiring, leave and dismissal.',
            active: true,
            used: 41,
            parent: null,
            position: 0,
          },
        ],
        contractTypes: [],
        requestTypes: [],
      },
    ],
  },
)

const shared = ({ id, name, description, active, used: count }: UsedType) => ({
  id,
  name,
  description,
  active,
  used: count,
})

export const typeUsageRoutes: RouteModule = (server, app) => {
  onGet(server, '/v2/typeUsage', {
    config: { access: { right: 'administer' } },
    summary: 'List all types with how much they are used',
    description:
      'Matter types, contract types and request types of your organisation, those out of use as well, with how many records have each of those that you see. One that nothing has can be deleted for good.',
    returns: typeUsageSchema,
    handler: async (request) => {
      const { matterTypes, contractTypes, requestTypes } = await listUsedTypes(app, actorOf(request))
      return {
        matterTypes: matterTypes.map((type) => ({
          ...shared(type),
          parent: type.parentId === null ? null : { id: type.parentId },
          position: type.position,
        })),
        contractTypes: contractTypes.map((type) => ({
          ...shared(type),
          parent: { id: type.groupId, name: type.groupName },
          hasWizard: type.hasWizard,
          hasRules: type.hasRules,
        })),
        requestTypes: requestTypes.map((type) => ({
          ...shared(type),
          matterType: { name: type.matterTypeName },
          contractType: type.contractTypeName === null ? null : { name: type.contractTypeName },
          answerWithinDays: type.answerWithinDays,
          answerWithinHours: type.answerWithinHours,
        })),
      }
    },
  })
}
