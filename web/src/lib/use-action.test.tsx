import { expect, test } from 'vitest'
import { draw, screen } from '../../../test/components/page.tsx'
import { ErrorAlert } from '../components/error-alert.tsx'
import { Refusal } from './refusal.ts'
import { useAction } from './use-action.ts'

/** Buttons that pay invoices, and what becomes of each order. */
function pay() {
  const orders: { id: number; end: (error?: Error) => void }[] = []
  function Page() {
    const action = useAction({
      mutationFn: (id: number) =>
        new Promise<void>((resolve, reject) => {
          orders.push({ id, end: (error) => (error ? reject(error) : resolve()) })
        }),
    })
    return (
      <>
        <ErrorAlert error={action.error} />
        {[1, 2].map((id) => (
          <button key={id} type="button" onClick={() => action.mutate(id)}>{`Pay ${id}`}</button>
        ))}
      </>
    )
  }
  const { user } = draw(<Page />)
  return { user, orders, button: (id: number) => screen.getByRole('button', { name: `Pay ${id}` }) }
}

test('a double click orders once; afterwards it can be ordered again', async () => {
  const { user, orders, button } = pay()
  await user.dblClick(button(1))
  expect(orders).toHaveLength(1)
  orders[0]?.end()
  await expect.poll(async () => (await user.click(button(1)), orders.length)).toBe(2)
})

test('two different orders are both carried out, and the error of the earlier one is shown', async () => {
  const { user, orders, button } = pay()
  await user.click(button(1))
  await user.click(button(2))
  expect(orders.map(({ id }) => id)).toEqual([1, 2])
  orders[1]?.end()
  orders[0]?.end(new Refusal(409, { detail: 'Invoice 1 is paid already.' }))
  await screen.findByText('Invoice 1 is paid already.')
})
