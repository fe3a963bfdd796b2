// v1's PATCH bodies: RFC 6902 on the documented properties only, all or nothing; a plain object means one replace each.
import { applyPatch, type Operation } from 'rfc6902'
import Type from 'typebox'
import { badInput, badInputs, conflict, sentence } from '../../platform/errors.ts'
import { bareObject } from '../../platform/bare-object.ts'

const operationSchema = Type.Object(
  {
    value: Type.Optional(Type.Unknown()),
    path: Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'] })),
    op: Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'] })),
    from: Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'] })),
  },
  { additionalProperties: false },
)

/** How the OpenAPI documents describe a patch body. */
export const patchBodySchema = Type.Array(operationSchema)

/** A patch whose operations are well formed and name documented properties only. */
export type Patch<Name extends string> = readonly PatchOperation<Name>[]

interface PatchOperation<Name extends string> {
  readonly op: 'add' | 'replace' | 'remove' | 'test'
  readonly name: Name
  readonly value: unknown
  /** The name used by the caller, for messages. */
  readonly at: string
}

const maxOperations = 1_000

/**
 * Parses a body against the list of patchable properties, in any case and with or without the slash. Throws 400 naming
 * the operation for anything else, before anything is changed.
 */
export function readPatch<Name extends string>(body: unknown, properties: readonly Name[]): Patch<Name> {
  const raw: unknown[] = Array.isArray(body) ? body : asOperations(body)
  if (raw.length > maxOperations)
    throw badInput('body', sentence(`A patch may have at most ${maxOperations} operations.`))
  return raw.map((each, index) => readOperation(each, `[${index}]`, properties))
}

function asOperations(body: unknown): unknown[] {
  if (typeof body !== 'object' || body === null) {
    throw badInput('body', sentence('Send a JSON Patch: [{"op":"replace","path":"/Name","value":"..."}].'))
  }
  return Object.entries(body).map(([name, value]: [string, unknown]) => ({
    op: 'replace',
    path: name,
    value,
  }))
}

const allowed = ['add', 'replace', 'remove', 'test'] as const

function readOperation<Name extends string>(
  raw: unknown,
  at: string,
  properties: readonly Name[],
): PatchOperation<Name> {
  if (typeof raw !== 'object' || raw === null) throw badInput(at, 'must be a JSON Patch operation.')
  const part = Object.fromEntries(
    Object.entries(raw).map(([name, value]) => [name.toLowerCase(), value as unknown]),
  )
  const op = allowed.find((each) => each === String(part['op']).toLowerCase())
  if (!op) throw badInput(`${at}.op`, `must be one of ${allowed.join(', ')}.`)
  const path = part['path']
  const plain = typeof path === 'string' ? path.replace(/^\//, '').toLowerCase() : ''
  const name = properties.find((each) => each.toLowerCase() === plain)
  if (!name) {
    const known = properties.map((each) => `/${each}`).join(', ')
    throw badInput(
      `${at}.path`,
      `must be one of ${known}; it is ${JSON.stringify(path)?.slice(0, 100) ?? 'missing'}.`,
    )
  }
  if (op !== 'remove' && !Object.hasOwn(part, 'value')) throw badInput(`${at}.value`, 'is missing.')
  return { op, name, value: op === 'remove' ? null : part['value'], at }
}

/**
 * Applies the patch to the current state: returns only the properties it sets, null for removed ones. A failed `test`
 * is a conflict.
 */
export function applyToState<Name extends string>(
  patch: Patch<Name>,
  current: Readonly<Record<Name, unknown>>,
): Partial<Record<Name, unknown>> {
  const state: Record<string, unknown> = structuredClone({ ...current })
  const operations = patch.map(
    ({ op, name, value }): Operation =>
      op === 'test' ? { op, path: `/${name}`, value } : { op: 'replace', path: `/${name}`, value },
  )
  const failed = applyPatch(state, operations).findIndex((error) => error !== null)
  const culprit = patch[failed]
  if (culprit) throw conflict(`The test of ${culprit.at} failed: ${culprit.name} has a different value.`)
  const set = new Set(patch.filter(({ op }) => op !== 'test').map(({ name }) => name))
  return Object.fromEntries([...set].map((name) => [name, state[name]])) as Partial<Record<Name, unknown>>
}

/** Checks one patched value; returns what is wrong, if anything. */
export type PropertyRules<Name extends string> = Readonly<
  Record<Name, (value: unknown) => string | undefined>
>

/** Throws 400 listing every property with an invalid value. */
export function checkProperties<Name extends string>(
  values: Partial<Record<Name, unknown>>,
  rules: PropertyRules<Name>,
): void {
  const errors = bareObject<string[]>()
  for (const [name, value] of Object.entries(values) as [Name, unknown][]) {
    const expected = rules[name](value)
    if (expected !== undefined) errors[name] = [`must be ${expected}.`]
  }
  if (Object.keys(errors).length > 0) throw badInputs(errors)
}
