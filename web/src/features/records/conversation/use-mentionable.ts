// Who can be mentioned in a message: the people on the record, and others who would have to be added to it first.
import { use } from 'react'
import { MeContext } from '../../../components/me-context.ts'
import { type FoundPerson, usePeopleSearch } from '../../../forms/inputs/people-search.ts'
import { nameOf } from '../../../lib/person-name.ts'
import type { Person, RecordOverview } from '../record-calls.ts'

// fewer letters would offer half of the organisation
const LEAST_LETTERS = 2
const MOST_MEMBERS = 8
const MOST_OTHERS = 5

/**
 * For what is typed after an @. Others are offered only to somebody who may add them: anybody to whom the reader's
 * rights allow it, colleagues to people of a firm.
 */
export function useMentionable(typed: string | undefined, { people, can }: RecordOverview) {
  const ownOrganization = use(MeContext)?.organization.id
  const mayAddAnybody = can.rights.includes('members')
  const mayAdd = mayAddAnybody || can.rights.includes('ownColleagues')
  const searches = mayAdd && typed !== undefined && typed.trim().length >= LEAST_LETTERS
  const found = usePeopleSearch(searches ? typed : '', {
    enabled: searches,
    organizationId: mayAddAnybody ? undefined : ownOrganization,
  })
  const isMember = ({ id }: FoundPerson) => people.some(({ user }) => user.id === id)
  const members: readonly Person[] =
    typed === undefined
      ? []
      : people
          .map(({ user }) => user)
          .filter((person) => nameOf(person).toLowerCase().includes(typed.toLowerCase()))
          .slice(0, MOST_MEMBERS)
  const others = searches ? found.people.filter((each) => !isMember(each)).slice(0, MOST_OTHERS) : []
  return {
    members,
    others,
    mayAdd,
    // a second word may be the next one of the sentence
    isNobody:
      typed !== undefined &&
      members.length + others.length === 0 &&
      !typed.includes(' ') &&
      !(searches && found.isSearching),
  }
}
