// v2 of organisations: list, settings, and customers creating their law firms.
import Type from 'typebox'
import { idOf } from '../../../http/ids.ts'
import { actorOf, type RouteModule } from '../../../http/route.ts'
import { onGet, onPatch, onPost } from '../../../http/routes.ts'
import { onList } from '../../../http/v2/list-routes.ts'
import { createLawFirm } from '../../sessions/create-law-firm.ts'
import { updateOrganisation } from '../commands/update-organisation.ts'
import { organisationRows } from '../organisation-lists.ts'
import { addFinancialSettingsRoutes } from './financial-settings.ts'
import { addWorkingCalendarRoutes } from './working-calendar.ts'
import { lawFirmFromV2, newLawFirmBody } from './links.wire.ts'
import {
  organisationChangesFromV2,
  organisationChangesBody,
  organisationColumns,
  organisationProperties,
  organisationSchema,
  organisationToV2,
} from './organisations.wire.ts'

const use = { access: { right: 'use' } } as const
const administer = { access: { right: 'administer' } } as const

export const organisationRoutesV2: RouteModule = (server, app) => {
  addFinancialSettingsRoutes(server, app)
  addWorkingCalendarRoutes(server, app)
  const toV2 = organisationToV2(app.config.displayIdPrefix)

  onList(server, app, '/v2/organizations', {
    config: use,
    summary: 'List organisations',
    description: 'Your own organisation, those linked to it, and those on whose records you are.',
    item: organisationSchema,
    properties: organisationProperties,
    columns: organisationColumns,
    rows: organisationRows,
    toV2,
  })

  onPost(server, '/v2/organizations', {
    config: { ...administer, documentedBodies: newLawFirmBody },
    summary: 'Create a law firm',
    description:
      'Creates the law firm, links it to your organisation and invites its first administrator by mail. For administrators of a customer. A firm that exists already is linked by POST /v2/organizationLinkOffers.',
    creates: Type.Object({ id: Type.Integer() }, { examples: [{ id: 6 }] }),
    handler: async (request, reply) => {
      const id = await createLawFirm(app, actorOf(request), lawFirmFromV2(request.body))
      reply.header('location', `/v2/organizations/${id}`)
      return { id }
    },
  })

  onGet(server, '/v2/organizations/:organizationId', {
    config: use,
    summary: 'Get an organisation',
    description: 'The settings of your own organisation, or of one that you are connected with.',
    returns: organisationSchema,
    handler: async (request) => {
      const id = idOf(request.params.organizationId)
      return toV2(await organisationRows(app, actorOf(request)).get(id, organisationColumns))
    },
  })

  onPatch(server, '/v2/organizations/:organizationId', {
    config: { ...administer, documentedBodies: organisationChangesBody },
    summary: 'Update the settings of your organisation',
    description:
      'Name, time zone, currency. Local times keep their wording, and amounts keep the currency they were entered in.',
    handler: async (request) => {
      const changes = organisationChangesFromV2(request.body)
      await updateOrganisation(app, actorOf(request), idOf(request.params.organizationId), changes)
    },
  })
}
