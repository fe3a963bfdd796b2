import { useState } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { draw, screen, within } from '../../../../test/components/page.tsx'
import type { ListDefinition } from '../definition.ts'
import { linesOf } from '../rows/groups.ts'
import { RowGrid } from './row-grid.tsx'
import { nothingSelected, type Selection } from './selection.ts'

interface Matter {
  readonly id: number
  readonly name: string
}

const matters: readonly Matter[] = ['Ash', 'Birch', 'Cedar', 'Elm', 'Fir'].map((name, at) => ({
  id: at + 1,
  name,
}))

const definition = {
  name: 'matters',
  one: 'matter',
  several: 'matters',
  columns: [],
  calls: { page: async () => ({ items: matters }) },
  href: ({ id }: Matter) => `/matters/${id}`,
  title: ({ name }: Matter) => name,
  card: ({ name }: Matter) => ({ lines: [name] }),
} as unknown as ListDefinition<Matter>

const name = { path: 'Name', label: 'Name', width: 200, cell: (row: Matter) => row.name, sort: ['Name'] }
const lines = linesOf([{ filter: '', count: matters.length, folded: false }])

async function list() {
  let selection: Selection = nothingSelected
  const actions = { sort: vi.fn(), group: vi.fn(), resize: vi.fn(), move: vi.fn(), hide: vi.fn() }
  const onOpen = vi.fn()
  function Page() {
    const [active, setActive] = useState(-1)
    const [peeked, setPeeked] = useState<Matter>()
    const [selected, setSelected] = useState<Selection>(nothingSelected)
    selection = selected
    return (
      <>
        <RowGrid
          definition={definition}
          columns={[{ column: name, width: 200 }]}
          lines={lines}
          count={matters.length}
          orderBy="Name"
          sorted={{ path: 'Name', descending: false }}
          actions={actions}
          cards={false}
          busy={false}
          label="Matters"
          singleKeys
          selection={selected}
          onSelect={setSelected}
          active={active}
          onActive={setActive}
          onActiveRow={() => undefined}
          peeking={peeked !== undefined}
          onPeek={setPeeked}
          onOpen={({ id }, inNewTab) => onOpen(id, inNewTab)}
          groupLabel={() => ''}
          groupSum={() => ''}
          onFold={() => undefined}
          kept={undefined}
          onPlace={() => undefined}
          onError={() => undefined}
          rowsKey=""
        />
        <p>{peeked === undefined ? 'nothing is peeked at' : `peeking at ${peeked.name}`}</p>
      </>
    )
  }
  const { user } = draw(<Page />)
  await screen.findByRole('gridcell', { name: 'Fir' })
  const row = (text: string) => screen.getByRole('gridcell', { name: text })
  const box = (text: string) => screen.getByRole('checkbox', { name: `Select ${text}` })
  return {
    user,
    row,
    box,
    actions,
    onOpen,
    /** The names of the rows that are marked as selected. */
    marked: () =>
      screen
        .getAllByRole('row')
        .filter((each) => each.getAttribute('aria-selected') === 'true')
        .map((each) => within(each).getAllByRole('gridcell').at(-1)?.textContent),
    selection: () => selection,
  }
}

describe('the rows of a list', () => {
  test('are selected by their boxes: one, from one to another, and no longer', async () => {
    const { user, box, marked } = await list()
    await user.click(box('Birch'))
    await user.keyboard('{Shift>}')
    await user.click(box('Elm'))
    await user.keyboard('{/Shift}')
    await expect.poll(marked).toEqual(['Birch', 'Cedar', 'Elm'])
    await user.click(box('Cedar'))
    expect(marked()).toEqual(['Birch', 'Elm'])
  })

  test('"all" means all that the filter finds, but those that are taken out', async () => {
    const { user, box, selection } = await list()
    await user.click(screen.getByRole('checkbox', { name: 'Select all that match' }))
    await user.click(box('Cedar'))
    expect(selection()).toEqual({ kind: 'all', but: new Set([3]) })
    expect(
      screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select all that match' }).indeterminate,
    ).toBe(true)
    await user.click(screen.getByRole('checkbox', { name: 'Select all that match' }))
    expect(selection()).toEqual({ kind: 'all', but: new Set() })
    await user.click(screen.getByRole('checkbox', { name: 'Select all that match' }))
    expect(selection()).toEqual(nothingSelected)
  })

  test('are moved through, selected and opened by keys', async () => {
    const { user, marked, onOpen } = await list()
    await user.keyboard('jj')
    expect(document.activeElement?.textContent).toContain('Birch')
    await user.keyboard('x')
    await user.keyboard('{Shift>}{ArrowDown}{/Shift}')
    await expect.poll(marked).toEqual(['Birch', 'Cedar'])
    await user.keyboard('{End}{Enter}{Home}{Control>}{Enter}{/Control}')
    expect(onOpen.mock.calls).toEqual([
      [5, false],
      [1, true],
    ])
    await user.keyboard('{Control>}a{/Control}')
    expect(marked()).toHaveLength(5)
    await user.keyboard('{Escape}')
    expect(marked()).toEqual([])
  })

  test('show their details with a press; Escape closes these before it forgets the selection', async () => {
    const { user, row, box, marked, onOpen } = await list()
    await user.click(box('Ash'))
    await user.click(row('Birch'))
    screen.getByText('peeking at Birch')
    await user.keyboard('{Escape}')
    screen.getByText('nothing is peeked at')
    expect(marked()).toEqual(['Ash'])
    await user.keyboard('{Escape}')
    expect(marked()).toEqual([])
    await user.dblClick(row('Cedar'))
    expect(onOpen.mock.calls).toEqual([[3, false]])
  })

  test('are sorted by the heading of a column, which then sorts the other way; its menu does the rest', async () => {
    const { user, actions } = await list()
    const heading = screen.getByRole('columnheader', { name: 'Name' })
    expect(heading.getAttribute('aria-sort')).toBe('ascending')
    await user.click(within(heading).getByRole('button', { name: 'Name' }))
    expect(actions.sort.mock.calls).toEqual([['Name', true]])
    await user.click(within(heading).getByRole('button', { name: 'Column Name' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Wider' }))
    expect(actions.resize.mock.calls).toEqual([['Name', 240]])
    // the only one stays
    expect(screen.getByRole('menuitem', { name: 'Hide the column' }).hasAttribute('disabled')).toBe(true)
  })
})
