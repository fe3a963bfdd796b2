// Who can look after a key date: people who see its contract.
import type { Reader } from '../../platform/postgres/database.ts'
import { badInput } from '../../platform/errors.ts'
import { findSnapshots, type WhoIsFound } from '../../identity/users/authorization-snapshot.ts'
import { contractSubjects } from '../access.ts'
import type { Contract } from '../contract.ts'

type Ref = Pick<Contract, 'organisationId' | 'id'>

/** Which of these people are active and see the contract now, as a question; with `joining` also who was invited. */
export async function whoSees(
  db: Reader,
  contracts: readonly Ref[],
  userIds: readonly string[],
  who: WhoIsFound = {},
): Promise<(contract: Ref, userId: string | null) => boolean> {
  const people = await findSnapshots(db, [...new Set(userIds)], who)
  if (people.length === 0) return () => false
  const { maySee } = await contractSubjects.visibilityOf(db, contracts, people)
  return (contract, userId) => {
    const person = people.find((each) => each.userId === userId)
    return person !== undefined && maySee(contract, person)
  }
}

/** Throws bad_request for a person who does not see the contract and so could not look after the key date. */
export async function checkKeyDateOwner(db: Reader, contract: Ref, userId: string): Promise<void> {
  const sees = await whoSees(db, [contract], [userId], { joining: true })
  if (!sees(contract, userId)) {
    throw badInput('ownerId', 'must be the id of an active person who may see the contract.')
  }
}
