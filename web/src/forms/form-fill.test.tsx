import { useState } from 'react'
import { describe, expect, test } from 'vitest'
import { courts, formField } from '../../../test/components/fields.ts'
import { draw, screen } from '../../../test/components/page.tsx'
import { serve } from '../../../test/components/server.ts'
import { type Answers, filledIn, FormFill, problemsIn, ProblemSummary } from './form-fill.tsx'
import { type FormField, type FormPart, fieldsOf } from './form-parts.ts'

const part = (more: Partial<FormField>, when: FormPart['when'] = null): FormPart => ({
  kind: 'field',
  field: formField(more),
  when,
})

const parts: readonly FormPart[] = [
  part({ id: 'name', label: 'Name', required: true }),
  part({ id: 'court', label: 'Court', fieldType: 'Dropdown', options: courts }),
  part({ id: 'judge', label: 'Judge', required: true }, { field: 'court', operator: 'eq', value: '2' }),
  part({
    id: 'value',
    label: 'Value',
    fieldType: 'Decimal',
    range: { start: 0, end: 100, step: null },
    initial: 5,
  }),
  part({ id: 'number', label: 'Number', readOnly: true, required: true }),
]

/** A form with a button that sends it, as pages have it. */
function fill() {
  serve({ 'GET /v2/organizations/1': () => ({ currency: 'NZD' }) })
  const sent: unknown[] = []
  function Form() {
    const [answers, setAnswers] = useState<Answers>({})
    const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
    const send = () => {
      const found = problemsIn(parts, answers)
      setProblems(found)
      if (Object.keys(found).length === 0) sent.push(filledIn(parts, answers))
    }
    const listed = fieldsOf(parts).flatMap(({ id, label }) =>
      problems[id] === undefined ? [] : [{ id, label, problem: problems[id] }],
    )
    return (
      <>
        <ProblemSummary problems={listed} />
        <FormFill parts={parts} answers={answers} problems={problems} onChange={setAnswers} />
        <button type="button" onClick={send}>
          Create
        </button>
      </>
    )
  }
  const { user } = draw(<Form />)
  const create = () => user.click(screen.getByRole('button', { name: 'Create' }))
  const choose = async (court: string) => {
    await user.click(screen.getByRole('combobox', { name: 'Court' }))
    await user.click(await screen.findByRole('option', { name: court }))
  }
  return { user, sent, create, choose, field: (name: RegExp) => screen.getByRole('textbox', { name }) }
}

describe('a form that is filled in', () => {
  test('sends what somebody filled in, and nothing that began with its value', async () => {
    const { user, sent, create, field } = fill()
    await user.type(field(/^Name/), 'Quay lease')
    await create()
    expect(sent).toEqual([{ name: 'Quay lease' }])
  })

  test('asks what depends on an answer, and sends nothing that is not asked any more', async () => {
    const { user, sent, create, choose, field } = fill()
    await user.type(field(/^Name/), 'Quay lease')
    expect(screen.queryByRole('textbox', { name: /^Judge/ })).toBeNull()
    await choose('Supreme Court')
    await create()
    expect(sent).toEqual([])
    await user.type(field(/^Judge/), 'Hale')
    await choose('High Court')
    expect(screen.queryByRole('textbox', { name: /^Judge/ })).toBeNull()
    await create()
    expect(sent).toEqual([{ name: 'Quay lease', court: courts[0] }])
  })

  test('sums up what is wrong, in a summary that has the focus and leads to each field', async () => {
    const { user, sent, create, field } = fill()
    const value = screen.getByRole('textbox', { name: /^Value/ })
    await user.clear(value)
    await user.type(value, '101')
    await create()
    expect(sent).toEqual([])
    const lines = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
    expect(lines).toEqual(['Name: This is needed.', 'Value: Correct this number.'])
    expect(document.activeElement?.textContent).toContain('Some answers need your attention')
    await user.click(screen.getByRole('button', { name: 'Name' }))
    expect(document.activeElement).toBe(field(/^Name/))
  })

  test('does not ask for what nobody can fill in', async () => {
    fill()
    expect(screen.queryByText('Number')).toBeNull()
  })
})
