// v2 of tax codes: lists, one, adding, changing, deleting, and those that lines of invoices of a matter can name.
import Type from 'typebox'
import { idOf } from '../../../http/ids.ts'
import { etagOf, versionCheck } from '../../../http/if-match.ts'
import { actorOf, type RouteModule } from '../../../http/route.ts'
import { onDelete, onGet, onPatch, onPost } from '../../../http/routes.ts'
import { onList } from '../../../http/v2/list-routes.ts'
import { createTaxCode, deleteTaxCode, updateTaxCode } from '../../taxes/change-tax-codes.ts'
import { listNameableCodes, taxCodeRows } from '../../taxes/list-tax-codes.ts'
import {
  nameableCodesSchema,
  nameableCodeToV2,
  newTaxCodeBody,
  newTaxCodeFromV2,
  taxCodeChangesBody,
  taxCodeChangesFromV2,
  taxCodeColumns,
  taxCodeProperties,
  taxCodeSchema,
  taxCodeToV2,
} from './tax-codes.wire.ts'

const use = { access: { right: 'use' } } as const
const administer = { access: { right: 'administer' } } as const

const readRoutes: RouteModule = (server, app) => {
  onList(server, app, '/v2/taxCodes', {
    config: use,
    summary: 'List tax codes',
    description:
      'Those of your organisation, for its people who work on invoices. 403 for people of law firms.',
    item: taxCodeSchema,
    properties: taxCodeProperties,
    columns: taxCodeColumns,
    rows: taxCodeRows,
    toV2: taxCodeToV2,
  })

  onGet(server, '/v2/taxCodes/:taxCodeId', {
    config: { ...use, etag: true },
    summary: 'Get a tax code',
    description: 'One of those in your list.',
    returns: taxCodeSchema,
    handler: async (request, reply) => {
      const row = await taxCodeRows(app, actorOf(request)).get(idOf(request.params.taxCodeId), taxCodeColumns)
      reply.header('etag', etagOf(Number(row['version'])))
      return taxCodeToV2(row)
    },
  })

  onGet(server, '/v2/matters/:matterId/taxCodes', {
    config: use,
    operationId: 'listTaxCodesOfMatter',
    summary: 'List the tax codes of a matter',
    description:
      'Those that lines of its invoices can name, for people who work on invoices, of law firms as well.',
    returns: nameableCodesSchema,
    handler: async (request) => {
      const codes = await listNameableCodes(app, actorOf(request), idOf(request.params.matterId))
      return { items: codes.map(nameableCodeToV2) }
    },
  })
}

const writeRoutes: RouteModule = (server, app) => {
  onPost(server, '/v2/taxCodes', {
    config: { ...administer, documentedBodies: newTaxCodeBody },
    summary: 'Create a tax code',
    description:
      'Of your organisation. Without recoverable, all of the tax is; without withholding, nothing is kept back. 409 for a code that is taken.',
    creates: Type.Object({ id: Type.Integer() }, { examples: [{ id: 3 }] }),
    handler: async (request, reply) => {
      const id = await createTaxCode(app, actorOf(request), newTaxCodeFromV2(request.body))
      reply.header('location', `/v2/taxCodes/${id}`)
      return { id }
    },
  })

  onPatch(server, '/v2/taxCodes/:taxCodeId', {
    config: { ...administer, ifMatch: true, documentedBodies: taxCodeChangesBody },
    summary: 'Update a tax code',
    description:
      'Rates all together. Invoices that are posted keep what applied to them; drafts have it applied when they are saved or posted. The kind of one that lines name stays.',
    handler: async (request) => {
      const code = { id: idOf(request.params.taxCodeId), changes: taxCodeChangesFromV2(request.body) }
      await updateTaxCode(app, actorOf(request), code, { checkVersion: versionCheck(request) })
    },
  })

  onDelete(server, '/v2/taxCodes/:taxCodeId', {
    config: administer,
    summary: 'Delete a tax code',
    description: 'One that no line of an invoice names; 409 otherwise: make it inactive.',
    handler: (request) => deleteTaxCode(app, actorOf(request), idOf(request.params.taxCodeId)),
  })
}

export const taxCodeRoutes: RouteModule = (server, app) => {
  for (const routes of [readRoutes, writeRoutes]) routes(server, app)
}
