// v2 of the contract above a contract, and of the matter that it belongs to.
import { relationRoutesV2 } from '../../records/v2/relations.ts'
import { updateContract } from '../commands/update-contract.ts'

export const contractParentRoutes = relationRoutesV2({
  path: '/v2/contracts/:contractId/parent',
  words: { one: 'contract', above: 'contract', what: 'parent' },
  input: 'parentId',
  set: (app, actor, contractId, { to, checkVersion }) =>
    updateContract(app, actor, contractId, ({ version }) => {
      checkVersion(version)
      return { parentId: to }
    }),
})

export const matterOfContractRoutes = relationRoutesV2({
  path: '/v2/contracts/:contractId/matter',
  words: { one: 'contract', above: 'matter', what: 'matter' },
  input: 'matterId',
  set: (app, actor, contractId, { to, checkVersion }) =>
    updateContract(app, actor, contractId, ({ version }) => {
      checkVersion(version)
      return { matterId: to }
    }),
})
