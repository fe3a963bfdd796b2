// People and groups in the shapes of SCIM (RFC 7643), and what a provider sends of them.
import type { Attributes } from '../scim-filter.ts'
import type { GroupState, ProvisionedGroup } from '../groups.ts'
import type { PersonState, ProvisionedPerson } from '../people.ts'
import type { ScimResource } from '../scim-patch.ts'
import { ScimRefusal } from '../scim-refusal.ts'

export const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group'
/** Why the provider cannot make somebody active. */
export const inactiveSchema = 'urn:chancery:scim:schemas:extension:2.0:User'
export const listSchema = 'urn:ietf:params:scim:api:messages:2.0:ListResponse'
export const errorSchema = 'urn:ietf:params:scim:api:messages:2.0:Error'

/** Attributes of RFC 7643 that nobody has here: filters treat them as without a value (RFC 7644, section 3.4.2.2). */
const absent = [
  'name.middleName name.honorificPrefix name.honorificSuffix nickName profileUrl userType preferredLanguage',
  'locale timezone employeeNumber costCenter organization division department manager manager.value',
  'manager.displayName emails.display',
  ...['phoneNumbers', 'ims', 'photos', 'addresses', 'entitlements', 'roles', 'x509Certificates'].flatMap(
    (name) => [name, ...['value', 'type', 'display', 'primary'].map((part) => `${name}.${part}`)],
  ),
].flatMap((names) => names.toLowerCase().split(' '))

/** What people can be filtered by. */
export const userAttributes: Attributes = {
  ...Object.fromEntries(absent.map((name) => [name, { always: null }])),
  schemas: { always: userSchema },
  'emails.type': { always: 'work' },
  'emails.primary': { always: true },
  id: { name: 'id' },
  externalid: { name: 'externalId' },
  username: { name: 'email' },
  'name.givenname': { name: 'firstName' },
  'name.familyname': { name: 'lastName' },
  'name.formatted': { name: 'fullName' },
  displayname: { name: 'fullName' },
  title: { name: 'title' },
  emails: { name: 'email' },
  'emails.value': { name: 'email' },
  active: { name: 'active', is: 'boolean' },
  'meta.created': { name: 'createdAt', is: 'moment' },
  'meta.lastmodified': { name: 'updatedAt', is: 'moment' },
}

/** What groups can be filtered by. */
export const groupAttributes: Attributes = {
  id: { name: 'id' },
  externalid: { name: 'externalId' },
  displayname: { name: 'name' },
  'meta.created': { name: 'createdAt', is: 'moment' },
  'meta.lastmodified': { name: 'updatedAt', is: 'moment' },
}

/** What a patch can be about. */
export const patchedOfUsers: ReadonlySet<string> = new Set([
  'externalId',
  'userName',
  'name',
  'displayName',
  'title',
  'active',
  'emails',
])
export const patchedOfGroups: ReadonlySet<string> = new Set(['externalId', 'displayName', 'members'])

/** A person as a SCIM user. */
export function userToScim(person: ProvisionedPerson, base: string): ScimResource {
  const { id, email, firstName, lastName, externalId, title, groups, inactiveBecause } = person
  const formatted = `${firstName} ${lastName}`.trim()
  return {
    schemas: [userSchema, ...(inactiveBecause === null ? [] : [inactiveSchema])],
    id,
    ...(externalId === null ? {} : { externalId }),
    userName: email,
    name: { formatted, givenName: firstName, familyName: lastName },
    displayName: formatted,
    ...(title === null ? {} : { title }),
    active: person.active,
    ...(inactiveBecause === null ? {} : { [inactiveSchema]: { inactiveBecause } }),
    emails: [{ value: email, type: 'work', primary: true }],
    groups: groups.map((group) => ({
      value: String(group.id),
      display: group.name,
      $ref: `${base}/Groups/${group.id}`,
      type: 'direct',
    })),
    meta: metaOf('User', `${base}/Users/${id}`, person),
  }
}

/** A group as SCIM has it; without its members where they were not asked for. */
export function groupToScim(group: ProvisionedGroup, base: string, withMembers = true): ScimResource {
  const { id, externalId, name, members } = group
  return {
    schemas: [groupSchema],
    id: String(id),
    ...(externalId === null ? {} : { externalId }),
    displayName: name,
    ...(withMembers
      ? {
          members: members.map((member) => ({
            value: member.id,
            display: member.name,
            $ref: `${base}/Users/${member.id}`,
            type: 'User',
          })),
        }
      : {}),
    meta: metaOf('Group', `${base}/Groups/${id}`, group),
  }
}

