// v1 of people: what its search does not take.
import { expect, test } from 'vitest'
import { createOrganisation, createUser } from '../../../../test/factories.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { callerFor } from '../../../../test/tokens.ts'

const parts = useTestApp()

test('the filters of other lists are refused with what there is instead [P-105]', async () => {
  const { id: organisationId } = await createOrganisation(parts.app)
  const caller = await callerFor(parts, await createUser(parts.app, { organisationId, lastName: 'Marsh' }))
  const path = '/account-apis/v1/users'
  const found = await caller.get(`${path}?filter.search=Marsh`)
  expect([found.statusCode, found.json<unknown[]>().length]).toEqual([200, 1])
  for (const name of ['filtering.field', 'filtering[field]', 'Filtering.Logic']) {
    const answer = await caller.get(`${path}?${encodeURIComponent(name)}=lastName`)
    expect(answer.statusCode, name).toBe(400)
    expect(answer.json<{ detail: string }>().detail).toMatch(
      /^This list has no filtering\. It is searched by filter\.search, /,
    )
  }
})
