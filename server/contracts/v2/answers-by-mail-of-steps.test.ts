// Answers from mails, to approvals of several steps.
import { expect, test } from 'vitest'
import {
  answersByMail,
  approvalAt,
  openQuestion,
  type Question,
  sendAnswer,
} from '../../../test/fixtures/answers-by-mail.ts'
import { setRules } from '../../../test/fixtures/approvals.ts'
import { useTestApp } from '../../../test/test-app.ts'

const parts = useTestApp()

test('an answer is for the step that the page showed, not for one that came up since [C-372]', async () => {
  const made = await answersByMail(parts)
  const { finance, director } = made
  const rule = { need: 'One', approvers: [{ id: finance.id }, { id: director.id }] }
  await setRules(made, {
    inOrder: true,
    rules: [
      { name: 'Desk', ...rule },
      { name: 'Board', ...rule },
    ],
  })
  const { path } = await made.asked([], { approvers: undefined })
  const browser = await made.visitor()
  const address = await made.addressOf(finance)
  const shown = (await openQuestion(browser, address)).json<Question>()
  expect(shown).toMatchObject({ steps: ['Desk'] })
  expect((await made.asDirector.post(`${path}/approve`, {})).statusCode).toBe(200)
  const approve = { decision: 'Approved' } as const
  expect((await sendAnswer(browser, address, { ...approve, asked: shown.asked })).statusCode).toBe(409)
  expect((await openQuestion(browser, address)).json()).toMatchObject({ steps: ['Board'] })
  expect((await sendAnswer(browser, address, approve)).statusCode).toBe(204)
  expect((await approvalAt(made.asOwner, path)).state).toBe('Approved')
})
