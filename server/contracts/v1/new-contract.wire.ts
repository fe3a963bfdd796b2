// A new contract as v1 sends it: multipart/form-data, or JSON with the file in base64.
import type { Form } from '../../http/form.ts'
import type { DocumentedBody } from '../../http/route.ts'
import { badInputs } from '../../platform/errors.ts'
import type { NewContract, NewDocument } from '../commands/create-contract.ts'
import { nameProblem } from '../contract.ts'

const int32 = { type: 'integer', format: 'int32' }
const text = { type: 'string' }

/** What the OpenAPI documents say of the form. */
export const newContractForm: DocumentedBody = {
  contentType: 'multipart/form-data',
  schema: {
    type: 'object',
    required: ['ContractTemplateId', 'Name', 'ContractFile'],
    properties: {
      ContractTemplateId: int32,
      MatterId: int32,
      ParentContractId: int32,
      Fields: text,
      Name: text,
      ExternalId: text,
      TeamId: int32,
      ContractFile: { type: 'string', format: 'binary' },
    },
  },
}

/** The fields of the form; throws 400 with every one that is missing or wrong, the file included. */
export function newContractFromV1({ fields, file }: Form): NewContract {
  const errors: Record<string, string[]> = {}
  const note = (name: string, message: string | undefined) => {
    if (message !== undefined) errors[name] = [message]
  }
  const idFrom = (name: string): number | null => {
    const value = fields.get(name.toLowerCase())?.trim() ?? ''
    if (value === '') return null
    if (!/^[1-9]\d{0,9}$/.test(value))
      note(name, `${name} must be an id; it is ${JSON.stringify(value.slice(0, 100))}.`)
    return Number(value)
  }
  const name = fields.get('name')?.trim() ?? ''
  const templateId = idFrom('ContractTemplateId')
  const externalId = fields.get('externalid')?.trim() ?? ''
  if (templateId === null)
    note('ContractTemplateId', 'ContractTemplateId is missing: the id of a contract template.')
  note('Name', nameProblem(name))
  if (externalId.length > 255) note('ExternalId', 'ExternalId must have 255 characters at most.')
  if (!file) note('ContractFile', 'ContractFile is missing: send the document of the contract.')
  note('Fields', fieldsProblem(fields.get('fields')))
  const contract: NewContract = {
    templateId: templateId ?? 0,
    name,
    matterId: idFrom('MatterId'),
    parentId: idFrom('ParentContractId'),
    teamId: idFrom('TeamId'),
    externalId: externalId === '' ? null : externalId,
  }
  if (Object.keys(errors).length > 0) throw badInputs(errors)
  return contract
}

function fieldsProblem(given: string | undefined): string | undefined {
  if (given === undefined || given.trim() === '') return undefined
  try {
    const fields: unknown = JSON.parse(given)
    if (typeof fields !== 'object' || fields === null || Array.isArray(fields))
      throw new TypeError('no object')
    const [unknown] = Object.keys(fields)
    // the organisation has no custom fields before they can be defined
    return unknown === undefined
      ? undefined
      : `There is no field ${JSON.stringify(unknown.slice(0, 100))} on this template.`
  } catch {
    return 'Fields must be a JSON object such as {"field_12": "value"}.'
  }
}

/** The document of the form; `newContractFromV1` has made sure that it is there. */
export function documentFromV1({ file }: Form): NewDocument {
  if (!file)
    throw badInputs({ ContractFile: ['ContractFile is missing: send the document of the contract.'] })
  return file
}
