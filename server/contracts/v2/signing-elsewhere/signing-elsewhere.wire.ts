// Signing services in the shape of v2.
import Type from 'typebox'
import { jsonBody } from '../../../http/v2/bodies.ts'
import { needed, neverNull, propertiesOf } from '../../../http/v2/merge-patch.ts'
import { auditedByUser, createdExample, doneBy, nullable } from '../../../http/v2/references.wire.ts'
import type { App } from '../../../platform/app.ts'
import { badInput } from '../../../platform/errors.ts'
import { longestName, longestToken, longestUrl, type NewService } from '../../signing/elsewhere/set-up.ts'
import { eventAddress } from '../../signing/elsewhere/receive-event.ts'
import type { ServiceSettings } from '../../signing/elsewhere/list-set-up.ts'

const given = {
  name: Type.String({
    minLength: 1,
    maxLength: longestName,
    description: 'As those who send contracts see it.',
  }),
  url: Type.String({
    maxLength: longestUrl,
    description: 'An https address; the calls of the protocol are below it.',
  }),
  token: Type.String({
    minLength: 1,
    maxLength: longestToken,
    description:
      'Calls are authorised with it, as `Authorization: Bearer`. It is stored encrypted, and never shown.',
  }),
}
const example = {
  name: 'Northwind Sign',
  url: 'https://sign.northwind.example/chancery',
  token: 'r7Hq2p0xW9',
}

export const newServiceBody = jsonBody(
  Type.Object(given, { additionalProperties: false, title: 'NewSigningService' }),
  example,
)
export const changedServiceBody = jsonBody(
  Type.Partial(Type.Object(given), { additionalProperties: false, title: 'ChangedSigningService' }),
  { name: 'Northwind Sign' },
)

const eventsText = 'Where the service sends its events, signed with the secret.'
const secretText = 'Events are signed with it. It is shown this once.'

export const addedSchema = Type.Object(
  {
    id: Type.Integer(),
    events: Type.String({ description: eventsText }),
    signingSecret: Type.String({ description: secretText }),
  },
  {
    title: 'AddedSigningService',
    examples: [
      {
        id: 2,
        events: 'https://legal.example/signing-services/1-2/events',
        signingSecret: 'whsec_K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
      },
    ],
  },
)

export const overlapSchema = Type.Object(
  {
    overlapHours: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 168,
        default: 24,
        description: 'How long the present one counts as well.',
      }),
    ),
  },
  { additionalProperties: false, title: 'SigningServiceSecretRotation', examples: [{ overlapHours: 24 }] },
)

export const rotatedSchema = Type.Object(
  {
    signingSecret: Type.String({ description: secretText }),
    previousSecretExpires: Type.String({ format: 'date-time' }),
  },
  {
    title: 'RotatedSigningServiceSecret',
    examples: [
      {
        signingSecret: 'whsec_K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
        previousSecretExpires: '2026-03-03T09:00:00.000Z',
      },
    ],
  },
)

const serviceSchema = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  url: Type.String(),
  events: Type.String({ description: eventsText }),
  complete: Type.Boolean({
    description: 'false where its token or secret is missing, after an import or the loss of the key.',
  }),
  previousSecretExpires: nullable<string>('string', {
    format: 'date-time',
    description: 'Until when events may be signed with the secret before.',
  }),
  openRequests: Type.Integer({ description: 'How many contracts are out for signature with it.' }),
  created: Type.Object(auditedByUser),
})

export const servicesSchema = Type.Object(
  { items: Type.Array(serviceSchema) },
  {
    title: 'SigningServiceList',
    examples: [
      {
        items: [
          {
            id: 2,
            name: example.name,
            url: example.url,
            events: 'https://legal.example/signing-services/1-2/events',
            complete: true,
            previousSecretExpires: null,
            openRequests: 3,
            created: createdExample,
          },
        ],
      },
    ],
  },
)

/** A service as v2 shows it. */
export const serviceToV2 = ({ config }: App, organisationId: number, service: ServiceSettings) => ({
  id: service.id,
  name: service.name,
  url: service.url,
  events: eventAddress(config, { organisationId, id: service.id }),
  complete: service.hasSecrets,
  previousSecretExpires: service.previousSecretExpiresAt?.toISOString() ?? null,
  openRequests: service.openRequests,
  created: { dateUtc: service.createdAt.toISOString(), ...doneBy(service.createdBy) },
})

/** A new service. */
export function serviceFromV2(body: unknown): NewService {
  const properties = propertiesOf(body, ['name', 'url', 'token'])
  return {
    name: needed('name', stringIn(properties, 'name')),
    url: needed('url', stringIn(properties, 'url')),
    token: needed('token', stringIn(properties, 'token')),
  }
}

/** What is to be changed of a service. */
export function changesFromV2(body: unknown): Partial<NewService> {
  const properties = propertiesOf(body, ['name', 'url', 'token'])
  const [name, url, token] = ['name', 'url', 'token'].map((each) => stringIn(properties, each))
  return {
    ...(name === undefined ? {} : { name }),
    ...(url === undefined ? {} : { url }),
    ...(token === undefined ? {} : { token }),
  }
}

function stringIn(properties: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = neverNull(name, properties[name])
  if (value === undefined || typeof value === 'string') return value
  throw badInput(name, 'must be a text.')
}
