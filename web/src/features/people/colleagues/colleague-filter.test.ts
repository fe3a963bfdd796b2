// The filter of the list of people, from what its address says.
import { expect, test } from 'vitest'
import { filterOf } from './colleague-filter.ts'

const joined = "OrganizationId eq 7 and Status in ('Active','Disabled')"

test.each([
  [{}, joined],
  [{ status: 'Disabled' }, "OrganizationId eq 7 and Status in ('Disabled')"],
  [
    { words: " o'neil " },
    `${joined} and (contains(FirstName,'o''neil') or contains(LastName,'o''neil') or contains(Email,'o''neil'))`,
  ],
  [{ role: 'Contributor' }, `${joined} and Role eq 'Contributor' and CustomRole/Id eq null`],
  [{ role: '12', team: '3' }, `${joined} and CustomRole/Id eq 12 and Teams/any(t: t/Id eq 3)`],
  [{ department: '31' }, `${joined} and Department/Id eq 31`],
  [{ department: 'none' }, `${joined} and Department/Id eq null`],
  // an address that somebody has written by hand
  [{ role: 'King', status: 'Invited', team: '3 or true', department: '-1' }, joined],
])('%j asks for %s', (search, filter) => {
  expect(filterOf(7, search)).toBe(filter)
})
