import { describe, expect, test } from 'vitest'
import { checkStageMove, contractStages, type ContractStage, nameProblem } from './contract.ts'

const owner = { mayVoid: true, mayExpire: false }
const administrator = { mayVoid: true, mayExpire: true }
const colleague = { mayVoid: false, mayExpire: false }

const allowedFor = (mover: typeof owner, from: ContractStage): ContractStage[] =>
  contractStages.filter((to) => {
    try {
      checkStageMove(from, to, mover)
      return to !== from
    } catch {
      return false
    }
  })

describe('the stages of a contract', () => {
  const working: ContractStage[] = ['Draft', 'Negotiating', 'Approval', 'Signing']

  test.each(working)(
    '%s goes to every other working stage, to Executed, and by its owner to Void [C-60, C-61]',
    (from) => {
      const expected = contractStages.filter((to) => to !== from && to !== 'Expired')
      expect(allowedFor(owner, from)).toEqual(expected)
      expect(allowedFor(colleague, from)).toEqual(expected.filter((to) => to !== 'Void'))
      expect(allowedFor(administrator, from)).toEqual(contractStages.filter((to) => to !== from))
    },
  )

  test('Executed goes to Void only, and to Expired by an administrator [C-62, C-63]', () => {
    expect(allowedFor(owner, 'Executed')).toEqual(['Void'])
    expect(allowedFor(administrator, 'Executed')).toEqual(['Expired', 'Void'])
    expect(allowedFor(colleague, 'Executed')).toEqual([])
  })

  test('Expired goes to Void only [C-63]', () => {
    expect(allowedFor(owner, 'Expired')).toEqual(['Void'])
    expect(allowedFor(colleague, 'Expired')).toEqual([])
  })

  test('Void goes back to Draft only, by owner or administrator [C-64]', () => {
    expect(allowedFor(owner, 'Void')).toEqual(['Draft'])
    expect(allowedFor(administrator, 'Void')).toEqual(['Draft'])
    expect(allowedFor(colleague, 'Void')).toEqual([])
  })

  test('a move that is not there is a conflict, one that is for others is forbidden [C-65]', () => {
    expect(() => checkStageMove('Executed', 'Draft', owner)).toThrow(
      expect.objectContaining({
        code: 'conflict',
        message: 'A contract that is Executed cannot become Draft. From Executed it can become Void.',
      }),
    )
    expect(() => checkStageMove('Executed', 'Void', colleague)).toThrow(
      expect.objectContaining({ code: 'forbidden' }),
    )
  })
})

test('a name is one line of 1 to 255 characters [C-41]', () => {
  expect(nameProblem('Vertrag über Größe — 契約 ✍️')).toBeUndefined()
  expect(nameProblem('x'.repeat(255))).toBeUndefined()
  expect(nameProblem('x'.repeat(256))).toContain('255')
  expect(nameProblem('')).toContain('missing')
  expect(nameProblem('a\nb')).toContain('line breaks')
})
