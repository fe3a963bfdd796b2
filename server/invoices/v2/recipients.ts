// v2 of invoice recipients, to whom invoices can be addressed.
import Type from 'typebox'
import { idOf } from '../../http/ids.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onDelete, onGet, onPatch, onPost } from '../../http/routes.ts'
import { onList } from '../../http/v2/list-routes.ts'
import { jsonBody, mergePatchBody } from '../../http/v2/bodies.ts'
import { choiceIn, given, neverNull, propertiesOf, textIn } from '../../http/v2/merge-patch.ts'
import { filtered, type Properties, sorted } from '../../http/v2/odata-properties.ts'
import { nullable, nullableChoice, textOf } from '../../http/v2/references.wire.ts'
import { badInput } from '../../platform/errors.ts'
import type { ListedRow } from '../../platform/lists/list-rows.ts'
import { updateRecipient } from '../commands/update-recipient.ts'
import { createRecipient } from '../commands/create-recipient.ts'
import { deleteRecipient } from '../commands/delete-recipient.ts'
import { getRecipientRow, listRecipientRows, recipientListing } from '../list-recipients.ts'

const use = { access: { right: 'use' } } as const
const manage = { access: { right: 'manage-invoices' } } as const

const taxTypes = ['GST', 'TAX', 'VAT'] as const
const text = nullable<string>('string', { maxLength: 255 })
const written = {
  name: Type.String({ minLength: 1, maxLength: 255 }),
  addressLine1: text,
  addressLine2: text,
  addressLine3: text,
  taxType: nullableChoice(taxTypes),
  taxNumber: text,
  contactName: text,
  contactPhone: text,
  contactEmail: text,
} as const
const example = {
  name: 'Acme Group Ltd',
  addressLine1: '1 Example Way',
  addressLine2: 'Wellington 6011',
  taxType: 'GST',
  taxNumber: '112-334',
  contactEmail: 'invoices@acme.example',
}
const recipientSchema = Type.Object(
  { id: Type.Integer({ readOnly: true }), ...written },
  { examples: [{ id: 3, addressLine3: null, contactName: null, contactPhone: null, ...example }] },
)
const newRecipientSchema = Type.Object(written, { additionalProperties: false })

/** The properties that lists of recipients can be filtered and sorted by. */
export const recipientProperties: Properties = {
  Id: sorted('id'),
  Name: sorted('name'),
  AddressLine1: filtered('addressLine1'),
  AddressLine2: filtered('addressLine2'),
  AddressLine3: filtered('addressLine3'),
  TaxType: sorted('taxType'),
  TaxNumber: sorted('taxNumber'),
  ContactName: sorted('contactName'),
  ContactPhone: filtered('contactPhone'),
  ContactEmail: sorted('contactEmail'),
}

const columns = ['id', ...Object.keys(written)]
const orNull = (row: ListedRow, name: string) => (row[name] ?? null) as string | null

const recipientToV2 = (row: ListedRow) => ({
  id: Number(row['id']),
  name: textOf(row, 'name'),
  addressLine1: orNull(row, 'addressLine1'),
  addressLine2: orNull(row, 'addressLine2'),
  addressLine3: orNull(row, 'addressLine3'),
  taxType: orNull(row, 'taxType') as (typeof taxTypes)[number] | null,
  taxNumber: orNull(row, 'taxNumber'),
  contactName: orNull(row, 'contactName'),
  contactPhone: orNull(row, 'contactPhone'),
  contactEmail: orNull(row, 'contactEmail'),
})

function recipientFromV2(body: unknown) {
  const properties = propertiesOf(body, Object.keys(written), ['id'])
  const { taxType } = properties
  return given({
    name: neverNull('name', textIn(properties, 'name')),
    addressLine1: textIn(properties, 'addressLine1'),
    addressLine2: textIn(properties, 'addressLine2'),
    addressLine3: textIn(properties, 'addressLine3'),
    taxType: taxType === null ? null : choiceIn(properties, 'taxType', taxTypes),
    taxNumber: textIn(properties, 'taxNumber'),
    contactName: textIn(properties, 'contactName'),
    contactPhone: textIn(properties, 'contactPhone'),
    contactEmail: textIn(properties, 'contactEmail'),
  })
}

const readRoutes: RouteModule = (server, app) => {
  onList(server, app, '/v2/invoiceRecipients', {
    config: use,
    summary: 'List invoice recipients',
    description: 'Those of your organisation; for people of a law firm those of its customers.',
    item: recipientSchema,
    properties: recipientProperties,
    columns,
    rows: (reading, actor) => ({
      listing: recipientListing,
      page: (asked) => listRecipientRows(reading, actor, asked),
    }),
    toV2: recipientToV2,
  })

  onGet(server, '/v2/invoiceRecipients/:recipientId', {
    config: use,
    summary: 'Get an invoice recipient',
    description: 'One of those in your list.',
    returns: recipientSchema,
    handler: async (request) =>
      recipientToV2(await getRecipientRow(app, actorOf(request), idOf(request.params.recipientId), columns)),
  })
}

const changeRoutes: RouteModule = (server, app) => {
  onPost(server, '/v2/invoiceRecipients', {
    config: { ...manage, documentedBodies: jsonBody(newRecipientSchema, example) },
    summary: 'Add an invoice recipient',
    description: 'Names are unique within an organisation.',
    creates: recipientSchema,
    handler: async (request, reply) => {
      const actor = actorOf(request)
      const { name, ...rest } = recipientFromV2(request.body)
      if (name === undefined) throw badInput('name', 'is missing.')
      const { organisationId } = actor
      const id = await createRecipient(app, actor, { organisationId, name, ...rest })
      const row = await getRecipientRow(app, actor, id, columns)
      reply.header('location', `/v2/invoiceRecipients/${id}`)
      return recipientToV2(row)
    },
  })

  onPatch(server, '/v2/invoiceRecipients/:recipientId', {
    config: {
      ...manage,
      documentedBodies: mergePatchBody(Type.Partial(newRecipientSchema), { contactName: 'Ana Prior' }),
    },
    summary: 'Update an invoice recipient',
    description: 'A merge patch: absent properties are kept, null clears.',
    handler: async (request) => {
      const id = idOf(request.params.recipientId)
      await updateRecipient(app, actorOf(request), id, recipientFromV2(request.body))
    },
  })

  onDelete(server, '/v2/invoiceRecipients/:recipientId', {
    config: manage,
    summary: 'Delete an invoice recipient',
    description: 'Invoices that are addressed to it keep it; new ones cannot be addressed to it.',
    handler: (request) => deleteRecipient(app, actorOf(request), idOf(request.params.recipientId)),
  })
}

export const recipientRoutes: RouteModule = (server, app) => {
  for (const routes of [readRoutes, changeRoutes]) routes(server, app)
}
