import { describe, expect, test, vi } from 'vitest'
import { courts, formField } from '../../../test/components/fields.ts'
import { draw, screen } from '../../../test/components/page.tsx'
import { serve } from '../../../test/components/server.ts'
import { Refusal } from '../lib/refusal.ts'
import { EditableField, type SaveField } from './editable-field.tsx'
import type { FormField } from './form-parts.ts'

interface Given {
  readonly field?: Partial<FormField>
  readonly value?: unknown
  readonly canEdit?: boolean
  readonly onSave?: SaveField
}

function show({ field: more, value = 'Leeds', canEdit = true, onSave = async () => undefined }: Given = {}) {
  serve({ 'GET /v2/organizations/1': () => ({ currency: 'NZD' }) })
  const save = vi.fn(onSave)
  const field = formField(more)
  const element = (now: unknown) => (
    <>
      <EditableField field={field} value={now} canEdit={canEdit} onSave={save} />
      <button type="button">Elsewhere</button>
    </>
  )
  const { user, rerender } = draw(element(value))
  const edit = async () => {
    await user.click(screen.getByRole('button', { name: /Edit$/ }))
    // the list of its choices has the label as well
    const [input] = await screen.findAllByLabelText<HTMLInputElement>(field.label)
    if (!input) throw new Error('nothing has the label')
    return input
  }
  /** The values that were saved. */
  const saved = () => save.mock.calls.map(([, sent]) => sent)
  return { user, edit, saved, update: (now: unknown) => rerender(element(now)) }
}

const shownValue = () => screen.findByRole('button', { name: /Edit$/ })

describe('a field that is edited where it stands', () => {
  test.each([
    ['Enter', '{Enter}'],
    ['leaving it', '{Tab}'],
  ])('saves once with %s, and gives the focus back', async (_, keys) => {
    const { user, edit, saved } = show()
    const input = await edit()
    await user.clear(input)
    await user.keyboard(`York${keys}`)
    await shownValue()
    expect(saved()).toEqual(['York'])
    if (keys === '{Enter}') expect(document.activeElement).toBe(await shownValue())
  })

  test('Escape forgets what was typed', async () => {
    const { user, edit, saved } = show()
    await edit()
    await user.keyboard('York{Escape}')
    expect((await shownValue()).textContent).toBe('Leeds')
    expect(saved()).toEqual([])
  })

  test.each([
    ['the same', 'Leeds', 'Leeds'],
    ['nothing, where there was nothing', null, ''],
  ])('sends no change for %s', async (_, value, typed) => {
    const { user, edit, saved } = show({ value })
    const input = await edit()
    await user.clear(input)
    await user.keyboard(`${typed}{Enter}`)
    await shownValue()
    expect(saved()).toEqual([])
  })

  test('an emptied field is saved as null; one that is needed is not', async () => {
    const first = show()
    await first.user.clear(await first.edit())
    await first.user.keyboard('{Enter}')
    await shownValue()
    expect(first.saved()).toEqual([null])
    document.body.replaceChildren()

    const needed = show({ field: { required: true } })
    await needed.user.clear(await needed.edit())
    await needed.user.keyboard('{Enter}')
    expect(screen.getByRole('alert').textContent).toBe('This is needed.')
    expect(needed.saved()).toEqual([])
  })

  test('a refusal stands at the field, with what was typed, and the next try may succeed', async () => {
    const refusal = new Refusal(400, {
      detail: 'The request is invalid.',
      errors: { 'fields.court': ['fields.court (Court) must be a court of England, or null.'] },
    })
    const { user, edit, saved } = show({
      onSave: vi.fn(async () => undefined).mockRejectedValueOnce(refusal),
    })
    const input = await edit()
    await user.clear(input)
    await user.keyboard('Riga{Enter}')
    expect((await screen.findByRole('alert')).textContent).toBe('Court must be a court of England.')
    expect(input.value).toBe('Riga')
    await user.click(input)
    await user.keyboard('{Enter}')
    await shownValue()
    expect(saved()).toEqual(['Riga', 'Riga'])
  })

  test('a second Enter while it is saved saves nothing twice', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const { user, edit, saved } = show({ onSave: () => promise })
    await edit()
    await user.keyboard('York{Enter}{Enter}')
    await user.click(screen.getByRole('button', { name: 'Elsewhere' }))
    expect(saved()).toHaveLength(1)
    resolve()
    await shownValue()
  })

  test('what others change meanwhile neither replaces what is typed nor is taken for a change of one’s own', async () => {
    const { user, edit, saved, update } = show()
    const input = await edit()
    update('Bristol')
    expect(input.value).toBe('Leeds')
    await user.keyboard('{Enter}')
    expect((await shownValue()).textContent).toBe('Bristol')
    expect(saved()).toEqual([])
  })

  test('of a long text Enter begins a line; Ctrl and Enter save', async () => {
    const { user, edit, saved } = show({ field: { fieldType: 'LongText' }, value: 'One' })
    const input = await edit()
    await user.type(input, '{Enter}Two')
    expect(saved()).toEqual([])
    await user.keyboard('{Control>}{Enter}{/Control}')
    await shownValue()
    expect(saved()).toEqual(['One\nTwo'])
  })

  test('a choice is saved as soon as it is made; Escape closes the choices first', async () => {
    const { user, edit, saved } = show({
      field: { fieldType: 'Dropdown', options: courts },
      value: courts[0],
    })
    await edit()
    await user.click(await screen.findByRole('option', { name: 'Supreme Court' }))
    await shownValue()
    expect(saved()).toEqual([courts[1]])
    const input = await edit()
    await screen.findByRole('option', { name: 'High Court' })
    await user.keyboard('{Escape}')
    expect(document.contains(input)).toBe(true)
    await user.keyboard('{Escape}')
    await shownValue()
    expect(saved()).toHaveLength(1)
  })

  test.each([
    ['a field that is read-only', { field: { readOnly: true } }],
    ['a person who may only read', { canEdit: false }],
  ])('is text alone for %s', (_, given) => {
    show(given)
    expect(screen.getByText('Leeds').closest('button')).toBeNull()
  })
})
