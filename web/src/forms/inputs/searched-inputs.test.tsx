import { useState } from 'react'
import { describe, expect, test } from 'vitest'
import { formField } from '../../../../test/components/fields.ts'
import { draw, screen, waitFor } from '../../../../test/components/page.tsx'
import { refused, serve } from '../../../../test/components/server.ts'
import { whenQuiet } from '../../lib/quiet.ts'
import type { PersonValue } from '../field-kind.ts'
import type { FormField } from '../form-parts.ts'
import { LookupField } from './lookup-inputs.tsx'
import { PersonSelect } from './person-input.tsx'
import { RecordSelect } from './record-select.tsx'

describe('a choice that is looked for on the server', () => {
  const all = ['Harbour Board', 'Harbour Trust', 'Quay Ltd'].map((label, at) => ({
    value: String(at),
    label,
  }))

  function choose({ mayAdd = false, add = (): unknown => ({ value: '9' }) } = {}) {
    const calls = serve({
      'GET /v2/fields/party/options': ({ query }) => {
        const words = /'(.*)'/.exec(query.get('$filter') ?? "''")?.[1] ?? ''
        return { items: all.filter(({ label }) => label.includes(words)) }
      },
      'GET /v2/fields/party': () => ({ properties: { userCanAddOption: mayAdd } }),
      'POST /v2/fields/party/options': add,
    })
    const chosen: unknown[] = []
    function Form({ field }: { field: FormField }) {
      const [value, setValue] = useState<unknown>(null)
      const change = (next: unknown) => {
        chosen.push(next)
        setValue(next)
      }
      return <LookupField field={field} value={value} onChange={change} />
    }
    const { user } = draw(<Form field={formField({ id: 'party', label: 'Party', fieldType: 'Lookup' })} />)
    return { user, calls, chosen, input: screen.getByRole('combobox', { name: 'Party' }) }
  }

  const offered = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)

  test('offers what the server finds, after typing has stopped', async () => {
    const { user, calls, chosen, input } = choose()
    await user.type(input, "Harbour T'")
    await user.type(input, '{Backspace}')
    await waitFor(() => expect(offered()).toEqual(['Harbour Trust']))
    const asked = calls.map(({ query }) => query.get('$filter')).filter((filter) => filter !== null)
    expect(asked.length).toBeLessThan(4)
    await user.click(screen.getByRole('option', { name: 'Harbour Trust' }))
    expect(chosen).toEqual([all[1]])
  })

  test('somebody who may adds what is not there; a refusal stands at the field', async () => {
    const answers = [refused(409, { detail: 'There is one of this name.' }), { value: '9' }]
    const { user, calls, chosen, input } = choose({ mayAdd: true, add: () => answers.shift() })
    await user.type(input, 'New Co')
    await user.click(await screen.findByRole('option', { name: 'Add “New Co”' }))
    await screen.findByText('There is one of this name.')
    expect(chosen).toEqual([])
    await user.clear(input)
    await user.type(input, 'New Co')
    await user.click(await screen.findByRole('option', { name: 'Add “New Co”' }))
    await waitFor(() => expect(chosen).toEqual([{ value: '9', label: 'New Co' }]))
    expect(calls.findLast(({ route }) => route.startsWith('POST'))?.body).toEqual({ label: 'New Co' })
  })

  test('nobody else is offered to add', async () => {
    const { user, input } = choose()
    await user.type(input, 'New Co')
    await screen.findByText('Nothing found. Try other words.')
    expect(offered()).toEqual([])
  })
})

describe('choosing a person', () => {
  test('somebody who types and chooses fast never gets another person', async () => {
    const found: PersonValue[] = [
      { id: '1', firstName: 'Ana', lastName: 'Prior', email: 'ana@harbour.example' },
      { id: '2', firstName: 'Tomas', lastName: 'Berg', email: 'tomas@harbour.example' },
    ]
    const { promise, resolve } = Promise.withResolvers<void>()
    serve({
      'GET /v2/users': async ({ query }) => {
        const filter = query.get('$filter') ?? ''
        if (!filter.includes('contains')) return { items: found }
        await promise
        return { items: found.filter(({ lastName = '' }) => filter.includes(lastName.slice(0, 4))) }
      },
    })
    const chosen: (string | undefined)[] = []
    const { user } = draw(
      <PersonSelect label="Owner" person={undefined} onPerson={(person) => chosen.push(person?.id)} />,
    )
    const input = screen.getByRole('combobox', { name: 'Owner' })
    await user.click(input)
    await screen.findByRole('option', { name: /^Ana Prior/ })
    // the answer for these words is still under way: what is known is filtered here
    await user.type(input, 'Berg')
    expect(screen.getAllByRole('option')).toHaveLength(1)
    await user.keyboard('{ArrowDown}{Enter}')
    expect(chosen).toEqual(['2'])
    resolve()
  })
})

test('a record that is found under another name than it was chosen by is not searched for again and again', async () => {
  const calls = serve({
    'GET /v2/quickfind': ({ query }) => {
      const found = { id: 7, type: 'Matter', displayId: 'M-7', name: 'Dredging' }
      return { items: 'M-7 Dredging'.includes(query.get('q') ?? '') ? [found] : [] }
    },
  })
  const onRecord = () => undefined
  draw(
    <RecordSelect label="Matter" type="Matter" record={{ id: 7, label: 'Dredging' }} onRecord={onRecord} />,
  )
  const input = screen.getByRole('combobox', { name: 'Matter' })
  await waitFor(() => expect(calls).toHaveLength(1))
  await whenQuiet()
  expect(input).toHaveProperty('value', 'Dredging')
  expect(calls).toHaveLength(1)
})
