// v2 of links between customers and law firms, and of the offers that create them.
import Type from 'typebox'
import { idOf } from '../../../http/ids.ts'
import { actorOf, type RouteModule } from '../../../http/route.ts'
import { onDelete, onPost } from '../../../http/routes.ts'
import { onList } from '../../../http/v2/list-routes.ts'
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

const linkRoutes: RouteModule = (server, app) => {
  onList(server, app, '/v2/organizationLinks', {
    config: use,
    summary: 'List the organisations linked to yours',
    description: "A customer's law firms, or a law firm's customers.",
    item: linkSchema,
    properties: linkProperties,
    columns: linkColumns,
    rows: linkRows,
    toV2: linkToV2,
  })

  onDelete(server, '/v2/organizationLinks/:organizationId', {
    config: administer,
    summary: 'End the link with an organisation',
    description:
      'For administrators of either side. People of the firm can no longer be added to records of the customer; existing members stay until they are removed.',
    handler: (request) => endLink(app, actorOf(request), idOf(request.params.organizationId)),
  })
}

const offerRoutes: RouteModule = (server, app) => {
  onList(server, app, '/v2/organizationLinkOffers', {
    config: administer,
    summary: 'List offers to work together',
    description: 'Those that your organisation has made, and those made to your own address.',
    item: offerSchema,
    properties: offerProperties,
    columns: offerColumns,
    rows: offerRows,
    toV2: offerToV2,
  })

  onPost(server, '/v2/organizationLinkOffers', {
    config: { ...administer, documentedBodies: newOfferBody },
    summary: 'Offer to work together',
    description:
      'Sends a mail to an administrator of the other side, who can accept within thirty days. The answer does not reveal whether the address belongs to anybody.',
    creates: Type.Object({ id: Type.Integer() }, { examples: [{ id: 8 }] }),
    handler: async (request) => {
      const id = await offerLink(app, actorOf(request), offerFromV2(request.body))
      return { id }
    },
  })

  onPost(server, '/v2/organizationLinkOffers/:offerId/accept', {
    config: administer,
    summary: 'Accept an offer',
    description: 'One that was made to your own address: the two organisations are linked.',
    handler: (request) => acceptOffer(app, actorOf(request), idOf(request.params.offerId)),
  })

  onDelete(server, '/v2/organizationLinkOffers/:offerId', {
    config: administer,
    summary: 'Withdraw or decline an offer',
    description: 'One that your organisation has made, or one made to your own address.',
    handler: (request) => endOffer(app, actorOf(request), idOf(request.params.offerId)),
  })
}

export const organisationLinkRoutes: RouteModule = (server, app) => {
  for (const routes of [linkRoutes, offerRoutes]) routes(server, app)
}
