// What is asked and not shown.
import { expect, test } from 'vitest'
import { askedNotShown } from './not-shown.ts'

const field = (id: string, more: object = {}) => ({
  field: { id, name: id.toUpperCase(), fieldType: 'Currency', ...more },
})
const form = (label: string, asks: boolean, ...parts: object[]) => ({
  label,
  asks,
  form: { parts: parts as never },
})

test('a field that is asked and on no form that records show is named once, with the forms that ask [T-40]', () => {
  const asked = askedNotShown([
    form(
      'With a document',
      true,
      field('worth', { meaning: 'Value' }),
      field('law'),
      field('head', { fieldType: 'SectionHeader' }),
    ),
    form('From the template', true, {
      group: { title: 'More' },
      parts: [field('worth', { meaning: 'Value' })],
    }),
    form('On the contract', false, field('law')),
  ])
  expect(asked.map(({ field: { label }, on }) => [label, on])).toEqual([
    ['WORTH', ['With a document', 'From the template']],
  ])
})

test('a field that another one means the same as is not missing', () => {
  const forms = [
    form('With a document', true, field('asked', { meaning: 'Value' })),
    form('On the contract', false, field('worth', { meaning: 'Value' })),
  ]
  expect(askedNotShown(forms)).toEqual([])
})
