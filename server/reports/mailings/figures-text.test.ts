// The table of a mailed report.
import { expect, test } from 'vitest'
import { figuresHtml, figuresText } from './figures-text.ts'

const figures = {
  columns: [
    { title: 'Firm', isNumber: false },
    { title: 'Currency', isNumber: false },
    { title: 'Approved', isNumber: true },
  ],
  rows: [
    ['Ashfield & Co', 'EUR', '48,200.50'],
    ['<b>Bold</b>\nLaw', 'EUR', '-7.00'],
  ],
  totals: [['Total', 'EUR', '48,193.50']],
  more: 3,
}

test('as text, figures are aligned to the right and a cell is one line [K-48]', () => {
  expect(figuresText(figures).split('\n')).toEqual([
    'Firm             Currency   Approved',
    '---------------  --------  ---------',
    'Ashfield & Co    EUR       48,200.50',
    '<b>Bold</b> Law  EUR           -7.00',
    '3 more rows in the report; the total has all of them.',
    '---------------  --------  ---------',
    'Total            EUR       48,193.50',
  ])
  expect(figuresText({ ...figures, rows: [], totals: [], more: 0 })).toBe('Nothing is found.')
})

test('as HTML it is a table whose cells are text [K-48]', () => {
  const html = figuresHtml(figures)
  expect(html).toContain('<th scope="col"')
  expect(html).toMatch(/<th scope="row"[^>]*>Ashfield &amp; Co<\/th>/)
  expect(html).toMatch(/<td style="[^"]*text-align:right[^"]*">48,200.50<\/td>/)
  expect(html).not.toContain('<b>')
  expect(html).toContain('<tfoot>')
  expect(html).toContain('3 more rows')
})
