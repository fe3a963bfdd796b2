import { expect, test, vi } from 'vitest'
import { draw, screen, waitFor } from '../../../test/components/page.tsx'
import { useAction } from '../lib/use-action.ts'
import { CsvImportDialog, type CsvOrder } from './csv-import-dialog.tsx'

const texts = {
  title: 'Import rates',
  lead: 'One rate in each row.',
  drop: 'Drop a file here',
  chooseFile: 'Choose the file of rates',
  importNow: 'Import',
  imported: 'Rates imported',
}

interface Report {
  readonly valid: boolean
  readonly count: number
  readonly problems: readonly { readonly row: number; readonly column?: string; readonly message: string }[]
}

const file = (name: string) => new File(['a;b'], name, { type: 'text/csv' })

/** The dialog over a server that answers with these reports, one after the other. */
async function open(...reports: Report[]) {
  const orders: CsvOrder[] = []
  const onClose = vi.fn()
  const answer = async (order: CsvOrder) => {
    orders.push(order)
    return reports.shift() ?? { valid: true, count: 0, problems: [] }
  }
  function Dialog() {
    const check = useAction({ mutationFn: answer })
    const send = useAction({ mutationFn: answer })
    return (
      <CsvImportDialog<Report>
        texts={texts}
        check={check}
        send={send}
        found={({ count }) => `${count} rates`}
        isReady={({ count }) => count > 0}
        choice="They replace what there is"
        onClose={onClose}
      />
    )
  }
  const { user } = draw(<Dialog />)
  const choose = async (name: string) =>
    user.upload(await screen.findByLabelText(texts.chooseFile), file(name))
  const submit = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Import' })
  /** Each call as whether it only checks, and whether the choice was made. */
  const asked = () => orders.map(({ checkOnly, chosen }) => [checkOnly, chosen])
  return { user, choose, submit, asked, onClose }
}

test('a file is checked first, and only a right one can be imported', async () => {
  const problems = [
    { row: 2, column: 'Amount', message: 'is no amount.' },
    { row: 3, message: 'is empty.' },
  ]
  const { user, choose, submit, asked, onClose } = await open(
    { valid: false, count: 2, problems },
    { valid: true, count: 2, problems: [] },
  )
  await choose('rates.csv')
  expect((await screen.findByRole('alert')).textContent).toBe(
    '2 problems: correct the file and choose it again.',
  )
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Row 2, Amountis no amount.',
    'Row 3is empty.',
  ])
  expect(submit().disabled).toBe(true)
  await choose('rates-2.csv')
  await waitFor(() => expect(submit().disabled).toBe(false))
  expect(screen.queryByRole('alert')).toBeNull()
  await user.click(submit())
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(asked()).toEqual([
    [true, false],
    [true, false],
    [false, false],
  ])
})

test('another choice has the file checked again, and is what is imported', async () => {
  const right = { valid: true, count: 1, problems: [] }
  const { user, choose, submit, asked } = await open(right, right)
  await choose('rates.csv')
  await waitFor(() => expect(submit().disabled).toBe(false))
  await user.click(screen.getByRole('checkbox', { name: 'They replace what there is' }))
  await waitFor(() => expect(submit().disabled).toBe(false))
  await user.click(submit())
  await waitFor(() => expect(asked()).toHaveLength(3))
  expect(asked()).toEqual([
    [true, false],
    [true, true],
    [false, true],
  ])
})

test('a file in which there is nothing cannot be imported', async () => {
  const { choose, submit } = await open({ valid: true, count: 0, problems: [] })
  await choose('empty.csv')
  await screen.findByText('0 rates')
  expect(submit().disabled).toBe(true)
})
