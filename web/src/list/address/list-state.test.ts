// Addresses of lists and the states they stand for.
import { expect, test } from 'vitest'
import { isChanged, type ListState, orderByOf, searchOf, sortedBy, stateOf } from './list-state.ts'

const view: ListState = {
  filter: "Status eq 'Active'",
  orderBy: 'Name',
  columns: [{ path: 'Name', width: 320 }, { path: 'Status' }],
  groupBy: 'Status',
  groupOrder: 'name',
  layout: 'Table',
}

test('an address without parameters is the view', () => {
  expect(stateOf({}, view)).toEqual(view)
  expect(isChanged(view, view)).toBe(false)
})

test('only what differs from the view stands in the address', () => {
  const changed: ListState = {
    ...view,
    filter: '',
    columns: [{ path: 'Owner/LastName' }, { path: 'Name', width: 200 }],
    layout: 'Board',
    groupOrder: 'count',
  }
  const search = searchOf(changed, view, '7')
  expect(search).toEqual({
    view: '7',
    filter: '-',
    sort: undefined,
    columns: 'Owner/LastName,Name:200',
    group: undefined,
    layout: 'Board',
    groups: 'count',
  })
  expect(stateOf(search, view)).toEqual(changed)
  expect(isChanged(changed, view)).toBe(true)
  // no view keeps it
  expect(isChanged({ ...view, groupOrder: 'sum' }, view)).toBe(false)
})

test('what nobody can have meant is passed over', () => {
  expect(stateOf({ columns: 'Name:9999999,,Status:abc', layout: 'Spiral' }, view)).toMatchObject({
    columns: [{ path: 'Name' }, { path: 'Status' }],
    layout: 'Table',
  })
})

test('a column is sorted by one or more properties', () => {
  const columns = [
    { path: 'Owner/LastName', sort: ['Owner/LastName', 'Owner/FirstName'] },
    { path: 'Name', sort: ['Name'] },
  ]
  const [owner = { path: '' }] = columns
  expect(orderByOf(owner, true)).toBe('Owner/LastName desc,Owner/FirstName desc')
  expect(sortedBy('Owner/LastName desc,Owner/FirstName desc', columns)).toEqual({
    path: 'Owner/LastName',
    descending: true,
  })
  expect(sortedBy('Other', columns)).toBeUndefined()
})
