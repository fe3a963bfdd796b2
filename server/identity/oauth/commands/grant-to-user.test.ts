import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createOrganisation, createUser } from '../../../../test/factories.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { createClient } from '../../../../test/tokens.ts'
import { grantToUser } from './grant-to-user.ts'

const tested = useTestApp()

async function scene() {
  const { app } = tested
  const { id: organisationId } = await createOrganisation(app)
  const user = await createUser(app, { organisationId })
  const client = await createClient(app, { organisationId })
  const grants = () => app.db.selectFrom('oauth_grants').where('user_id', '=', user.id).selectAll().execute()
  return { app, user, client, grants, wanted: { userId: user.id, clientId: client.clientId } }
}

describe('a grant without a browser', () => {
  test('issues tokens that the API accepts', async () => {
    const { app, user, wanted, grants } = await scene()
    const { accessToken } = await grantToUser(app, wanted)
    const response = await tested.server.inject({
      url: '/contract-apis/v1/contracts',
      headers: { authorization: `Bearer ${accessToken}` },
    })
    expect(response.statusCode).toBe(200)
    expect(await grants()).toMatchObject([{ user_id: user.id, with_secret: true }])
  })

  test('is refused to a user whom the client does not serve', async () => {
    const { app, grants, wanted } = await scene()
    const outsider = await createUser(app, { organisationId: (await createOrganisation(app)).id })
    await expect(grantToUser(app, { ...wanted, userId: outsider.id })).rejects.toMatchObject({
      code: 'forbidden',
    })
    const disabled = await createUser(app, { organisationId: outsider.organisationId, status: 'Disabled' })
    await expect(grantToUser(app, { ...wanted, userId: disabled.id })).rejects.toMatchObject({
      code: 'forbidden',
    })
    expect(await grants()).toEqual([])
  })

  test('is not possible for an unknown user or client', async () => {
    const { app, wanted } = await scene()
    for (const unknown of [{ userId: randomUUID() }, { clientId: 'nobody' }]) {
      await expect(grantToUser(app, { ...wanted, ...unknown })).rejects.toMatchObject({ code: 'not_found' })
    }
  })

  test('is refused in production [G-23]', async () => {
    const { app, wanted, grants } = await scene()
    const production = { ...app, config: { ...app.config, environment: 'production' as const } }
    await expect(grantToUser(production, wanted)).rejects.toMatchObject({ code: 'forbidden' })
    expect(await grants()).toEqual([])
  })
})
