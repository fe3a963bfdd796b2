// A new contract as v1 sends it: multipart/form-data, or JSON with the file in base64; answers to a wizard are JSON
// without one.
import { namesV1 } from '../../http/input-names.ts'
import { newFieldsFromV1 } from '../../fields/v1/values.wire.ts'
import type { Form } from '../../http/bodies/form.ts'
import { parseLimitedJson } from '../../http/bodies/json-limits.ts'
import type { DocumentedBody } from '../../http/route.ts'
import { badInput, badInputs, sentence } from '../../platform/errors.ts'
import type { NewContract, NewDocument } from '../commands/create-contract.ts'
import { nameProblem } from '../contract.ts'
import { bareObject } from '../../platform/bare-object.ts'

const int32 = { type: 'integer', format: 'int32' }
const text = { type: 'string' }
const orNull = ({ type, ...more }: { readonly type: string; readonly format?: string }) => ({
  ...more,
  type: [type, 'null'],
})

const fileMissing = 'is missing: send the document of the contract.'

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

/** The names of the form where they differ from those of the operation. */
export const namesInForm = namesV1({
  templateId: 'ContractTemplateId',
  matterId: 'MatterId',
  parentId: 'ParentContractId',
  teamId: 'TeamId',
  externalId: 'ExternalId',
})

/** The names of the answers to a wizard. */
export const namesInAnswers = namesV1({ templateId: 'contractTemplateId', parentId: 'parentContractId' })

/** The contract of a form with its document; throws 400 with everything that is missing or wrong, the file included. */
export const newContractFromV1 = ({ fields, file }: Form): NewContract =>
  contractFrom(fields, (name) => name, file ? {} : { ContractFile: [fileMissing] })

/** What the OpenAPI documents say of answers to a wizard. */
export const wizardAnswers: DocumentedBody = {
  contentType: 'application/json',
  schema: {
    type: 'object',
    required: ['contractTemplateId', 'name'],
    properties: {
      contractTemplateId: int32,
      matterId: orNull(int32),
      parentContractId: orNull(int32),
      fields: {
        ...orNull(text),
        description:
          'The answers as JSON text, or as an object: by api name or as field_12, those of a group inside group_3. GET /v2/contractTypes/{id}/forms/wizard lists them.',
        examples: ['{"ndaOtherParty": "Zephyr Ltd"}'],
      },
      name: { ...text, minLength: 1 },
      externalId: orNull(text),
      teamId: orNull(int32),
      contractFile: orNull({ ...text, format: 'binary' }),
    },
  },
}

/**
 * The contract of answers to a wizard, names in any case; `fields` is an object, or its JSON text. No file belongs to
 * it.
 */
export function wizardContractFromV1(body: unknown): NewContract {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw badInput(
      'body',
      sentence('Send a JSON object such as {"contractTemplateId": 1, "name": "...", "fields": {...}}.'),
    )
  }
  const given = new Map(
    Object.entries(body)
      .filter(([, value]) => value !== null && value !== undefined)
      .map(([name, value]: [string, unknown]) => [
        name.toLowerCase(),
        typeof value === 'string' ? value : (JSON.stringify(value) ?? ''),
      ]),
  )
  const errors = given.get('contractfile')
    ? { contractFile: ['must be left out: the wizard writes the document.'] }
    : {}
  return contractFrom(given, (name) => name.charAt(0).toLowerCase() + name.slice(1), errors)
}

/** `spelled` returns a name as this body spells it; `problems` are those found before. */
function contractFrom(
  fields: ReadonlyMap<string, string>,
  spelled: (name: string) => string,
  problems: Readonly<Record<string, string[]>>,
): NewContract {
  const errors = bareObject<string[]>(problems)
  const note = (name: string, reason: string) => {
    errors[spelled(name)] = [reason]
  }
  const idFrom = (name: string): number | null => {
    const value = fields.get(name.toLowerCase())?.trim() ?? ''
    if (value === '') return null
    if (!/^[1-9]\d{0,9}$/.test(value))
      note(name, `must be an id; it is ${JSON.stringify(value.slice(0, 100))}.`)
    return Number(value)
  }
  const name = fields.get('name')?.trim() ?? ''
  const templateId = idFrom('ContractTemplateId')
  const externalId = fields.get('externalid')?.trim() ?? ''
  if (templateId === null) note('ContractTemplateId', 'is missing: the id of a contract template.')
  const wrongName = nameProblem(name)
  if (wrongName) note('Name', wrongName)
  if (externalId.length > 255) note('ExternalId', 'must have 255 characters at most.')
  const values = fieldsFrom(fields.get('fields'))
  if (!values) note('Fields', 'must be a JSON object such as {"field_12": "value"}.')
  const contract: NewContract = {
    templateId: templateId ?? 0,
    name,
    matterId: idFrom('MatterId'),
    parentId: idFrom('ParentContractId'),
    teamId: idFrom('TeamId'),
    externalId: externalId === '' ? null : externalId,
    fields: newFieldsFromV1(values),
  }
  if (Object.keys(errors).length > 0) throw badInputs(errors)
  return contract
}

function fieldsFrom(given: string | undefined): Readonly<Record<string, unknown>> | undefined {
  if (given === undefined || given.trim() === '') return {}
  try {
    const fields = parseLimitedJson(given)
    return typeof fields === 'object' && fields !== null && !Array.isArray(fields) ? { ...fields } : undefined
  } catch {
    return undefined
  }
}

/** The document of the form; `newContractFromV1` has checked that it is there. */
export function documentFromV1({ file }: Form): NewDocument {
  if (!file) throw badInput('ContractFile', fileMissing)
  return file
}
