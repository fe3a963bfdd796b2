// SCIM 2.0: the examples of RFC 7644 with our people, deprovisioning, and what a hostile provider tries.
import { describe, expect, test } from 'vitest'
import { createProvider, rightsOf, type ScimList, type ScimUser } from '../../../../test/fixtures/provider.ts'
import { openBrowser, passwordHash } from '../../../../test/peers/browser.ts'
import { as } from '../../../../test/http.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { accessTokenFor } from '../../../../test/tokens.ts'

const parts = useTestApp()

describe('a provider', () => {
  test('is known by a token of one organisation until it is ended [A-160]', async () => {
    const { call, administrator, made, admin } = await createProvider(parts)
    expect((await call('GET', '/Users')).statusCode).toBe(200)
    for (const token of [
      'wrong',
      'a'.repeat(43),
      'a'.repeat(5_000),
      await accessTokenFor(parts.app, admin),
    ]) {
      const refused = await call('GET', '/Users', undefined, token)
      expect(refused.statusCode).toBe(401)
      expect(refused.json()).toMatchObject({ schemas: [expect.stringContaining('Error')], status: '401' })
    }
    const listed = (await administrator.get('/v2/provisioningTokens')).json<{ items: object[] }>()
    const created = { user: { id: admin.id } }
    expect(listed.items).toMatchObject([
      { id: made.id, name: 'Directory', lastUsed: expect.any(Object), created },
    ])
    expect(JSON.stringify(listed)).not.toContain(made.token)
    // a token of a provider opens nothing else
    expect((await as(parts.server, made.token).get('/v2/me')).statusCode).toBe(401)
    const other = await createProvider(parts)
    expect((await other.administrator.delete(`/v2/provisioningTokens/${made.id}`)).statusCode).toBe(404)
    expect((await administrator.delete(`/v2/provisioningTokens/${made.id}`)).statusCode).toBe(204)
    expect((await call('GET', '/Users')).statusCode).toBe(401)
  })

  test('finds out what is there [A-160]', async () => {
    const { call } = await createProvider(parts)
    const settings = await call('GET', '/ServiceProviderConfig')
    expect(settings.headers['content-type']).toContain('application/scim+json')
    expect(settings.json()).toMatchObject({ patch: { supported: true }, filter: { supported: true } })
    expect((await call('GET', '/ResourceTypes')).json()).toMatchObject({ totalResults: 2 })
    expect((await call('GET', '/ResourceTypes/User')).json()).toMatchObject({ endpoint: '/Users' })
    expect((await call('GET', '/Schemas/urn:ietf:params:scim:schemas:core:2.0:Group')).json()).toMatchObject({
      name: 'Group',
    })
    expect((await call('GET', '/Schemas/unknown')).statusCode).toBe(404)
  })

  test('sees and changes nothing of another organisation [A-161]', async () => {
    const [one, other] = [await createProvider(parts), await createProvider(parts)]
    const theirs = await other.add('kim')
    const group = await other.group('Counsel')
    for (const path of [`/Users/${theirs.id}`, `/Groups/${group.id}`]) {
      expect((await one.call('GET', path)).statusCode).toBe(404)
      expect((await one.call('DELETE', path)).statusCode).toBe(404)
      expect((await one.patch(path, { op: 'replace', path: 'displayName', value: 'x' })).statusCode).toBe(404)
      expect((await other.call('GET', path)).statusCode).toBe(200)
    }
    const list = (
      await one.call('GET', `/Users?filter=${encodeURIComponent('userName co "kim"')}`)
    ).json<ScimList>()
    expect(list.totalResults).toBe(0)
    const foreign = await one.call('POST', '/Groups', { displayName: 'x', members: [{ value: theirs.id }] })
    expect(foreign.json()).toMatchObject({ status: '400', scimType: 'invalidValue' })
    const taken = await one.call('POST', '/Users', { userName: `robin@${other.domain}` })
    expect(taken.json()).toMatchObject({ status: '400', scimType: 'invalidValue' })
    expect((await one.call('POST', '/Users', { userName: 'robin@nowhere.example' })).statusCode).toBe(400)
  })
})

