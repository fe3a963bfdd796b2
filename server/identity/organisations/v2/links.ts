// v2 of links between customers and law firms, and of the offers that create them.
import Type from 'typebox'
import { answerList } from '../../../http/answer-list.ts'
import { idOf, pathIds } from '../../../http/ids.ts'
import { actorOf, type RouteModule } from '../../../http/route.ts'
import { respondWithList } from '../../../http/v2/list-response.ts'
import { skipSchemaValidation, listQueryOf, pageSchema } from '../../../http/v2/odata.ts'
import { endLink } from '../commands/end-link.ts'
import { acceptOffer, endOffer, offerLink } from '../commands/offer-link.ts'
import { linkRows, offerRows } from '../links.ts'
import {
  linkColumns,
  linkProperties,
  linkSchema,
  linkToV2,
  newOfferBody,
  offerColumns,
  offerFromV2,
  offerProperties,
  offerSchema,
  offerToV2,
} from './links.wire.ts'

const use = { access: { right: 'use' } } as const
const administer = { access: { right: 'administer' } } as const
const offer = pathIds('offerId')

const linkRoutes: RouteModule = (server, app) => {
  server.get(
    '/v2/organizationLinks',
    {
      config: use,
      ...skipSchemaValidation,
      schema: {
        summary: 'List the organisations linked to yours',
        description: "A customer's law firms, or a law firm's customers.",
        querystring: listQueryOf(),
        response: { 200: pageSchema(linkSchema) },
      },
    },
    (request) =>
      answerList(app, request, async (reading) => {
        const rows = linkRows(reading, actorOf(request))
        const resource = { ...rows.listing, properties: linkProperties }
        return respondWithList(reading, request, {
          ...rows,
          resource,
          shownFrom: { always: linkColumns, of: {} },
          toV2: linkToV2,
        })
      }),
  )

  server.delete(
    '/v2/organizationLinks/:organizationId',
    {
      config: administer,
      schema: {
        summary: 'End the link with an organisation',
        description:
          'For administrators of either side. People of the firm can no longer be added to records of the customer; existing members stay until they are removed.',
        params: pathIds('organizationId'),
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      await endLink(app, actorOf(request), idOf(request.params.organizationId))
      return reply.code(204).send(null)
    },
  )
}

const offerRoutes: RouteModule = (server, app) => {
  server.get(
    '/v2/organizationLinkOffers',
    {
      config: administer,
      ...skipSchemaValidation,
      schema: {
        summary: 'List offers to work together',
        description: 'Those that your organisation has made, and those made to your own address.',
        querystring: listQueryOf(),
        response: { 200: pageSchema(offerSchema) },
      },
    },
    (request) =>
      answerList(app, request, async (reading) => {
        const rows = offerRows(reading, actorOf(request))
        const resource = { ...rows.listing, properties: offerProperties }
        return respondWithList(reading, request, {
          ...rows,
          resource,
          shownFrom: { always: offerColumns, of: {} },
          toV2: offerToV2,
        })
      }),
  )

  server.post(
    '/v2/organizationLinkOffers',
    {
      config: { ...administer, documentedBodies: newOfferBody },
      schema: {
        summary: 'Offer to work together',
        description:
          'Sends a mail to an administrator of the other side, who can accept within thirty days. The answer does not reveal whether the address belongs to anybody.',
        response: { 201: Type.Object({ id: Type.Integer() }, { examples: [{ id: 8 }] }) },
      },
    },
    async (request, reply) => {
      const id = await offerLink(app, actorOf(request), offerFromV2(request.body))
      return reply.code(201).send({ id })
    },
  )

  server.post(
    '/v2/organizationLinkOffers/:offerId/accept',
    {
      config: administer,
      schema: {
        summary: 'Accept an offer',
        description: 'One that was made to your own address: the two organisations are linked.',
        params: offer,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      await acceptOffer(app, actorOf(request), idOf(request.params.offerId))
      return reply.code(204).send(null)
    },
  )

  server.delete(
    '/v2/organizationLinkOffers/:offerId',
    {
      config: administer,
      schema: {
        summary: 'Withdraw or decline an offer',
        description: 'One that your organisation has made, or one made to your own address.',
        params: offer,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      await endOffer(app, actorOf(request), idOf(request.params.offerId))
      return reply.code(204).send(null)
    },
  )
}

export const organisationLinkRoutes: RouteModule = (server, app) => {
  for (const routes of [linkRoutes, offerRoutes]) routes(server, app)
}
