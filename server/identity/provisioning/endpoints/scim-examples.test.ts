// The examples of RFC 7643 and 7644 against our routes: resources, filters, patches, lists and errors.
import { beforeAll, describe, expect, test } from 'vitest'
import { createProvider, type ScimList, type ScimUser } from '../../../../test/fixtures/provider.ts'
import { useTestApp } from '../../../../test/test-app.ts'

const parts = useTestApp()
const core = 'urn:ietf:params:scim:schemas:core:2.0:User'
const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'

let provider: Awaited<ReturnType<typeof createProvider>>
let bjensen: ScimUser & Record<string, unknown>
let malley: ScimUser

/** RFC 7643 section 8.2, with an address in the domain of the organisation; ids and metadata are the server's. */
const fullUser = (userName: string) => ({
  schemas: [core],
  externalId: '701984',
  userName,
  name: {
    formatted: 'Ms. Barbara J Jensen, III',
    familyName: 'Jensen',
    givenName: 'Barbara',
    middleName: 'Jane',
    honorificPrefix: 'Ms.',
    honorificSuffix: 'III',
  },
  displayName: 'Babs Jensen',
  nickName: 'Babs',
  profileUrl: 'https://login.example.com/bjensen',
  emails: [
    { value: userName, type: 'work', primary: true },
    { value: 'babs@jensen.org', type: 'home' },
  ],
  addresses: [{ type: 'work', streetAddress: '100 Universal City Plaza', country: 'USA', primary: true }],
  phoneNumbers: [{ value: '555-555-5555', type: 'work' }],
  ims: [{ value: 'someaimhandle', type: 'aim' }],
  photos: [{ value: 'https://photos.example.com/profilephoto/72930000000Ccne/F', type: 'photo' }],
  userType: 'Employee',
  title: 'Tour Guide',
  preferredLanguage: 'en-US',
  locale: 'en-US',
  timezone: 'America/Los_Angeles',
  active: true,
  password: 't1meMa$heen',
  x509Certificates: [{ value: 'MIIDQzCCAqygAwIBAgICEAAwDQYJKoZIhvcNAQEFBQAwTjELMAkGA1UEBhMCVVMx' }],
})

beforeAll(async () => {
  provider = await createProvider(parts)
  const { call, add, domain } = provider
  const made = await call('POST', '/Users', fullUser(`bjensen@${domain}`))
  expect(made.statusCode, made.body).toBe(201)
  bjensen = made.json<typeof bjensen>()
  malley = await add('jsmith', { name: { givenName: 'John', familyName: "O'Malley" } })
})

describe('resources', () => {
  test('the full user is kept as far as we have it, and its secret is never sent [A-168]', () => {
    expect(bjensen).toMatchObject({
      schemas: [core],
      externalId: '701984',
      name: { familyName: 'Jensen', givenName: 'Barbara' },
      title: 'Tour Guide',
      active: true,
      meta: { resourceType: 'User', location: expect.stringMatching(new RegExp(`/Users/${bjensen.id}$`)) },
    })
    expect(JSON.stringify(bjensen)).not.toContain('t1meMa$heen')
  })

  test('the minimal user and the enterprise user are taken [A-168]', async () => {
    const { call, domain } = provider
    for (const body of [
      { schemas: [core], userName: `minimal@${domain}` },
      {
        schemas: [core, enterprise],
        userName: `enterprise@${domain}`,
        name: { familyName: 'Jensen', givenName: 'Barbara' },
        [enterprise]: {
          employeeNumber: '701984',
          costCenter: '4130',
          organization: 'Universal Studios',
          division: 'Theme Park',
          department: 'Tour Operations',
          manager: { value: bjensen.id, displayName: 'John Smith' },
        },
      },
    ]) {
      const made = await call('POST', '/Users', body)
      expect(made.statusCode, made.body).toBe(201)
      expect(made.headers.location).toBe(made.json<{ meta: { location: string } }>().meta.location)
      expect((await call('DELETE', `/Users/${made.json<ScimUser>().id}`)).statusCode).toBe(204)
    }
  })

  test('a group with its members, read and replaced [A-168]', async () => {
    const { call } = provider
    const schemas = ['urn:ietf:params:scim:schemas:core:2.0:Group']
    const members = [
      { value: bjensen.id, $ref: `https://example.com/v2/Users/${bjensen.id}`, display: 'Babs Jensen' },
      { value: malley.id, display: 'Mandy Pepperidge' },
    ]
    const made = await call('POST', '/Groups', { schemas, displayName: 'Tour Guides', members })
    expect(made.statusCode, made.body).toBe(201)
    const { id } = made.json<{ id: string }>()
    const group = (await call('GET', `/Groups/${id}`)).json<{ members: { value: string }[] }>()
    expect(group).toMatchObject({ schemas, displayName: 'Tour Guides', meta: { resourceType: 'Group' } })
    expect(group.members.map(({ value }) => value).toSorted()).toEqual([bjensen.id, malley.id].toSorted())
    expect((await call('DELETE', `/Groups/${id}`)).statusCode).toBe(204)
  })
})

