import { expect, test } from 'vitest'
import { decodeText } from '../../../preview/load-bytes.ts'
import { cellAt, withCorrections } from './correct-file.ts'

const file = 'LEDES1998B[]\nINVOICE_DATE|INVOICE_NUMBER[]\n20261005|A-1[]\n2026-10-05|A-1[] \n'

test('single cells are read and replaced, everything else stays', () => {
  expect(cellAt(file, { row: 4, column: 1 })).toBe('2026-10-05')
  const corrected = withCorrections(file, [{ row: 4, column: 1, value: '20261005' }])
  expect(corrected).toBe(
    'LEDES1998B[]\r\nINVOICE_DATE|INVOICE_NUMBER[]\r\n20261005|A-1[]\r\n20261005|A-1[] \r\n',
  )
})

test('what is said of an invoice is corrected in all of its rows, and in no other', () => {
  const two =
    'LEDES1998B[]\nINVOICE_NUMBER|INVOICE_TOTAL|LINE_ITEM_NUMBER[]\nA-1|10|1[]\nA-1|10|2[]\nB-1|10|1[]'
  const correct = (column: number) =>
    withCorrections(two, [{ row: 3, column, value: '20', wholeInvoice: true }])
      .split('\r\n')
      .slice(2)
  expect(correct(2)).toEqual(['A-1|20|1[]', 'A-1|20|2[]', 'B-1|10|1[]'])
  expect(correct(1)).toEqual(['20|10|1[]', '20|10|2[]', 'B-1|10|1[]'])
})

test('the head of a file, XML and places that do not exist have no cells', () => {
  expect(cellAt(file, { row: 2, column: 1 })).toBeUndefined()
  expect(cellAt(file, { row: 9, column: 1 })).toBeUndefined()
  expect(cellAt('<ledesxml/>', { row: 3, column: 1 })).toBeUndefined()
  expect(withCorrections(file, [{ row: 3, column: 9, value: 'x' }])).toBe(file.replaceAll('\n', '\r\n'))
})

test('a correction cannot add cells or rows', () => {
  const corrected = withCorrections(file, [{ row: 3, column: 2, value: 'A|1[]\n2' }])
  expect(corrected.split('\r\n')[2]).toBe('20261005|A 1 2[]')
})

test('a row without its end has one once its last cell is corrected', () => {
  const open = 'LEDES1998B[]\nINVOICE_DATE|INVOICE_NUMBER[]\n20261005|A-1\n20261005|A-2'
  const correct = (column: number, value: string) =>
    withCorrections(open, [{ row: 3, column, value }]).split('\r\n')[2]
  expect(correct(2, 'A-1[]')).toBe('20261005|A-1[]')
  expect(correct(2, 'A-3')).toBe('20261005|A-3[]')
  expect(correct(1, '20261006')).toBe('20261006|A-1')
})

test('the encodings of older programs are read', () => {
  expect(decodeText(Uint8Array.of(0x4d, 0xfc, 0x6c).buffer)).toBe('Mül')
  expect(decodeText(new TextEncoder().encode('Mül').buffer)).toBe('Mül')
  expect(decodeText(Uint8Array.of(0xff, 0xfe, 0x4d, 0).buffer)).toBe('M')
})
