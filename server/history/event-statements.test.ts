// What the history says of events that have no value before.
import { expect, test } from 'vitest'
import { statementsIn } from './event-statements.ts'

const statements = (action: string, facts: Record<string, unknown>) =>
  statementsIn(action, facts)?.map(({ property, from, to }) => [property, from, to])

test.each([
  [
    'contract.approval.delegated',
    { approvalId: 4, step: 'Finance', from: 'a', to: 'b', comment: null },
    [
      ['step', null, 'Finance'],
      ['approver', 'a', 'b'],
    ],
  ],
  [
    'contract.approval.kept',
    { approvalId: 4, from: 1, to: 2, reason: 'A typing error' },
    [
      ['version', 1, 2],
      ['reason', null, 'A typing error'],
    ],
  ],
  [
    'matter.intake.answered',
    { questionId: 3, question: 'Who?', answer: 'We', askedBy: 'a' },
    [
      ['question', null, 'Who?'],
      ['answer', null, 'We'],
    ],
  ],
  ['matter.intake.declined', { requesterId: 'a', reason: 'Not legal' }, [['reason', null, 'Not legal']]],
  [
    'contract-entity.merged',
    { name: 'Acme', into: { id: 4, name: 'Acme Ltd' } },
    [['name', 'Acme', 'Acme Ltd']],
  ],
  [
    'field.options.added',
    {
      options: [
        { id: 1, label: 'North' },
        { id: 2, label: 'South' },
      ],
    },
    [['options', null, ['North', 'South']]],
  ],
  ['form.part.added', { fieldId: 3, title: 'Region' }, [['title', null, 'Region']]],
  ['organisation.feature.updated', { code: 'TASKS', enabled: false }, [['features/TASKS', true, false]]],
])('%s says what was decided, asked or switched [V-340]', (action, facts, changes) => {
  expect(statements(action, facts)).toEqual(changes)
})

test('other events have no statements', () => {
  expect(statements('contract.updated', { name: { from: 'a', to: 'b' } })).toBeUndefined()
})