// RFC 7644, section 3.4.2.2: who of bjensen and jsmith is found
test.each([
  ['userName eq "bjensen@DOMAIN"', ['bjensen']],
  ['Username Eq "BJENSEN@DOMAIN"', ['bjensen']],
  ['name.familyName co "O\'Malley"', ['jsmith']],
  ['userName sw "J"', ['jsmith']],
  ['urn:ietf:params:scim:schemas:core:2.0:User:userName sw "J"', ['jsmith']],
  ['title pr', ['bjensen']],
  ['meta.lastModified gt "2011-05-13T04:42:34Z"', ['bjensen', 'jsmith']],
  ['meta.lastModified ge "2011-05-13T04:42:34Z"', ['bjensen', 'jsmith']],
  ['meta.lastModified lt "2011-05-13T04:42:34Z"', []],
  ['meta.lastModified le "2011-05-13T04:42:34Z"', []],
  ['title pr and userType eq "Employee"', []],
  ['title pr or userType eq "Intern"', ['bjensen']],
  ['schemas eq "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User"', []],
  ['title pr and not (userType eq "Intern")', ['bjensen']],
  ['userType eq "Employee" and (emails co "DOMAIN" or emails.value co "example.org")', []],
  [
    'userType ne "Employee" and not (emails co "example.com" or emails.value co "example.org")',
    ['bjensen', 'jsmith'],
  ],
  ['userType eq "Employee" and (emails.type eq "work")', []],
  ['emails[type eq "work" and value co "@DOMAIN"] and title pr', ['bjensen']],
  ['emails[type eq "home"] or ims[type eq "xmpp" and value co "@foo.com"]', []],
  ['urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department pr', []],
])('the filter %s [A-168]', async (filter, expected) => {
  const { call, domain } = provider
  const asked = `(${filter.replaceAll('DOMAIN', domain)}) and (userName sw "bjensen" or userName sw "jsmith")`
  const answer = await call('GET', `/Users?filter=${encodeURIComponent(asked)}`)
  expect(answer.statusCode, answer.body).toBe(200)
  const list = answer.json<ScimList>()
  expect(list).toMatchObject({
    schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
    totalResults: expected.length,
  })
  expect(list.Resources.map(({ userName }) => userName.split('@')[0]).toSorted()).toEqual(expected)
})

// section 3.5.2
test.each([
  [[{ op: 'add', value: { title: 'Guide', nickName: 'Babs' } }], { title: 'Guide' }],
  [[{ op: 'replace', path: 'name.familyName', value: 'Smith' }], { name: { familyName: 'Smith' } }],
  [[{ op: 'add', path: 'externalId', value: 'e1' }], { externalId: 'e1' }],
  [[{ op: 'replace', path: 'active', value: false }], { active: false }],
  [[{ op: 'replace', value: { active: true } }], { active: true }],
  [[{ op: 'replace', path: 'addresses[type eq "work"].streetAddress', value: '1010 Broadway' }], {}],
])('the patch %j [A-168]', async (operations, expected) => {
  const { add, call, domain } = provider
  const name = `patched-${Math.abs(JSON.stringify(operations).length)}-${Object.keys(expected).join('')}`
  const { id } = await add(name.toLowerCase(), { name: { givenName: 'Pat', familyName: 'Ched' } })
  const answer = await provider.patch(`/Users/${id}`, ...operations)
  expect(answer.statusCode, answer.body).toBe(200)
  expect(answer.json()).toMatchObject({ ...expected, userName: `${name.toLowerCase()}@${domain}` })
  expect((await call('DELETE', `/Users/${id}`)).statusCode).toBe(204)
})

test('the members of a group are added, removed one by one and all [A-168]', async () => {
  const { group, patch, call } = provider
  const { id } = await group('Employees')
  const membersNow = async () =>
    (await call('GET', `/Groups/${id}`))
      .json<{ members: { value: string }[] }>()
      .members.map(({ value }) => value)
  const add = { op: 'add', path: 'members', value: [{ display: 'Babs', value: bjensen.id }] }
  expect((await patch(`/Groups/${id}`, add)).statusCode).toBe(200)
  await patch(`/Groups/${id}`, add)
  expect(await membersNow()).toEqual([bjensen.id])
  await patch(
    `/Groups/${id}`,
    { op: 'remove', path: `members[value eq "${bjensen.id}"]` },
    { op: 'add', path: 'members', value: [{ value: malley.id }] },
  )
  expect(await membersNow()).toEqual([malley.id])
  await patch(`/Groups/${id}`, { op: 'remove', path: 'members' })
  expect(await membersNow()).toEqual([])
})

// section 3.12
test.each([
  ['GET', '/Users/2819c223-7f76-453a-919d-413861904646', undefined, { status: '404' }],
  ['DELETE', '/Groups/999999', undefined, { status: '404' }],
  ['GET', '/Users?filter=userName%20xx%20%22a%22', undefined, { status: '400', scimType: 'invalidFilter' }],
  ['POST', '/Users', { userName: 'no address' }, { status: '400', scimType: 'invalidValue' }],
  ['POST', '/Users', { userName: 'bjensen@DOMAIN' }, { status: '409', scimType: 'uniqueness' }],
  ['POST', '/Users', [], { status: '400', scimType: 'invalidSyntax' }],
] as const)('%s %s with %j is refused in the form of an error [A-168]', async (method, path, body, error) => {
  const sent = JSON.stringify(body ?? null).replaceAll('DOMAIN', provider.domain)
  const refused = await provider.call(method, path, (JSON.parse(sent) as object | null) ?? undefined)
  expect(refused.statusCode, refused.body).toBe(Number(error.status))
  expect(refused.headers['content-type']).toContain('application/scim+json')
  const schemas = ['urn:ietf:params:scim:api:messages:2.0:Error']
  expect(refused.json()).toMatchObject({ schemas, ...error })
})

test('what is not supported is said to be so [A-168]', async () => {
  expect((await provider.call('GET', '/ServiceProviderConfig')).json()).toMatchObject({
    bulk: { supported: false },
    sort: { supported: false },
    etag: { supported: false },
    changePassword: { supported: false },
  })
})
