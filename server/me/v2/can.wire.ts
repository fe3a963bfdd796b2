// What somebody may do, beside what they may do with single records, in the shapes of v2.
import Type from 'typebox'

const ability = Type.Boolean()

export const canSchema = Type.Object({
  createMatters: ability,
  createContracts: ability,
  manageIntake: ability,
  manageInvoices: ability,
  seeInsideCosts: Type.Boolean({ description: 'Whether `GET /v2/insideCosts` answers you.' }),
  keepInsideCosts: ability,
  manageIntegrations: ability,
  administer: ability,
  administerInstallation: Type.Boolean({
    description: 'Whether the operator has named you an administrator of the whole installation.',
  }),
  actWithoutProof: Type.Boolean({
    description:
      'Whether what asks for a fresh proof of who you are can be done right now: by a session of the last 15 minutes, or by a token of an application that was allowed in one.',
  }),
  deleteOwn: ability,
  deleteAll: ability,
  leadDepartment: Type.Boolean({ description: 'Whether `GET /v2/me/department` answers you.' }),
})

export const canExample = {
  createMatters: true,
  createContracts: true,
  manageIntake: false,
  manageInvoices: false,
  seeInsideCosts: false,
  keepInsideCosts: false,
  manageIntegrations: false,
  administer: false,
  administerInstallation: false,
  actWithoutProof: true,
  deleteOwn: true,
  deleteAll: false,
  leadDepartment: false,
}
