// Choices of lookups in the shapes of v1: a lookup of several choices has ids in numbers, one of a single choice in
// text.
import Type from 'typebox'
import { skipQuery, takeQuery } from '../../http/v1/paging.ts'
import { nullable } from '../../http/v1/people.wire.ts'
import { readPatch } from '../../http/v1/json-patch.ts'
import { badInput, sentence } from '../../platform/errors.ts'

const int32 = Type.Integer({ format: 'int32' })
const label = nullable<string>('string')

export const choiceQuery = Type.Object({
  ...skipQuery,
  ...takeQuery(),
  search: Type.Optional(Type.String()),
})

export const newChoice = Type.Object({ label })

export const choiceSchema = Type.Object({ id: int32, label })
export const singleChoiceSchema = Type.Object({ id: nullable<string>('string'), label })

const page = { skip: int32, take: int32 }
export const choicePage = Type.Object({ ...page, results: Type.Array(choiceSchema) })
export const singleChoicePage = Type.Object({ ...page, results: Type.Array(singleChoiceSchema) })

/** A choice of a lookup with a single choice. */
export const singleChoiceToV1 = (choice: { readonly id: number; readonly label: string }) => ({
  id: String(choice.id),
  label: choice.label,
})

/** The label of a new choice; 400 when there is none. */
export function labelFromV1({ label: given }: { readonly label?: string | null }): string {
  if (typeof given !== 'string' || given.trim() === '')
    throw badInput('label', 'is missing: what the choice is to be called.')
  return given
}

const forms =
  '[{"op": "move", "from": "/Id", "path": "/<id of the other choice>"}] or [{"op": "replace", "path": "Id", "value": <id of the other choice>}]'
const onlyMerge = `A choice can only be merged into another one: send ${forms}.`

/** The id of the choice to merge another one into: the only patch of a choice there is, in either spelling. */
export function mergedIntoFromV1(body: unknown): number {
  const operations: unknown[] = Array.isArray(body) ? body : [body]
  const [operation, ...more] = operations.map(namesInLowerCase)
  if (!operation || more.length > 0) throw badInput('body', sentence(onlyMerge))
  const isMove = String(operation['op']).toLowerCase() === 'move'
  if (isMove && !isId(operation['from'])) throw badInput('[0].from', sentence(onlyMerge))
  const given = isMove ? operation['path'] : replaced(body)
  const text = typeof given === 'number' || typeof given === 'string' ? String(given).replace(/^\//, '') : ''
  const id = Number(text)
  if (/^[1-9]\d{0,9}$/.test(text) && id <= 2_147_483_647) return id
  const name = isMove ? '[0].path' : '[0].value'
  throw badInput(name, `must be the id of another choice. ${onlyMerge}`)
}

const namesInLowerCase = (part: unknown): Readonly<Record<string, unknown>> =>
  typeof part === 'object' && part !== null
    ? Object.fromEntries(Object.entries(part).map(([name, value]) => [name.toLowerCase(), value as unknown]))
    : {}

const isId = (path: unknown) => typeof path === 'string' && /^\/?id$/i.test(path)

function replaced(body: unknown): unknown {
  const [operation] = readPatch(body, ['Id'])
  if (operation?.op !== 'replace') throw badInput('[0].op', sentence(onlyMerge))
  return operation.value
}