const metaOf = (
  resourceType: 'User' | 'Group',
  location: string,
  { createdAt, updatedAt }: { readonly createdAt: Date; readonly updatedAt: Date },
) => ({
  resourceType,
  created: createdAt.toISOString(),
  lastModified: updatedAt.toISOString(),
  location,
})

/** What a body, or a patched user, says of a person. Throws a refusal that names what is wrong. */
export function personFromScim(body: unknown): PersonState {
  const user = objectIn(body)
  const name = user['name'] === undefined || user['name'] === null ? {} : objectOf(user['name'], 'name')
  const email = textOf(user, 'userName', 320)
  if (email === null || !/^[^\s@]+@[^\s@]+$/.test(email.trim())) {
    throw wrong('userName has to be the email address that the person signs in with.')
  }
  const [first, last] = namesIn(name, textOf(user, 'displayName', 300), email)
  return {
    email: email.trim(),
    externalId: textOf(user, 'externalId', 255),
    firstName: first,
    lastName: last,
    title: textOf(user, 'title', 255),
    active: truthOf(user['active']),
  }
}

function namesIn(name: ScimResource, displayName: string | null, email: string): readonly [string, string] {
  const first = textOf(name, 'givenName', 100)
  const last = textOf(name, 'familyName', 100)
  if (first !== null || last !== null) return [first ?? '', last ?? '']
  const whole = textOf(name, 'formatted', 200) ?? displayName ?? email.slice(0, email.indexOf('@'))
  const words = whole.trim().split(/\s+/)
  return [words.slice(0, -1).join(' ').slice(0, 100), (words.at(-1) ?? '').slice(0, 100)]
}

// some providers send booleans as texts
function truthOf(value: unknown): boolean {
  if (value === undefined || value === null || value === true) return true
  if (value === false) return false
  if (typeof value === 'string' && /^(true|false)$/i.test(value)) return value.toLowerCase() === 'true'
  throw wrong('active is true or false.')
}

/** What a body, or a patched group, says of a group. Throws a refusal that names what is wrong. */
export function groupFromScim(body: unknown): GroupState {
  const group = objectIn(body)
  const name = textOf(group, 'displayName', 1_000)
  if (name === null) throw wrong('displayName is missing.')
  const members = group['members'] ?? []
  if (!Array.isArray(members)) throw wrong('members is a list.')
  return {
    name,
    externalId: textOf(group, 'externalId', 255),
    memberIds: members.map((member) => {
      const { value, type } = objectOf(member, 'members')
      if (type !== undefined && type !== 'User') throw wrong('Groups have people as members, and no groups.')
      if (typeof value !== 'string' || !/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value)) {
        throw wrong('members has a value that is no id of a person.')
      }
      return value
    }),
  }
}

function objectIn(body: unknown): ScimResource {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new ScimRefusal(400, 'The body has to be a JSON object.', 'invalidSyntax')
  }
  // names of attributes are compared without case
  const names = ['userName', 'externalId', 'displayName', 'name', 'title', 'active', 'members']
  const byLower = new Map(names.map((name) => [name.toLowerCase(), name]))
  return Object.fromEntries(
    Object.entries(body).flatMap(([name, value]) => {
      const known = byLower.get(name.toLowerCase())
      return known === undefined ? [] : [[known, value]]
    }),
  )
}

function objectOf(value: unknown, name: string): ScimResource {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as ScimResource
  throw wrong(`${name} is an object.`)
}

function textOf(from: ScimResource, name: string, longest: number): string | null {
  const value = from[name]
  if (value === undefined || value === null) return null
  if (typeof value !== 'string') throw wrong(`${name} is a text.`)
  if (value.length > longest) throw wrong(`${name} has at most ${longest} characters.`)
  if (value.includes('\0')) throw wrong(`${name} has a character that cannot be stored.`)
  return value.trim() === '' ? null : value
}

const wrong = (detail: string) => new ScimRefusal(400, detail, 'invalidValue')

/** A resource with the attributes that were asked for. */
export function selected(
  resource: ScimResource,
  query: { attributes?: string; excludedAttributes?: string },
) {
  const listed = (text: string) =>
    new Set(
      text.split(',').map(
        (each) =>
          each
            .trim()
            .toLowerCase()
            .replace(/^urn:[\w:.]+:(?=\w)/, '')
            .split('.')[0] ?? '',
      ),
    )
  const always = new Set(['schemas', 'id'])
  const entries = Object.entries(resource)
  if (query.attributes !== undefined) {
    const wanted = listed(query.attributes)
    return Object.fromEntries(entries.filter(([name]) => always.has(name) || wanted.has(name.toLowerCase())))
  }
  if (query.excludedAttributes === undefined) return resource
  const unwanted = listed(query.excludedAttributes)
  return Object.fromEntries(entries.filter(([name]) => always.has(name) || !unwanted.has(name.toLowerCase())))
}
