import { beforeAll, expect, test } from 'vitest'
import { useTestApp } from '../../../../test/test-app.ts'
import { callerFor } from '../../../../test/tokens.ts'
import type { Caller } from '../../../../test/http.ts'
import { type LargeOrganisation, seedLarge } from './seed-large.ts'

const tested = useTestApp()
const size = 300
let made: LargeOrganisation
let administrator: Caller
const progress: number[] = []

beforeAll(async () => {
  made = await seedLarge(tested.app, { size, onProgress: (done, of) => progress.push(done / of) })
  const user = await tested.app.db
    .selectFrom('users')
    .where('email_key', '=', made.email)
    .select(['id', 'email', 'organisation_id'])
    .executeTakeFirstOrThrow()
  administrator = await callerFor(tested, {
    id: user.id,
    email: user.email,
    organisationId: user.organisation_id,
    name: 'Administrator',
  })
})

test.each(['/matter-apis/v1/matters', '/contract-apis/v1/contracts'])(
  '%s has the requested number of records, a third of them restricted, with details that open',
  async (path) => {
    const list = (context: string) => administrator.get(`${path}?context=${context}&take=1`)
    const total = async (context: string) => (await list(context)).json<{ total: number }>().total
    const [all, restricted] = [await total('All'), await total('Restricted')]
    expect(restricted).toBeGreaterThan(size / 4)
    expect(restricted).toBeLessThan(size / 2)
    // both include the restricted ones that the administrator is a member of
    expect(all).toBeGreaterThanOrEqual(size - restricted)
    const { data } = (await list('All')).json<{ data: [{ id: number }] }>()
    expect((await administrator.get(`${path}/${data[0].id}`)).statusCode).toBe(200)
  },
)

test('every contract has an amount, and most have a risk rating', async () => {
  const { data } = (await administrator.get('/contract-apis/v1/contracts?context=All&take=20')).json<{
    data: readonly { id: number }[]
  }>()
  const values = await Promise.all(
    data.map(async ({ id }) => {
      const answer = await administrator.get(`/contract-apis/v1/contracts/${id}/fields`)
      return Object.values(answer.json<{ detailFields: { model: object } }>().detailFields.model) as unknown[]
    }),
  )
  expect(values.every((each) => each.some((value) => typeof value === 'number'))).toBe(true)
  expect(values.filter((each) => each.some((value) => typeof value === 'string')).length).toBeGreaterThan(10)
})

test('the next matter has the next number', async () => {
  const { rows } = await tested.app.database.pool.query<{ last: number; highest: number }>(
    `select last_number as last, (select max(number) from matters m where m.organisation_id = n.organisation_id) as highest
     from matter_numbers n where organisation_id = $1`,
    [made.organisationId],
  )
  expect(rows).toEqual([{ last: size, highest: size }])
})

test('progress ends at 100 %', () => {
  expect(progress.at(-1)).toBe(1)
})

test('a second one of the same size is rejected, and nothing is created', async () => {
  const count = async () => (await tested.app.db.selectFrom('users').select('id').execute()).length
  const before = await count()
  await expect(seedLarge(tested.app, { size })).rejects.toThrow('Take another size')
  expect(await count()).toBe(before)
})
