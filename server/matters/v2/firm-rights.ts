// v2 of what a type of matters opens to people of other organisations.
import Type from 'typebox'
import { idOf } from '../../http/ids.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onGet, onPut } from '../../http/routes.ts'
import { jsonBody } from '../../http/v2/bodies.ts'
import { needed, propertiesOf, truthIn } from '../../http/v2/merge-patch.ts'
import { badInput } from '../../platform/errors.ts'
import { rightFromV2, rightToV2 } from '../../records/v2/rights.wire.ts'
import { getCategory } from '../categories.ts'
import { setFirmRights } from '../commands/set-firm-rights.ts'
import { type FirmRights, openableRights, readFirmRights } from '../firm-rights.ts'

const mostNames = 200
const openable = openableRights.map(rightToV2).join(', ')

const schema = Type.Object(
  {
    mayChange: Type.Array(Type.String({ maxLength: 200 }), {
      maxItems: mostNames,
      description: `What those in charge of a matter at a firm may change of it: ${openable}; of the fields all, or single ones as fields.<name>.`,
    }),
    addColleagues: Type.Boolean({
      description: 'Whether they may put colleagues of their firm on it as members, and take them off.',
    }),
  },
  {
    additionalProperties: false,
    examples: [{ mayChange: ['managerReference', 'fields.budget'], addColleagues: true }],
  },
)

const example = { mayChange: ['managerReference', 'fields.budget'], addColleagues: true }

const toV2 = ({ rights, fieldNames, addColleagues }: FirmRights) => ({
  mayChange: [...rights.map(rightToV2), ...fieldNames.map((name) => `fields.${name}`)],
  addColleagues,
})

function fromV2(body: unknown): FirmRights {
  const properties = propertiesOf(body, ['mayChange', 'addColleagues'])
  const names = needed('mayChange', properties['mayChange'])
  const isList = Array.isArray(names) && names.length <= mostNames
  if (!isList || !names.every((name) => typeof name === 'string'))
    throw badInput('mayChange', `must be a list of ${mostNames} names at most.`)
  const single = names.filter((name) => name.startsWith('fields.'))
  const rights = names
    .filter((name) => !single.includes(name))
    .map((name) => {
      const right = rightFromV2('matter', name)
      if (right && openableRights.includes(right)) return right
      throw badInput('mayChange', `must be of ${openable}, or fields.<name>: ${name} cannot be opened.`)
    })
  return {
    rights,
    fieldNames: single.map((name) => name.slice('fields.'.length)),
    addColleagues: needed('addColleagues', truthIn(properties, 'addColleagues')),
  }
}

export const firmRightsRoutes: RouteModule = (server, app) => {
  onGet(server, '/v2/matterTypes/:typeId/firmRights', {
    config: { access: { right: 'use' } },
    summary: 'Get what a matter type opens to law firms',
    description:
      'What people of other organisations who are in charge of a matter of the type may change of it besides their work.',
    returns: schema,
    handler: async (request) => {
      const type = await getCategory(app.db, actorOf(request), idOf(request.params.typeId))
      return toV2(await readFirmRights(app.db, type))
    },
  })

  onPut(server, '/v2/matterTypes/:typeId/firmRights', {
    config: { access: { right: 'administer' }, documentedBodies: jsonBody(schema, example) },
    summary: 'Set what a matter type opens to law firms',
    description:
      'Replaces what was set, for all matters of the type and from the next call on. Nothing is opened by default; adding colleagues is allowed by default.',
    handler: async (request) => {
      const actor = actorOf(request)
      const rights = fromV2(request.body)
      const { organisationId, id } = await getCategory(app.db, actor, idOf(request.params.typeId))
      await setFirmRights(app, actor, { organisationId, id }, rights)
    },
  })
}
