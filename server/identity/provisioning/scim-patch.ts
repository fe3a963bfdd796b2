// Patches of SCIM (RFC 7644 section 3.5.2). A package applies them; before that every path and every name of a value is
// held against the attributes that there are. The package walks along any path, `__proto__` included.
import { patchBodyValidation, scimPatch } from 'scim-patch'
import { ScimRefusal } from './scim-refusal.ts'

const mostOperations = 100
const deepest = 4
const schema = /^urn:ietf:params:scim:schemas:(?:core|extension:enterprise):2\.0:\w+:?/i
// an attribute, a filter of its values without further brackets, a sub-attribute
const pathForm = /^([A-Za-z]+)(\[[^[\]]{1,300}\])?(?:\.([A-Za-z$]+))?$/

interface Operation {
  readonly op: string
  readonly path?: string
  readonly value?: unknown
}

export type ScimResource = Readonly<Record<string, unknown>>

/**
 * The resource after the operations of a body. What is about other attributes than `known` is left out, as RFC 7644
 * allows. Throws a refusal for a body that is wrong.
 */
export function patched(resource: ScimResource, body: unknown, known: ReadonlySet<string>): ScimResource {
  try {
    patchBodyValidation(body as Parameters<typeof patchBodyValidation>[0])
  } catch (error) {
    throw refused(error)
  }
  const { Operations: operations } = body as { readonly Operations: readonly Operation[] }
  if (operations.length > mostOperations) {
    throw new ScimRefusal(400, `A patch has at most ${mostOperations} operations.`, 'invalidValue')
  }
  const kept = operations.flatMap((operation) => keptOf(operation, known))
  if (kept.length === 0) return resource
  try {
    return scimPatch(
      structuredClone(resource) as unknown as Parameters<typeof scimPatch>[0],
      kept as unknown as Parameters<typeof scimPatch>[1],
      { mutateDocument: false, treatMissingAsAdd: true },
    ) as unknown as ScimResource
  } catch (error) {
    throw refused(error)
  }
}

/** The operation without what is about unknown attributes; nothing if nothing else is left. */
function keptOf(operation: Operation, known: ReadonlySet<string>): readonly Operation[] {
  const op = operation.op.toLowerCase()
  if (operation.path === undefined) {
    if (op === 'remove') return [operation]
    const { value } = operation
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw new ScimRefusal(400, 'Without a path, the value is an object of attributes.', 'invalidValue')
    }
    const entries = Object.entries(value).flatMap(([name, each]) => {
      const path = attributeIn(name, known)
      return path === undefined ? [] : [{ op, path, value: plain(each) }]
    })
    return entries
  }
  const path = attributeIn(operation.path, known)
  if (path === undefined) return []
  return [{ op, path, ...('value' in operation ? { value: plain(operation.value) } : {}) }]
}

/** The path as the resource spells it; undefined for an attribute that there is not. */
function attributeIn(path: string, known: ReadonlySet<string>): string | undefined {
  const parts = pathForm.exec(path.replace(schema, ''))
  if (!parts) {
    if (schema.test(path)) return undefined
    throw new ScimRefusal(400, `"${path.slice(0, 100)}" is no path of an attribute.`, 'invalidPath')
  }
  const [, name = '', filter = '', sub] = parts
  const spelled = [...known].find((each) => each.toLowerCase() === name.toLowerCase())
  return spelled === undefined ? undefined : `${spelled}${filter}${sub === undefined ? '' : `.${sub}`}`
}

/** A copy of a value whose names are plain words. */
function plain(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (depth >= deepest) throw new ScimRefusal(400, 'A value is nested too deeply.', 'invalidValue')
  if (Array.isArray(value)) return value.map((each) => plain(each, depth + 1))
  const named = Object.entries(value).filter(([name]) =>
    /^(?!constructor$|prototype$)\$?[A-Za-z]+$/.test(name),
  )
  return Object.fromEntries(named.map(([name, each]) => [name, plain(each, depth + 1)]))
}

const refused = (error: unknown) => {
  const { scimCode } = error as { scimCode?: unknown }
  const type = scimCode === 'noTarget' ? 'noTarget' : 'invalidSyntax'
  return new ScimRefusal(
    400,
    error instanceof Error ? error.message.slice(0, 300) : 'The patch is wrong.',
    type,
  )
}
