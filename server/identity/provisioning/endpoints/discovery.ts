// What a provider can find out about the interface before it uses it (RFC 7644 section 4).
import { groupSchema, inactiveSchema, userSchema } from './scim.wire.ts'

const attribute = (name: string, more: object = {}) => ({
  name,
  type: 'string',
  multiValued: false,
  description: '',
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...more,
})

const reference = [
  attribute('value', { caseExact: true }),
  attribute('display', { mutability: 'readOnly' }),
  attribute('$ref', { type: 'reference', referenceTypes: ['User', 'Group'], caseExact: true }),
  attribute('type', { canonicalValues: ['User', 'direct'] }),
]
const complex = (name: string, subAttributes: readonly object[], more: object = {}) =>
  attribute(name, { type: 'complex', subAttributes, ...more })

const users = [
  attribute('userName', { required: true, mutability: 'immutable', uniqueness: 'server' }),
  attribute('externalId', { caseExact: true }),
  complex('name', [
    attribute('formatted', { mutability: 'readOnly' }),
    attribute('givenName'),
    attribute('familyName'),
  ]),
  attribute('displayName', { mutability: 'readOnly' }),
  attribute('title'),
  attribute('active', { type: 'boolean' }),
  complex('emails', [attribute('value'), attribute('type'), attribute('primary', { type: 'boolean' })], {
    multiValued: true,
    mutability: 'readOnly',
  }),
  complex('groups', reference, { multiValued: true, mutability: 'readOnly' }),
]

const groups = [
  attribute('displayName', { required: true }),
  attribute('externalId', { caseExact: true }),
  complex('members', reference, { multiValued: true }),
]

const schemaSchema = 'urn:ietf:params:scim:schemas:core:2.0:Schema'
const typeSchema = 'urn:ietf:params:scim:schemas:core:2.0:ResourceType'

/** The schemas, with their addresses. */
export const schemas = (base: string) =>
  [
    { id: userSchema, name: 'User', description: 'A person of the organisation', attributes: users },
    {
      id: inactiveSchema,
      name: 'InactiveUser',
      description: 'Why somebody cannot be made active here',
      attributes: [attribute('inactiveBecause', { mutability: 'readOnly' })],
    },
    { id: groupSchema, name: 'Group', description: 'A group of the identity provider', attributes: groups },
  ].map((schema) => ({
    schemas: [schemaSchema],
    ...schema,
    meta: { resourceType: 'Schema', location: `${base}/Schemas/${schema.id}` },
  }))

/** The types of resources, with their addresses. */
export const resourceTypes = (base: string) =>
  [
    {
      id: 'User',
      name: 'User',
      endpoint: '/Users',
      schema: userSchema,
      schemaExtensions: [{ schema: inactiveSchema, required: false }],
    },
    { id: 'Group', name: 'Group', endpoint: '/Groups', schema: groupSchema },
  ].map((type) => ({
    schemas: [typeSchema],
    ...type,
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${type.id}` },
  }))

/** The most resources of one page. */
export const mostOfPage = 200

/** What of the standard is there. */
export const serviceProviderConfig = (base: string) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: mostOfPage },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: false },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Bearer token',
      description: 'A token that an administrator makes on the page "Sign-in".',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
})
