import { fireEvent } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { draw, screen } from '../../../test/components/page.tsx'
import { DateInput } from './date-input.tsx'

function fill({ locale = 'en-GB', day = '' } = {}) {
  const days: string[] = []
  let left = 0
  function Form() {
    const [value, setValue] = useState(day)
    const change = (next: string) => {
      days.push(next)
      setValue(next)
    }
    return <DateInput label="Due" value={value} onChange={change} onBlur={() => (left += 1)} />
  }
  const { user } = draw(<Form />, { locale })
  const input = screen.getByLabelText<HTMLInputElement>('Due')
  return { user, days, input, timesLeft: () => left }
}

test.each([
  ['en-GB', '05/06/2026', '2026-06-05'],
  ['en-US', '05/06/2026', '2026-05-06'],
  ['de-DE', '5.6.2026', '2026-06-05'],
  ['en-GB', '31 March 2027', '2027-03-31'],
  ['en-US', ' 2027-03-31 ', '2027-03-31'],
])('in %s, the pasted day %j is %s', async (locale, pasted, day) => {
  const { user, days, input } = fill({ locale })
  await user.click(input)
  await user.paste(pasted)
  expect(days).toEqual([day])
})

test('what is pasted and is no day is refused, and changes nothing', async () => {
  const { user, days, input } = fill({ day: '2026-03-02' })
  await user.click(input)
  await user.paste('30/02/2026')
  expect(screen.getByRole('alert').textContent).toMatch(/^That is not a day\. Write it like dd\/mm\/yyyy/)
  expect(days).toEqual([])
  await user.paste('28/02/2026')
  expect(screen.queryByRole('alert')).toBeNull()
  expect(days).toEqual(['2026-02-28'])
})

test('a part of a day is pointed out, and whoever saves what is left does not hear of it', async () => {
  const { user, input, timesLeft } = fill()
  await user.click(input)
  Object.defineProperty(input, 'validity', { value: { badInput: true }, configurable: true })
  await user.tab()
  expect(screen.getByRole('alert').textContent).toBe('Enter the whole date, or clear it.')
  expect(timesLeft()).toBe(0)
  Object.defineProperty(input, 'validity', { value: { badInput: false } })
  fireEvent.change(input, { target: { value: '2026-03-02' } })
  expect(screen.queryByRole('alert')).toBeNull()
})

test.each([
  ['', 'en-GB', 'dd/mm/yyyy'],
  ['', 'en-US', 'mm/dd/yyyy'],
  ['2026-03-02', 'en-GB', 'Mon, 2 Mar 2026'],
])('the day %j is shown in %s as %s', (day, locale, shown) => {
  fill({ day, locale })
  expect(screen.getAllByText(shown).length).toBeGreaterThan(0)
})
