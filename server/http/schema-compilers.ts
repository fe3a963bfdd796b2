// Fastify's compilers of schemas, used when a schema is first needed: compiling those of all routes takes half a second
// and tens of megabytes in each process, and no process needs them all at once.
import { createRequire } from 'node:module'
import type { FastifyServerOptions } from 'fastify'

/** How route schemas are compiled. */
export type SchemaCompilers = NonNullable<
  NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']
>

type Compiler = (definition: { readonly schema: unknown }) => Compiled
type Compiled = ((input: unknown) => unknown) & { errors?: unknown }
type BuildCompiler = (schemas: unknown, options: unknown) => Compiler

const requireOfFastify = createRequire(import.meta.resolve('fastify'))
const builderOf = (name: string) => (requireOfFastify(name) as () => BuildCompiler)()

/** Compilers for one server; with `shared`, servers of this process that use them share what is compiled. */
export function lazyCompilers({ shared = false } = {}): SchemaCompilers {
  const builder = (name: string) => {
    const known = shared ? new Map<string, Compiled>() : undefined
    return (schemas: unknown, options: unknown) =>
      compilerWhenUsed(() => builderOf(name)(schemas, options), known, [schemas, options])
  }
  return {
    buildValidator: builder('@fastify/ajv-compiler'),
    buildSerializer: builder('@fastify/fast-json-stringify-compiler'),
  } as unknown as SchemaCompilers
}

function compilerWhenUsed(
  build: () => Compiler,
  known: Map<string, Compiled> | undefined,
  settings: unknown,
): Compiler {
  let compiler: Compiler | undefined
  const compile: Compiler = (definition) => (compiler ??= build())(definition)
  const find: Compiler = (definition) => {
    if (!known) return compile(definition)
    const key = JSON.stringify([settings, definition.schema])
    const found = known.get(key) ?? compile(definition)
    known.set(key, found)
    return found
  }
  return (definition) => {
    let compiled: Compiled | undefined
    const whenUsed: Compiled = (input) => {
      compiled ??= find(definition)
      const result = compiled(input)
      whenUsed.errors = compiled.errors
      return result
    }
    return whenUsed
  }
}
