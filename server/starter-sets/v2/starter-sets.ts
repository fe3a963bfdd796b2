// v2 of starter sets: types with forms, templates and requests, to begin with.
import Type from 'typebox'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onGet, onPost } from '../../http/routes.ts'
import { notFound } from '../../platform/errors.ts'
import { addStarterSet } from '../add-starter-set.ts'
import { howMuchOf } from '../present.ts'
import { starterSets } from '../sets.ts'

const administer = { access: { right: 'administer' } } as const
const names = Type.Array(Type.String())
const example = {
  name: 'commercial',
  title: 'Commercial',
  description: 'Confidentiality and services agreements from a template.',
  there: 'None' as const,
  fields: ['Counterparty'],
  matterTypes: ['Commercial advice'],
  contractTypes: ['Confidentiality agreement'],
  requestTypes: ['Review a contract'],
  templates: ['Confidentiality agreement'],
  statusNames: [{ matterType: 'Disputes', status: 'Review', name: 'Discovery' }],
  approvalRules: [{ contractType: 'Services agreement', name: 'Value above 50,000' }],
}

const setSchema = Type.Object({
  name: Type.String(),
  title: Type.String(),
  description: Type.String(),
  there: Type.Unsafe<'All' | 'Part' | 'None'>({
    type: 'string',
    enum: ['All', 'Part', 'None'],
    description: 'How much of it your organisation has.',
  }),
  fields: names,
  matterTypes: names,
  contractTypes: names,
  requestTypes: names,
  templates: Type.Array(Type.String(), {
    description: 'The contract types whose documents are drafted from a template.',
  }),
  statusNames: Type.Array(
    Type.Object({ matterType: Type.String(), status: Type.String(), name: Type.String() }),
    { description: 'What statuses of matters of a type are called, and of the types below it.' },
  ),
  approvalRules: Type.Array(Type.Object({ contractType: Type.String(), name: Type.String() }), {
    description: 'What the administrator who adds the set approves, until others are named.',
  }),
})

const params = Type.Object({
  set: Type.String({ description: starterSets.map(({ name }) => name).join(', ') }),
})

export const starterSetRoutes: RouteModule = (server, app) => {
  onGet(server, '/v2/starterSets', {
    config: administer,
    summary: 'List the starter sets',
    description:
      'What each adds: types with their forms, names of statuses, templates and approval rules, and what can be asked for. Everything can be changed afterwards.',
    returns: Type.Object({ items: Type.Array(setSchema) }, { examples: [{ items: [example] }] }),
    handler: async (request) => {
      const { organisationId } = actorOf(request)
      const items = []
      for (const set of starterSets) {
        items.push({
          name: set.name,
          title: set.title,
          description: set.description,
          there: await howMuchOf(app.db, organisationId, set),
          fields: set.fields.map(({ title }) => title),
          matterTypes: set.matterTypes.flatMap(({ name, below = [] }) => [name, ...below]),
          contractTypes: set.contractTypes.map(({ name }) => name),
          requestTypes: set.requestTypes.map(({ title }) => title),
          templates: set.contractTypes.filter(({ template }) => template).map(({ name }) => name),
          statusNames: set.matterTypes.flatMap(({ name: matterType, statusNames = {} }) =>
            Object.entries(statusNames).map(([status, name]) => ({ matterType, status, name })),
          ),
          approvalRules: set.contractTypes.flatMap(({ name: contractType, approvals = [] }) =>
            approvals.map(({ name }) => ({ contractType, name })),
          ),
        })
      }
      return { items }
    },
  })

  onPost(server, '/v2/starterSets/:set/add', {
    config: administer,
    summary: 'Add a starter set',
    description:
      'Everything in it, or nothing. What your organisation has by its name already stays as it is, so the call can be repeated. Names of statuses that would look like your own are left out, and named in `kept`.',
    params,
    returns: Type.Object(
      { added: names, kept: names },
      {
        title: 'AddedStarterSet',
        examples: [
          { added: ['Commercial advice', 'Review a contract'], kept: ['Confidentiality agreement'] },
        ],
      },
    ),
    handler: async (request) => {
      const set = starterSets.find(({ name }) => name === request.params.set.toLowerCase())
      if (!set) throw notFound()
      const { added, kept } = await addStarterSet(app, actorOf(request), set)
      return { added: [...added], kept: [...kept] }
    },
  })
}
