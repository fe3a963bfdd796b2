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
  const values = fieldsFrom(fields.get('fields'))
  if (!values) note('Fields', 'Fields must be a JSON object such as {"field_12": "value"}.')
  const contract: NewContract = {
    templateId: templateId ?? 0,
    name,
    matterId: idFrom('MatterId'),
    parentId: idFrom('ParentContractId'),
    teamId: idFrom('TeamId'),
    externalId: externalId === '' ? null : externalId,
    fields: values,
  }
  if (Object.keys(errors).length > 0) throw badInputs(errors)
  return contract
}

function fieldsFrom(given: string | undefined): Readonly<Record<string, unknown>> | undefined {
  if (given === undefined || given.trim() === '') return {}
  try {
    const fields: unknown = JSON.parse(given)
    return typeof fields === 'object' && fields !== null && !Array.isArray(fields) ? { ...fields } : undefined
  } catch {
    return undefined
  }
}

/** The document of the form; `newContractFromV1` has made sure that it is there. */
export function documentFromV1({ file }: Form): NewDocument {
  if (!file)
    throw badInputs({ ContractFile: ['ContractFile is missing: send the document of the contract.'] })
  return file
}
