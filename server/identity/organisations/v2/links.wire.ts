// Links between organisations, and offers, in the shapes of v2.
import Type from 'typebox'
import { jsonBody } from '../../../http/v2/bodies.ts'
import { given, needed, neverNull, propertiesOf, textIn, inside } from '../../../http/v2/merge-patch.ts'
import { filtered, type Properties, sorted } from '../../../http/v2/odata-properties.ts'
import { nullableObject, textOf } from '../../../http/v2/references.wire.ts'
import type { ListedRow } from '../../../platform/lists/list-rows.ts'
import type { NewLawFirm } from '../../sessions/create-law-firm.ts'
import { type OfferDirection, offerDirections } from '../links.ts'
import { organisationTypes } from '../organisation.ts'
import { organisationReadOnly, whenToV2 } from './organisations.wire.ts'

const moment = nullableObject({ dateUtc: Type.String({ format: 'date-time' }) })
const organization = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  type: Type.Unsafe<string>({ type: 'string', enum: [...organisationTypes] }),
})
const firm = { id: 6, name: 'Ashfield Partners', type: 'ServiceProvider' }

export const linkSchema = Type.Object(
  { organization, created: moment },
  { examples: [{ organization: firm, created: { dateUtc: '2026-03-02T09:00:00.000Z' } }] },
)

export const offerSchema = Type.Object(
  {
    id: Type.Integer(),
    direction: Type.Unsafe<OfferDirection>({ type: 'string', enum: [...offerDirections] }),
    organization: Type.Object(organization.properties, { description: 'The person who made the offer.' }),
    email: Type.String({ description: 'The address it was sent to.' }),
    created: moment,
    expires: moment,
  },
  {
    examples: [
      {
        id: 8,
        direction: 'Sent',
        organization: { id: 5, name: 'Harbour Foods', type: 'Customer' },
        email: 'partner@ashfield.example',
        created: { dateUtc: '2026-03-02T09:00:00.000Z' },
        expires: { dateUtc: '2026-04-01T09:00:00.000Z' },
      },
    ],
  },
)

const ofOrganisation = ['organisationId', 'organisationName', 'organisationType', 'createdAt']
export const linkColumns = ofOrganisation
export const offerColumns = ['id', 'direction', 'email', 'expiresAt', ...ofOrganisation]

/** The properties that lists of links can be filtered and sorted by. */
export const linkProperties: Properties = {
  'Organization/Id': filtered('organisationId'),
  'Organization/Name': sorted('organisationName'),
  'Organization/Type': filtered('organisationType'),
  'Created/DateUtc': sorted('createdAt'),
}

/** The properties that lists of offers can be filtered and sorted by. */
export const offerProperties: Properties = {
  ...linkProperties,
  Id: sorted('id'),
  Direction: filtered('direction'),
  Email: sorted('email'),
  'Expires/DateUtc': sorted('expiresAt'),
}

/** A link in the shape of v2, from the side of the caller. */
export const linkToV2 = (row: ListedRow) => ({
  organization: {
    id: Number(row['organisationId']),
    name: textOf(row, 'organisationName'),
    type: textOf(row, 'organisationType'),
  },
  created: whenToV2(row['createdAt']),
})

/** An offer in the shape of v2. */
export const offerToV2 = (row: ListedRow) => ({
  ...linkToV2(row),
  id: Number(row['id']),
  direction: textOf(row, 'direction') as OfferDirection,
  email: textOf(row, 'email'),
  expires: whenToV2(row['expiresAt']),
})

export const newOfferBody = jsonBody(
  Type.Object(
    {
      email: Type.String({
        description: 'The address of an administrator of the law firm, or of the customer.',
      }),
    },
    { additionalProperties: false },
  ),
  { email: 'partner@ashfield.example' },
)

/** The address of a new offer. */
export const offerFromV2 = (body: unknown): string =>
  needed('email', neverNull('email', textIn(propertiesOf(body, ['email']), 'email')))

export const newLawFirmBody = jsonBody(
  Type.Object(
    {
      name: Type.String(),
      timeZone: Type.Optional(Type.String({ default: 'UTC' })),
      currency: Type.Optional(Type.String({ default: 'USD' })),
      administrator: Type.Object({
        email: Type.String(),
        firstName: Type.String(),
        lastName: Type.String(),
      }),
    },
    { additionalProperties: false },
  ),
  {
    name: 'Ashfield Partners',
    timeZone: 'Pacific/Auckland',
    currency: 'NZD',
    administrator: { email: 'partner@ashfield.example', firstName: 'Ana', lastName: 'Prior' },
  },
)

/** A law firm that is to be created. */
export function lawFirmFromV2(body: unknown): NewLawFirm {
  const properties = propertiesOf(
    body,
    ['name', 'timeZone', 'currency', 'administrator'],
    organisationReadOnly,
  )
  const text = (from: Readonly<Record<string, unknown>>, name: string) => neverNull(name, textIn(from, name))
  const person = needed('administrator', properties['administrator'])
  const administrator = inside('administrator', () => {
    const names = propertiesOf(person, ['email', 'firstName', 'lastName'])
    return {
      email: needed('email', text(names, 'email')),
      firstName: needed('firstName', text(names, 'firstName')),
      lastName: needed('lastName', text(names, 'lastName')),
    }
  })
  return {
    name: needed('name', text(properties, 'name')),
    ...given({ timeZone: text(properties, 'timeZone'), currency: text(properties, 'currency') }),
    administrator,
  }
}
