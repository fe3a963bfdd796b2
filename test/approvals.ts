// A contract type with approval rules, and the people who ask and decide.
import { expect } from 'vitest'
import { insertContract, insertDocument } from './contracts.ts'
import { createContractTemplate, createOrganisation, createUser, type TestUser } from './factories.ts'
import { insertFieldOn } from './fields.ts'
import type { TestApp } from './test-app.ts'
import { callerFor } from './tokens.ts'

/** A contract type without rules, and the people of its organisation. */
export async function approvalWorld(parts: TestApp) {
  const { app } = parts
  const { id: organisationId } = await createOrganisation(app)
  const person = (role: Parameters<typeof createUser>[1]['role'], firstName: string) =>
    createUser(app, { organisationId, role: role ?? 'InhouseLegal', firstName })
  const owner = await person('InhouseLegal', 'Olga')
  const finance = await person('Standard', 'Finn')
  const director = await person('Standard', 'Dora')
  const administrator = await person('Administrator', 'Ada')
  const typeId = await createContractTemplate(app, { organisationId })
  const make = async () => {
    const contractId = await insertContract(app, { owner, templateId: typeId })
    await insertDocument(app, owner, contractId)
    return contractId
  }
  const as = (user: TestUser) => callerFor(parts, user)
  return {
    app,
    organisationId,
    typeId,
    owner,
    finance,
    director,
    make,
    asOwner: await as(owner),
    asFinance: await as(finance),
    asDirector: await as(director),
    asAdministrator: await as(administrator),
    as,
  }
}

export type ApprovalWorld = Awaited<ReturnType<typeof approvalWorld>>

/** Sets the rules of the type, and answers them. */
export const setRules = async ({ asAdministrator, typeId }: ApprovalWorld, body: object) => {
  const answer = await asAdministrator.put(`/v2/contractTypes/${typeId}/approvalRules`, body)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<{ rules: { id: number }[] }>()
}

/** Finance, and then the director for what is worth 100,000 or more. */
export async function approvalWorldWithRules(parts: TestApp) {
  const made = await approvalWorld(parts)
  const form = {
    organisationId: made.organisationId,
    form: 'ContractDetails',
    templateId: made.typeId,
  } as const
  const fieldId = await insertFieldOn(made.app, form, {
    title: 'Contract value',
    apiName: 'contractValue',
    type: 'Currency',
  })
  await setRules(made, {
    inOrder: true,
    rules: [
      { name: 'Finance', approvers: [{ id: made.finance.id }] },
      {
        name: 'Director',
        approvers: [{ id: made.director.id }],
        when: { field: 'contractValue', operator: 'ge', value: 100_000 },
      },
    ],
  })
  return { ...made, fieldId }
}
