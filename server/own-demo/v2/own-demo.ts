// v2 of demo data: what there is of it, taking it in, throwing it away.
import Type from 'typebox'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onDelete, onGet, onPost } from '../../http/routes.ts'
import { importedContracts } from '../../imports/kinds/contracts.ts'
import { importedMatters } from '../../imports/kinds/matters.ts'
import { importedPeople } from '../../imports/kinds/people.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { readDemoData } from '../own-demo.ts'
import { takeInDemoData } from '../take-in.ts'
import { throwAwayDemoData } from '../throw-away.ts'

const administer = { access: { right: 'administer' } } as const

const demoDataSchema = Type.Object(
  {
    there: Type.Boolean(),
    possible: Type.Boolean({
      description:
        'Whether it can be taken in: always in a sandbox, else while there are no matters and contracts.',
    }),
    takenAt: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
    people: Type.Integer(),
    matters: Type.Integer(),
    contracts: Type.Integer(),
  },
  {
    title: 'DemoData',
    examples: [
      {
        there: true,
        possible: false,
        takenAt: '2026-05-06T09:30:00.000Z',
        people: 6,
        matters: 6,
        contracts: 8,
      },
    ],
  },
)

const removedSchema = Type.Object(
  {
    kept: Type.Array(
      Type.Object({
        name: Type.String({ description: 'Of a person, the e-mail address.' }),
        because: Type.String(),
      }),
      { description: 'What stays because something of your own needs it.' },
    ),
  },
  {
    title: 'RemovedDemoData',
    examples: [
      {
        kept: [
          {
            name: 'Demo: Advice',
            because: 'There are matters of this type: turn it off instead, and they keep it.',
          },
        ],
      },
    ],
  },
)

async function demoDataOf(app: App, actor: Actor) {
  const { counts, takenAt, ...state } = await readDemoData(app, actor)
  const count = (what: string) => counts.get(what) ?? 0
  return {
    ...state,
    takenAt: takenAt?.toISOString() ?? null,
    people: count(importedPeople.name),
    matters: count(importedMatters.name),
    contracts: count(importedContracts.name),
  }
}

export const demoDataRoutes: RouteModule = (server, app) => {
  onGet(server, '/v2/demoData', {
    config: administer,
    summary: 'Get the demo data of your organisation',
    description: 'People, types, matters and contracts to try things with, and whether they can be taken in.',
    returns: demoDataSchema,
    handler: (request) => demoDataOf(app, actorOf(request)),
  })

  onPost(server, '/v2/demoData', {
    config: administer,
    operationId: 'takeInDemoData',
    summary: 'Take in demo data',
    description:
      'Everything or nothing, and nobody is notified. The people of it cannot sign in and get no mail; the records have numbers of their own, and the standard numbers of matters go on after them. 409 if it is there, or if there are matters or contracts and this is no sandbox.',
    returns: demoDataSchema,
    handler: async (request) => {
      await takeInDemoData(app, actorOf(request))
      return demoDataOf(app, actorOf(request))
    },
  })

  onDelete(server, '/v2/demoData', {
    config: administer,
    operationId: 'throwAwayDemoData',
    summary: 'Throw the demo data away',
    description:
      'For good, with everything that was added to its records since; nothing else is touched. A type or field that your own records have stays, and a person whom they name is disabled. 409 while a record of it is under a legal hold. An interrupted call is carried on by the next.',
    returns: removedSchema,
    handler: async (request) => ({
      kept: (await throwAwayDemoData(app, actorOf(request))).map(({ name, because }) => ({ name, because })),
    }),
  })
}
