// Memberships that a handover makes, and takes back.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createUser } from '../../../test/factories.ts'
import { approvalWorld } from '../../../test/fixtures/approvals.ts'
import { insertMatter } from '../../../test/fixtures/matters.ts'
import { useTestApp } from '../../../test/test-app.ts'

const parts = useTestApp()

test('taken back, it takes the memberships back that it made, and no others [P-150]', async () => {
  const made = await approvalWorld(parts)
  const { app, organisationId, owner: leaving, asAdministrator } = made
  const next = await createUser(app, { organisationId, role: 'Standard' })
  await insertMatter(app, { owner: leaving, values: { restricted: true } })
  await made.make()
  const before = await insertMatter(app, { owner: leaving, members: [next] })
  const memberships = async () => {
    const { rows } = await sql<{ kind: string; id: number }>`select 'matter' as kind, matter_id as id
      from matter_members where user_id = ${next.id} and organisation_id = ${organisationId}
      union all select 'contract', contract_id from contract_members
      where user_id = ${next.id} and organisation_id = ${organisationId} order by 1, 2`.execute(app.db)
    return rows.map(({ kind, id }) => `${kind} ${id}`)
  }
  expect(await memberships()).toEqual([`matter ${before}`])
  const path = `/v2/users/${leaving.id}/handovers`
  const given = await asAdministrator.post(path, { to: { id: next.id } })
  expect(given.statusCode, given.body).toBe(200)
  const { id } = given.json<{ handover: { id: number } }>().handover
  expect(await memberships()).toHaveLength(3)
  expect((await asAdministrator.get(path)).json()).toMatchObject({ items: [{ count: 3 }] })
  expect((await asAdministrator.delete(`${path}/${id}`)).statusCode).toBe(204)
  expect(await memberships()).toEqual([`matter ${before}`])
})
