import { expect, test, vi } from 'vitest'
import { draw, screen } from '../../../../../test/components/page.tsx'
import { serve } from '../../../../../test/components/server.ts'
import type { InvoiceFile } from './posting.ts'
import { ProblemList } from './problem-list.tsx'

const text = 'LEDES1998B[]\r\nINVOICE_NUMBER|CLIENT_MATTER_ID[]\r\nA-1|X-9\r\nA-1|X-9[]'
const file: InvoiceFile = { name: 'June.txt', text, bytes: new ArrayBuffer(0) }
const problem = { row: 3, column: 2, field: 'CLIENT_MATTER_ID', wholeInvoice: true }

test('all matters are offered for one that is unknown, and choosing one ends the row as well [I-291]', async () => {
  serve({ 'GET /v2/matters': () => ({ items: [{ id: 5, displayId: 'LW0001-0005', name: 'Appeal' }] }) })
  const onCorrect = vi.fn<(file: InvoiceFile) => void>()
  const problems = [
    { ...problem, message: 'The row must end with [].', proposed: 'X-9[]' },
    { ...problem, message: 'CLIENT_MATTER_ID "X-9" is not a matter that you may see.', proposed: null },
  ]
  const { user } = draw(<ProblemList file={file} problems={problems} busy={false} onCorrect={onCorrect} />)
  const field = await screen.findByLabelText<HTMLInputElement>('CLIENT_MATTER_ID of row 3')
  // a browser offers only what contains the text of the field
  expect(field.value).toBe('')
  expect(await screen.findByText('Appeal')).toBeDefined()
  await user.type(field, 'LW0001-0005')
  await user.click(screen.getByRole('button', { name: /Check again/ }))
  expect(onCorrect.mock.calls[0]?.[0].text.split('\r\n').slice(2)).toEqual([
    'A-1|LW0001-0005[]',
    'A-1|LW0001-0005[]',
  ])
})
