// v2 of the task templates of a matter type.
import Type from 'typebox'
import { idOf } from '../../http/ids.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onGet, onPut } from '../../http/routes.ts'
import { jsonBody } from '../../http/v2/bodies.ts'
import { choiceIn, idIn, inside, propertiesOf } from '../../http/v2/merge-patch.ts'
import { namedReference } from '../../http/v2/references.wire.ts'
import { badInput } from '../../platform/errors.ts'
import { getCategory } from '../../matters/categories.ts'
import {
  mostTypeTemplates,
  readTypeTemplates,
  setTypeTemplates,
  statesWithTasks,
  type TypeTemplate,
} from '../type-templates.ts'

const status = Type.Union([Type.Enum([...statesWithTasks]), Type.Null()], {
  description: 'When a matter first comes to it; null for as soon as it is opened, or taken on from intake.',
})
const schema = Type.Object(
  { items: Type.Array(Type.Object({ template: Type.Object(namedReference), status })) },
  {
    title: 'MatterTypeTaskTemplates',
    examples: [
      {
        items: [
          { template: { id: 3, name: 'Claim: first steps' }, status: null },
          { template: { id: 4, name: 'Closing a file' }, status: 'Complete' },
        ],
      },
    ],
  },
)
const sent = Type.Object(
  {
    items: Type.Array(
      Type.Object(
        { template: Type.Object(namedReference), status: Type.Optional(status) },
        { additionalProperties: false, title: 'NewMatterTypeTaskTemplate' },
      ),
      { maxItems: mostTypeTemplates },
    ),
  },
  { additionalProperties: false, title: 'NewMatterTypeTaskTemplates' },
)
const example = { items: [{ template: { id: 3 }, status: null }] }

function templatesFromV2(body: unknown): readonly TypeTemplate[] {
  const { items } = propertiesOf(body, ['items'])
  if (!Array.isArray(items) || items.length > mostTypeTemplates)
    throw badInput('items', `must be a list of ${mostTypeTemplates} templates at most.`)
  return items.map((each: unknown, index) => inside(`items[${index}]`, () => templateFrom(each)))
}

function templateFrom(given: unknown): TypeTemplate {
  const properties = propertiesOf(given, ['template', 'status'])
  const templateId = idIn(properties, 'template')
  if (typeof templateId !== 'number')
    throw badInput('template', 'is missing: the template, such as {"id": 3}.')
  const state = properties['status'] === null ? null : choiceIn(properties, 'status', statesWithTasks)
  return { templateId, state: state ?? null }
}

export const typeTemplateRoutes: RouteModule = (server, app) => {
  onGet(server, '/v2/matterTypes/:typeId/taskTemplates', {
    config: { access: { right: 'use' } },
    summary: 'List the task templates of a matter type',
    description: 'Whose tasks its matters get automatically, and when.',
    returns: schema,
    handler: async (request) => {
      const type = await getCategory(app.db, actorOf(request), idOf(request.params.typeId))
      const templates = await readTypeTemplates(app.db, type)
      return {
        items: templates.map(({ templateId: id, name, state }) => ({
          template: { id, name },
          status: state,
        })),
      }
    },
  })

  onPut(server, '/v2/matterTypes/:typeId/taskTemplates', {
    config: { access: { right: 'administer' }, documentedBodies: jsonBody(sent, example) },
    summary: 'Set the task templates of a matter type',
    description: `Replaces those that were named, ${mostTypeTemplates} at most. Their tasks are added when a matter of the type is opened in any way, or first comes to a status; assignees and due dates follow from the template. One that waits in intake gets them when it is taken on. Imported matters get none, and a template whose tasks a matter has had already is not added again.`,
    handler: async (request) => {
      const actor = actorOf(request)
      const templates = templatesFromV2(request.body)
      const { organisationId, id } = await getCategory(app.db, actor, idOf(request.params.typeId))
      await setTypeTemplates(app, actor, { organisationId, id }, templates)
    },
  })
}