describe('people', () => {
  test('are added, read, replaced, patched and removed [A-162]', async () => {
    const { call, patch, domain } = await createProvider(parts)
    const made = await call('POST', '/Users', {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
      userName: `bjensen@${domain}`,
      externalId: 'bjensen',
      name: { formatted: 'Ms. Barbara J Jensen III', familyName: 'Jensen', givenName: 'Barbara' },
    })
    expect(made.statusCode).toBe(201)
    const user = made.json<ScimUser>()
    expect(made.headers.location).toMatch(new RegExp(`/scim/v2/Users/${user.id}$`))
    expect(user).toMatchObject({
      userName: `bjensen@${domain}`,
      externalId: 'bjensen',
      active: true,
      name: { givenName: 'Barbara', familyName: 'Jensen' },
      emails: [{ value: `bjensen@${domain}`, primary: true }],
      meta: { resourceType: 'User' },
    })
    expect((await call('POST', '/Users', { userName: `BJENSEN@${domain}` })).json()).toMatchObject({
      status: '409',
      scimType: 'uniqueness',
    })
    const replaced = await call('PUT', `/Users/${user.id}`, {
      userName: `bjensen@${domain}`,
      name: { familyName: 'Jensen', givenName: 'Babs' },
      title: 'Counsel',
    })
    expect(replaced.json()).toMatchObject({ name: { givenName: 'Babs' }, title: 'Counsel' })
    expect(replaced.json()).not.toHaveProperty('externalId')
    const renamed = await patch(
      `/Users/${user.id}`,
      { op: 'Add', value: { externalId: 'b2', 'name.familyName': 'Jensen-Hall', nickName: 'B' } },
      { op: 'remove', path: 'title' },
      {
        op: 'replace',
        path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department',
        value: 'L',
      },
    )
    expect(renamed.json()).toMatchObject({
      externalId: 'b2',
      name: { familyName: 'Jensen-Hall', givenName: 'Babs' },
    })
    expect(renamed.json()).not.toHaveProperty('title')
    expect(
      (await patch(`/Users/${user.id}`, { op: 'replace', path: 'userName', value: `x@${domain}` }))
        .statusCode,
    ).toBe(400)
    expect((await call('DELETE', `/Users/${user.id}`)).statusCode).toBe(204)
    expect((await call('GET', `/Users/${user.id}`)).statusCode).toBe(404)
    expect((await rightsOf(parts, user.id)).status).toBe('Disabled')
    const back = await call('POST', '/Users', {
      userName: `bjensen@${domain}`,
      name: { familyName: 'Jensen' },
    })
    expect(back.json()).toMatchObject({ id: user.id, active: true })
  })

  test('are filtered and paged [A-163]', async () => {
    const { call, add, domain } = await createProvider(parts)
    for (const name of ['ann', 'bo', 'cy']) await add(name, { externalId: `x-${name}`, title: `${name}'s` })
    const found = async (filter: string, more = '') => {
      const answer = await call('GET', `/Users?filter=${encodeURIComponent(filter)}${more}`)
      expect(answer.statusCode, filter).toBe(200)
      return answer
        .json<ScimList>()
        .Resources.map(({ userName }) => userName.split('@')[0])
        .sort()
    }
    expect(await found(`userName eq "ANN@${domain}"`)).toEqual(['ann'])
    expect(await found('externalId eq "x-bo"')).toEqual(['bo'])
    expect(await found('title pr and not (userName sw "a") and active eq true')).toEqual(['bo', 'cy'])
    expect(await found(`groups pr or emails.value co "zz"`).catch(() => 'refused')).toBe('refused')
    expect(
      await found('emails[value sw "cy"] or urn:ietf:params:scim:schemas:core:2.0:User:userName sw "bo"'),
    ).toEqual(['bo', 'cy'])
    expect(await found('meta.lastModified gt "2011-05-13T04:42:34Z" and title ew "\'s"')).toEqual([
      'ann',
      'bo',
      'cy',
    ])
    expect(await found('userName co "%"')).toEqual([])
    const page = (await call('GET', '/Users?startIndex=2&count=2&attributes=userName')).json<object>()
    expect(page).toMatchObject({ totalResults: 4, startIndex: 2, itemsPerPage: 2 })
    expect(Object.keys((page as ScimList).Resources[0] ?? {}).sort()).toEqual(['id', 'schemas', 'userName'])
    expect((await call('GET', '/Users?count=0')).json()).toMatchObject({ totalResults: 4, Resources: [] })
    for (const filter of [
      'userName',
      'userName eq',
      'password eq "x"',
      '((((',
      'active eq "maybe"',
      `${'('.repeat(50)}title pr${')'.repeat(50)}`,
      '__proto__ eq "x"',
      'x'.repeat(3_000),
    ]) {
      const refused = await call('GET', `/Users?filter=${encodeURIComponent(filter)}`)
      expect(refused.json(), filter).toMatchObject({ status: '400', scimType: 'invalidFilter' })
    }
    expect((await call('GET', '/Users?count=many')).statusCode).toBe(400)
  })

  test('who are deprovisioned are out at once: sessions, tokens, and signing in [A-164]', async () => {
    for (const way of ['PATCH', 'PATCH of a text', 'PUT', 'DELETE'] as const) {
      const { add, call, patch, domain } = await createProvider(parts)
      const { id } = await add('leaver')
      await parts.app.database.pool.query('update users set password_hash = $2 where id = $1', [
        id,
        await passwordHash(),
      ])
      const browser = openBrowser(parts.server)
      expect((await browser.signIn(`leaver@${domain}`)).statusCode).toBe(200)
      const { organisation_id: organisationId } = await parts.app.db
        .selectFrom('users')
        .where('id', '=', id)
        .select('organisation_id')
        .executeTakeFirstOrThrow()
      const token = await accessTokenFor(parts.app, { id, organisationId, email: '', name: '' })
      const caller = as(parts.server, token)
      expect((await caller.get('/v2/me')).statusCode).toBe(200)
      const path = `/Users/${id}`
      const answer =
        way === 'PUT'
          ? await call('PUT', path, { userName: `leaver@${domain}`, active: false })
          : way === 'DELETE'
            ? await call('DELETE', path)
            : await patch(path, { op: 'Replace', path: 'active', value: way === 'PATCH' ? false : 'False' })
      expect(answer.statusCode, answer.body).toBe(way === 'DELETE' ? 204 : 200)
      expect((await caller.get('/v2/me')).statusCode, way).toBe(401)
      expect((await browser.session()).user, way).toBeNull()
      expect((await openBrowser(parts.server).signIn(`leaver@${domain}`)).statusCode).toBe(401)
    }
  })

  test('the last administrator is not locked out by a provider [A-164]', async () => {
    const { admin, patch, call } = await createProvider(parts)
    const off = { op: 'replace', path: 'active', value: false }
    expect((await patch(`/Users/${admin.id}`, off)).statusCode).toBe(409)
    expect((await call('DELETE', `/Users/${admin.id}`)).statusCode).toBe(409)
    expect((await rightsOf(parts, admin.id)).status).toBe('Active')
  })
})
