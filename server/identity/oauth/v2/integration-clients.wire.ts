// Shapes of integration clients in v2.
import Type, { type Static } from 'typebox'
import { auditedByUser, doneBy, personExample } from '../../../http/v2/references.wire.ts'
import type { ShownPerson } from '../../users/people-on-records.ts'
import type { CreatedClient } from '../commands/create-client.ts'
import type { ClientChanges } from '../commands/update-client.ts'
import type { RotatedSecret } from '../commands/rotate-secret.ts'
import type { IntegrationClient } from '../integration-clients.ts'

const closed = { additionalProperties: false }
const DateTime = Type.String({ format: 'date-time' })
const Status = Type.Unsafe<'Active' | 'Disabled'>({ type: 'string', enum: ['Active', 'Disabled'] })
const RedirectUris = Type.Array(Type.String(), {
  description:
    'Absolute https addresses, or http on localhost. Production redirects only to these, byte for byte.',
})

const SecretRequired = (more = '') =>
  Type.Boolean({
    description: `Whether the secret must be sent with every call of the token, revocation and introspection endpoints. Otherwise it may be left out, and a refresh token that was issued without it lasts one day instead of 30.${more}`,
  })

const newClientExample = {
  name: 'Contract archive',
  redirectUris: ['https://archive.example.com/signed-in'],
  contactEmail: 'integrations@harbour.example',
  confidential: true,
  secretRequired: true,
}
const secretExample = 'q3m6S0b2kY8v4wXJr1tZp9LdHcUeFaNgViTsRoQnNw4k'

export const IntegrationClientV2 = Type.Object(
  {
    id: Type.Integer(),
    clientId: Type.String(),
    name: Type.String(),
    redirectUris: RedirectUris,
    contactEmail: Type.String(),
    confidential: Type.Boolean(),
    secretRequired: SecretRequired(),
    status: Status,
    availableTo: Type.Unsafe<'Organisation' | 'Installation'>({
      type: 'string',
      enum: ['Organisation', 'Installation'],
    }),
    secrets: Type.Array(
      Type.Object({
        id: Type.Integer(),
        createdAt: DateTime,
        expiresAt: Type.Union([DateTime, Type.Null()]),
        lastFour: Type.String(),
      }),
    ),
    created: Type.Object(auditedByUser, { description: 'Who registered it, and when.' }),
    can: Type.Object({
      change: Type.Boolean({
        description: 'Only administrators may change a client that an administrator has allowed.',
      }),
    }),
    modified: Type.Object({ dateUtc: DateTime }),
  },
  {
    examples: [
      {
        id: 3,
        clientId: '5f0c61d2a8f14f6c9a5d7e0b1c2d3e4f',
        ...newClientExample,
        status: 'Active',
        availableTo: 'Organisation',
        secrets: [{ id: 7, createdAt: '2026-03-02T09:00:00.000Z', expiresAt: null, lastFour: 'Nw4k' }],
        created: { dateUtc: '2026-03-02T09:00:00.000Z', userName: 'Ana Prior', user: personExample },
        can: { change: true },
        modified: { dateUtc: '2026-03-02T09:00:00.000Z' },
      },
    ],
  },
)

export const NewClientV2 = Type.Object(
  {
    name: Type.String(),
    redirectUris: RedirectUris,
    contactEmail: Type.String(),
    confidential: Type.Boolean({
      description: 'Whether it can keep a secret. An app in a browser or on a phone cannot.',
    }),
    secretRequired: Type.Optional(
      SecretRequired(
        ' True unless given for a confidential client; always false for one that is not. Set it to false where the same client also runs in a place that cannot keep a secret.',
      ),
    ),
  },
  { ...closed, examples: [newClientExample] },
)

export const CreatedClientV2 = Type.Object(
  {
    id: Type.Integer(),
    clientId: Type.String(),
    clientSecret: Type.Union([Type.String(), Type.Null()], { description: 'Returned here and never again.' }),
  },
  { examples: [{ id: 3, clientId: '5f0c61d2a8f14f6c9a5d7e0b1c2d3e4f', clientSecret: secretExample }] },
)

export const ClientChangesV2 = Type.Object(
  {
    name: Type.Optional(Type.String()),
    redirectUris: Type.Optional(RedirectUris),
    contactEmail: Type.Optional(Type.String()),
    status: Type.Optional(Status),
    secretRequired: Type.Optional(
      SecretRequired(' Once true, a grant that began without the secret needs it at its next refresh.'),
    ),
  },
  { ...closed, examples: [{ status: 'Disabled' }] },
)

export const RotationV2 = Type.Object(
  {
    overlapHours: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 168,
        default: 24,
        description: 'How long earlier secrets remain valid.',
      }),
    ),
  },
  { ...closed, examples: [{ overlapHours: 48 }] },
)

export const RotatedSecretV2 = Type.Object(
  {
    clientSecret: Type.String({ description: 'Returned here and never again.' }),
    previousSecretsExpireAt: Type.Union([DateTime, Type.Null()]),
  },
  { examples: [{ clientSecret: secretExample, previousSecretsExpireAt: '2026-03-04T09:00:00.000Z' }] },
)

/** A client in its v2 shape. */
export const clientToV2 = (
  client: IntegrationClient,
  people: ReadonlyMap<string, ShownPerson>,
): Static<typeof IntegrationClientV2> => ({
  id: client.id,
  clientId: client.publicId,
  name: client.name,
  redirectUris: [...client.redirectUris],
  contactEmail: client.contactEmail,
  confidential: client.confidential,
  secretRequired: client.secretRequired,
  status: client.status,
  availableTo: client.availableTo,
  secrets: client.secrets.map((secret) => ({
    id: secret.id,
    createdAt: secret.createdAt.toISOString(),
    expiresAt: secret.expiresAt?.toISOString() ?? null,
    lastFour: secret.lastFour,
  })),
  created: { dateUtc: client.createdAt.toISOString(), ...doneBy(people.get(client.createdBy ?? '')) },
  can: { change: client.mayChange },
  modified: { dateUtc: client.updatedAt.toISOString() },
})

/** The response to a registration. */
export const createdToV2 = ({ id, publicId, secret }: CreatedClient): Static<typeof CreatedClientV2> => ({
  id,
  clientId: publicId,
  clientSecret: secret,
})

/** The response to a rotation. */
export const rotatedToV2 = (rotated: RotatedSecret): Static<typeof RotatedSecretV2> => ({
  clientSecret: rotated.secret,
  previousSecretsExpireAt: rotated.previousExpireAt?.toISOString() ?? null,
})

/** The changes of a merge patch. */
export const changesFromV2 = (patch: Static<typeof ClientChangesV2>): ClientChanges => patch
