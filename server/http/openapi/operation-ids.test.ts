import { expect, test } from 'vitest'
import { operationIdOf } from './operation-ids.ts'

const idOf = (call: string, answersMany = false) => {
  const [method = '', path = ''] = call.split(' ')
  return operationIdOf({ method, path, answersMany })
}

test.each([
  ['GET /v2/matters/{matterId}', 'getMatter'],
  ['POST /v2/matters', 'createMatter'],
  ['PATCH /v2/contracts/{contractId}/keyDates/{keyDateId}', 'updateContractKeyDate'],
  ['PUT /v2/matters/{matterId}/members/{userId}', 'setMatterMember'],
  ['DELETE /v2/contractParties/{partyId}', 'deleteContractParty'],
  ['GET /v2/users/{userId}/rights', 'getUserRights'],
  ['GET /v2/me', 'getMe'],
  ['PUT /v2/me/favourites/{type}/{id}', 'setMyFavourite'],
  ['GET /v2/bin/contracts/{contractId}', 'getBinnedContract'],
  ['GET /contract-apis/v1/contracts/{contractId}', 'getContractV1'],
])('%s is %s', (call, id) => {
  expect(idOf(call)).toBe(id)
})

test('a list is one by what it answers, not by its spelling', () => {
  expect(idOf('GET /v2/matters', true)).toBe('listMatters')
  expect(idOf('GET /v2/matters/{matterId}/conversation', true)).toBe('listMatterConversationMessages')
  expect(idOf('GET /v2/financialSettings')).toBe('getFinancialSettings')
})

test('a POST to what is no plural is an action', () => {
  expect(idOf('POST /v2/tasks/{taskId}/complete')).toBe('completeTask')
  expect(idOf('POST /v2/matters/bulk')).toBe('bulkUpdateMatters')
})

test('what is only linked is removed, not deleted', () => {
  expect(idOf('DELETE /v2/contracts/{contractId}/parent')).toBe('removeContractParent')
  expect(idOf('DELETE /v2/teams/{teamId}/members/{userId}')).toBe('removeTeamMember')
  expect(idOf('DELETE /v2/teams/{teamId}')).toBe('deleteTeam')
})
