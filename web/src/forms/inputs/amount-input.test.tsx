import { useState } from 'react'
import { expect, test } from 'vitest'
import { draw, screen } from '../../../../test/components/page.tsx'
import { AmountInput, type AmountInputProps } from './amount-input.tsx'
import { LiveWholeInput, WholeInput } from './whole-input.tsx'

/** The input in a form that keeps its value, and all values it was given. */
function fill(props: Partial<AmountInputProps>, locale = 'en-GB') {
  const values: (number | null)[] = []
  function Form() {
    const [value, setValue] = useState(props.value)
    return (
      <>
        <AmountInput
          label="Amount"
          {...props}
          value={value}
          onChange={(next) => {
            values.push(next)
            setValue(next)
          }}
        />
        <button type="button" onClick={() => setValue(7)}>
          Set to 7
        </button>
      </>
    )
  }
  const { user } = draw(<Form />, { locale })
  return { user, values, input: screen.getByLabelText<HTMLInputElement>('Amount') }
}

test.each([
  ['en-GB', '1234.5', 1234.5, '1,234.5'],
  ['en-GB', '1,234.50', 1234.5, '1,234.5'],
  ['en-GB', '(12.00)', -12, '-12'],
  ['de-DE', '1.234,5', 1234.5, '1.234,5'],
  ['de-DE', '1234,5', 1234.5, '1.234,5'],
])(
  'in %s, %s is read and shown as the person writes it, once it is left',
  async (locale, typed, value, shown) => {
    const { user, values, input } = fill({}, locale)
    await user.type(input, typed)
    expect(values.at(-1)).toBe(value)
    expect(input.value).toBe(typed)
    await user.tab()
    expect(input.value).toBe(shown)
  },
)

test.each([
  ['12x', {}, /./],
  ['-1', { min: 0 }, 'It must not be negative.'],
  ['101', { max: 100 }, 'It must be 100 or less.'],
  ['1.234', { decimalScale: 2 }, /./],
  ['$5', { currency: 'GBP' }, /This field is in GBP, and you wrote \$/],
])(
  '%s is no amount for %j: nothing is sent for it, and it is said once the input is left',
  async (typed, props, said) => {
    const { user, values, input } = fill(props)
    await user.type(input, typed)
    expect(values.at(-1)).toBeNaN()
    expect(screen.queryByRole('alert')).toBeNull()
    await user.tab()
    expect(screen.getByRole('alert').textContent).toMatch(said)
    // what was written stays, to be corrected
    expect(input.value).toBe(typed)
    await user.click(input)
    expect(screen.queryByRole('alert')).toBeNull()
  },
)

test('what is wrong is said at once after Enter and after pasting', async () => {
  const { user, input } = fill({ max: 10 })
  await user.type(input, '11{Enter}')
  expect(screen.getByRole('alert').textContent).toBe('It must be 10 or less.')
  await user.clear(input)
  await user.paste('12')
  expect(screen.getByRole('alert').textContent).toBe('It must be 10 or less.')
})

test('an input that is emptied has no value', async () => {
  const { user, values, input } = fill({ value: 5 })
  await user.clear(input)
  expect(values).toEqual([null])
  await user.tab()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a value that is set elsewhere replaces what was written', async () => {
  const { user, input } = fill({})
  await user.type(input, 'nonsense')
  await user.click(screen.getByRole('button', { name: 'Set to 7' }))
  expect(input.value).toBe('7')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a number that there must be is NaN when it is emptied, and says so', async () => {
  const values: number[] = []
  const { user } = draw(<WholeInput label="Days" value={3} onChange={(value) => values.push(value)} />)
  await user.clear(screen.getByLabelText('Days'))
  expect(values.at(-1)).toBeNaN()
})

test('a number with its effect at once has none while it cannot be read', async () => {
  const values: number[] = []
  function Form() {
    const [value, setValue] = useState(30)
    const change = (next: number) => {
      values.push(next)
      setValue(next)
    }
    return <LiveWholeInput label="Days" min={1} value={value} onChange={change} />
  }
  const { user } = draw(<Form />)
  const input = screen.getByLabelText<HTMLInputElement>('Days')
  await user.clear(input)
  await user.type(input, '0')
  await user.tab()
  expect(values).toEqual([])
  expect(input.value).toBe('0')
  expect(screen.getByRole('alert').textContent).toBe('It must be 1 or more.')
  await user.clear(input)
  await user.type(input, '14')
  expect(values.at(-1)).toBe(14)
})
