// Successors that are stored together: each as if it were alone.
import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createOrganisation, createUser } from '../../../../test/factories.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { createClient, grantTo } from '../../../../test/tokens.ts'
import { systemActor } from '../../../platform/events/change.ts'
import { endGrant } from '../grants.ts'
import { storeSuccessors, type Successor } from './store-successors.ts'

const parts = useTestApp()

async function someGrants(count: number): Promise<readonly number[]> {
  const { app } = parts
  const { id: organisationId } = await createOrganisation(app)
  const [user, client] = [
    await createUser(app, { organisationId }),
    await createClient(app, { organisationId }),
  ]
  const ids = []
  while (ids.length < count) ids.push((await grantTo(app, user, client)).grantId)
  return ids
}

function successorOf(grantId: number, generation = 1): Successor {
  const now = parts.app.clock.now()
  const refreshExpiresAt = new Date(now.getTime() + 1_000)
  return { grantId, generation, next: generation + 1, now, refreshExpiresAt, hash: randomBytes(32) }
}

const storedOf = async (grantIds: readonly number[]) => {
  const rows = await parts.app.db
    .selectFrom('refresh_tokens')
    .where('grant_id', 'in', [...grantIds])
    .where('generation', '>', 1)
    .select(['grant_id', 'generation', 'hash'])
    .orderBy('grant_id')
    .execute()
  return rows.map(({ grant_id, generation, hash }) => [grant_id, generation, hash.toString('hex')])
}

test('a generation that is over and a grant that has ended do not concern the others [A-61]', async () => {
  const [first = 0, ended = 0, behind = 0, last = 0] = await someGrants(4)
  await endGrant(parts.app, systemActor('test'), ended, 'revoked by its client')
  const successors = [successorOf(last), successorOf(behind, 7), successorOf(ended), successorOf(first)]
  expect(await storeSuccessors(parts.app, successors)).toEqual([true, false, false, true])
  expect(await storedOf([first, ended, behind, last])).toEqual([
    [first, 2, successors[3]?.hash.toString('hex')],
    [last, 2, successors[0]?.hash.toString('hex')],
  ])
})

test('of two successors of one generation the first is stored [A-61]', async () => {
  const [one = 0, other = 0] = await someGrants(2)
  const successors = [successorOf(one), successorOf(other), successorOf(one)]
  expect(await storeSuccessors(parts.app, successors)).toEqual([true, true, false])
  expect(await storedOf([one])).toEqual([[one, 2, successors[0]?.hash.toString('hex')]])
})
