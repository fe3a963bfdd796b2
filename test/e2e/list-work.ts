// What lists of tasks and key dates have in the browser tests.
import { expect } from 'vitest'
import { createContractTemplate, createOrganisation, createUser, type TestUser } from '../factories.ts'
import { insertContract } from '../fixtures/contracts.ts'
import { insertMatter } from '../fixtures/matters.ts'
import { openBrowser, passwordHash } from '../peers/browser.ts'
import type { TestApp } from '../test-app.ts'

/** Somebody with a task, and a contract with a key date. */
export async function insertWork(parts: TestApp): Promise<TestUser> {
  const { id: organisationId } = await createOrganisation(parts.app)
  const counsel = await createUser(parts.app, {
    organisationId,
    role: 'InhouseLegal',
    passwordHash: await passwordHash(),
  })
  const matterId = await insertMatter(parts.app, { owner: counsel, values: { name: 'Lease of the depot' } })
  const templateId = await createContractTemplate(parts.app, { organisationId })
  const contractId = await insertContract(parts.app, {
    owner: counsel,
    templateId,
    values: { name: 'Depot' },
  })
  const browser = openBrowser(parts.server)
  await browser.signIn(counsel.email)
  const day = new Date(parts.app.clock.now().getTime() + 5 * 86_400_000).toISOString().slice(0, 10)
  for (const [address, body] of [
    [
      `/v2/matters/${matterId}/tasks`,
      { name: 'Survey', assignee: { id: counsel.id }, dueDate: `${day}T00:00:00` },
    ],
    [`/v2/contracts/${contractId}/keyDates`, { name: 'Notice', date: day }],
  ] as const) {
    const made = await browser.call('POST', address, body)
    expect(made.statusCode, made.body).toBe(201)
  }
  return counsel
}
