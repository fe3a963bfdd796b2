// v1 of organisations: those connected with the caller, their departments and regions, clients, financial settings.
import Type from 'typebox'
import { idOf } from '../../../http/ids.ts'
import { actorOf, type RouteModule } from '../../../http/route.ts'
import { onGet } from '../../../http/routes.ts'
import { utcTextOrNull } from '../../../http/v1/dates.wire.ts'
import { nullable } from '../../../http/v1/people.wire.ts'
import { permissionCodes } from '../../../platform/permission-codes.ts'
import { currencyName, currencySymbol } from '../financial-settings.ts'
import { organisationTypes } from '../organisation.ts'
import {
  getFinancialSettings,
  listClients,
  listDepartments,
  listRegions,
  listVisibleOrganisations,
} from '../read-organisations.ts'

const named = { id: Type.Integer(), name: nullable<string>('string') }

const department = Type.Object({
  ...named,
  parentId: nullable<number>('integer'),
  deletedDateUtc: nullable<string>('string', { format: 'date-time' }),
})

const client = Type.Object({
  ...named,
  type: Type.Unsafe<string>({ type: 'string', enum: [...organisationTypes] }),
  permissions: nullable<number[]>('array', { items: { type: 'integer' } }),
})

const financialSettings = Type.Object({
  id: Type.Integer(),
  yearEndDay: Type.Integer(),
  yearEndMonth: Type.Integer(),
  accountsPayableContacts: nullable<string>('string'),
  currency: nullable<string>('string'),
  currencyName: nullable<string>('string'),
  currencySymbol: nullable<string>('string'),
})

const config = { access: { right: 'use' } } as const

export const organisationRoutes: RouteModule = (server, app) => {
  onGet(server, '/account-apis/v1/organisations', {
    config,
    summary: 'List organisations',
    description: 'The organisations that the caller is connected with, by name, as a plain array.',
    returns: Type.Array(Type.Object(named)),
    handler: async (request) => {
      const organisations = await listVisibleOrganisations(app, actorOf(request))
      return organisations.map(({ id, name }) => ({ id, name }))
    },
  })

  onGet(server, '/account-apis/v1/organisations/:organisationId/departments', {
    config,
    summary: 'List the departments of an organisation',
    description: 'The whole tree, as a plain array.',
    returns: Type.Array(department),
    handler: async (request) => {
      const departments = await listDepartments(app, actorOf(request), idOf(request.params.organisationId))
      return departments.map(({ deletedAt, ...each }) => ({
        ...each,
        deletedDateUtc: utcTextOrNull(deletedAt),
      }))
    },
  })

  onGet(server, '/account-apis/v1/organisations/:organisationId/regions', {
    config,
    summary: 'List the regions of an organisation',
    description: 'All of them, as a plain array.',
    returns: Type.Array(Type.Object(named)),
    handler: async (request) => [
      ...(await listRegions(app, actorOf(request), idOf(request.params.organisationId))),
    ],
  })

  onGet(server, '/account-apis/v1/organisations/clients', {
    config,
    summary: 'List the organisations that I work for',
    description: 'For people of a law firm its customers, for in-house people their own organisation.',
    operationId: 'listOrganisationClientsV1',
    returns: Type.Array(client),
    handler: async (request) => {
      const actor = actorOf(request)
      const clients = await listClients(app, actor)
      return clients.map((each) => ({ ...each, permissions: permissionCodes(actor.permissions) }))
    },
  })

  onGet(server, '/account-apis/v1/organisations/financialsettings', {
    config,
    summary: 'Get the financial settings of the organisation',
    description: "The currency and the financial year of the caller's organisation.",
    returns: financialSettings,
    handler: async (request) => {
      const { organisationId, ...settings } = await getFinancialSettings(app, actorOf(request))
      const { currency } = settings
      return {
        id: organisationId,
        ...settings,
        currencyName: currencyName(currency),
        currencySymbol: currencySymbol(currency),
      }
    },
  })
}
