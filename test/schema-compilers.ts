// The compilers of Fastify for servers under test: a schema is compiled when it is first used, and once for all servers of the process.
// A server that starts compiles all of its schemas, which takes half a second; a test file uses a few of them.
import { createRequire } from 'node:module'
import type { SchemaCompilers } from '../server/http/framework.ts'

type Compiler = (definition: { readonly schema: unknown }) => Compiled
type Compiled = ((input: unknown) => unknown) & { errors?: unknown }

const requireOfFastify = createRequire(import.meta.resolve('fastify'))
const buildAjv = (requireOfFastify('@fastify/ajv-compiler') as () => BuildCompiler)()
const buildStringify = (requireOfFastify('@fastify/fast-json-stringify-compiler') as () => BuildCompiler)()
type BuildCompiler = (schemas: unknown, options: unknown) => Compiler

const validators = new Map<string, Compiled>()
const serializers = new Map<string, Compiled>()

/** For `buildServer`, in tests. */
export const schemaCompilers = {
  buildValidator: (schemas: unknown, options: unknown) =>
    lazily(validators, () => buildAjv(schemas, options), JSON.stringify([schemas, options])),
  buildSerializer: (schemas: unknown, options: unknown) =>
    lazily(serializers, () => buildStringify(schemas, options), JSON.stringify([schemas, options])),
} as unknown as SchemaCompilers

function lazily(known: Map<string, Compiled>, build: () => Compiler, settings: string): Compiler {
  let compiler: Compiler | undefined
  return (definition) => {
    let compiled: Compiled | undefined
    const inTime: Compiled = (input) => {
      compiled ??= find(definition)
      const result = compiled(input)
      inTime.errors = compiled.errors
      return result
    }
    return inTime
  }

  function find(definition: { readonly schema: unknown }): Compiled {
    const key = `${settings} ${JSON.stringify(definition.schema)}`
    const found = known.get(key) ?? (compiler ??= build())(definition)
    known.set(key, found)
    return found
  }
}
