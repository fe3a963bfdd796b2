// Values that a JSON schema allows, values that nearly are, and values that it never heard of.
import fc, { type Arbitrary } from 'fast-check'
import { hostileNames, hostileNumbers, hostileTexts } from './hostile-values.ts'
import type { Schema } from './operations.ts'

/** What is really there, so that requests get further than "not found": ids by the name they are asked for under. */
export type KnownIds = (name: string) => readonly (string | number)[]

/** Anything that JSON can write, including hostile names and texts. */
export const anyJson: Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(...hostileTexts),
  fc.constantFrom(...hostileNumbers),
  fc.constantFrom(
    null,
    true,
    false,
    [],
    {},
    [[]],
    [null],
    { id: null },
    { id: {} },
    { id: 'x' },
    { value: [] },
  ),
  fc.dictionary(fc.constantFrom(...hostileNames), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 5 }),
  fc.jsonValue({ maxDepth: 4 }),
)

/** Mostly what the schema allows, with known ids; one value in eight is anything at all. */
export function nearlyValid(schema: Schema, known: KnownIds, name = ''): Arbitrary<unknown> {
  return fc.oneof({ weight: 7, arbitrary: valid(schema, known, name) }, { weight: 1, arbitrary: anyJson })
}

function valid(schema: Schema, known: KnownIds, name: string): Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((each) => nearlyValid(each, known, name)))
  const types = [schema.type ?? 'object'].flat()
  return fc.oneof(...types.map((type) => ofType(type, schema, { known, name })))
}

interface Naming {
  readonly known: KnownIds
  readonly name: string
}

function ofType(type: string, schema: Schema, { known, name }: Naming): Arbitrary<unknown> {
  const ids = known(name)
  switch (type) {
    case 'null':
      return fc.constant(null)
    case 'boolean':
      return fc.boolean()
    case 'integer':
    case 'number':
      return numbers(schema, ids)
    case 'string':
      return texts(schema, ids)
    case 'array':
      return fc.array(nearlyValid(schema.items ?? {}, known, name), { maxLength: 4 })
    default:
      return objects(schema, known)
  }
}

function objects({ properties = {}, required = [] }: Schema, known: KnownIds): Arbitrary<unknown> {
  const record = fc.record(
    Object.fromEntries(
      Object.entries(properties).map(([name, schema]) => [name, nearlyValid(schema, known, name)]),
    ),
    { requiredKeys: [...required] },
  )
  const extra = fc.dictionary(fc.constantFrom(...hostileNames), anyJson, { maxKeys: 2 })
  return fc.oneof(
    { weight: 4, arbitrary: record },
    { weight: 1, arbitrary: fc.tuple(record, extra).map(([one, other]) => ({ ...one, ...other })) },
  )
}

const numbers = (
  { minimum = 0, maximum = 1_000 }: Schema,
  ids: readonly (string | number)[],
): Arbitrary<unknown> =>
  fc.oneof(
    fc.integer({ min: Math.ceil(minimum), max: Math.min(Math.floor(maximum), 2 ** 31 - 1) }),
    fc.constantFrom(...(ids.length > 0 ? ids : [1])),
    fc.constantFrom(...hostileNumbers),
  )

function texts({ format }: Schema, ids: readonly (string | number)[]): Arbitrary<unknown> {
  const ordinary: readonly unknown[] =
    format === 'uuid'
      ? [...ids, '00000000-0000-0000-0000-000000000000', '5D7C1B1E-0F53-4C0E-9F38-8F9D2C1B7A10']
      : format === 'date-time'
        ? ['2026-05-06T10:00:00Z', '2026-05-06T10:00:00.123+13:45', '1969-12-31T23:59:59Z']
        : format === 'date'
          ? ['2026-05-06', '2024-02-29']
          : ['Draft', 'Supply of timber', 'A', 'counsel@harbour.example', ...ids]
  return fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...ordinary) },
    { weight: 1, arbitrary: fc.constantFrom(...hostileTexts) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  )
}
