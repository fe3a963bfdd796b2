// Makes clients of openapi/v2.json with three generators, two for TypeScript and one for types in Python, and compiles
// what an integration writes on top of them. Run by scripts/client-test.ts, in this folder, where its packages are;
// what is made is in node_modules/.made.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createClient } from '@hey-api/openapi-ts'
import openapiTS, { astToString } from 'openapi-typescript'
import { InputData, JSONSchemaInput, quicktype } from 'quicktype-core'

const read = (path) => readFileSync(new URL(path, import.meta.url), 'utf8')
const made = fileURLToPath(new URL('node_modules/.made/', import.meta.url))
const document = JSON.parse(read('../../openapi/v2.json'))

/** It compiles only if the types have their names, and what is always there is no maybe. */
const client = `
import type { components, operations } from './types.ts'
import { createMatter, getMatter, listMatters } from './sdk/index.ts'
import type { Contract, GetMatterErrors, Matter, MatterPage, NewMatter, Problem } from './sdk/index.ts'

type Schemas = components['schemas']

const title = (contract: Schemas['Contract'], matter: Schemas['Matter'], person: Schemas['Person']): string =>
  \`\${contract.id} \${matter.id} \${person.id}\`
const reason = (problem: Schemas['Problem']): string => problem.detail
const matterId: operations['getMatter']['parameters']['path']['matterId'] = 42

const statusOf = (problem: Problem): number => problem.status
const idsOf = (contract: Contract, matter: Matter): readonly number[] => [contract.id, matter.id]
const whyNotFound = (errors: GetMatterErrors): string => errors[404].detail

async function page(): Promise<MatterPage | undefined> {
  return (await listMatters({ query: { $top: 5 } })).data
}

async function nameOf(id: number): Promise<string> {
  const { data, error } = await getMatter({ path: { matterId: id } })
  return error ? error.detail : (data?.name ?? '')
}

async function open(matter: NewMatter, key: string): Promise<number | undefined> {
  const { data } = await createMatter({ body: matter, headers: { 'Idempotency-Key': key } })
  return data?.id
}
`
const compilerOptions = {
  target: 'es2022',
  module: 'esnext',
  moduleResolution: 'bundler',
  lib: ['es2023', 'dom', 'dom.iterable'],
  strict: true,
  skipLibCheck: true,
  noEmit: true,
  allowImportingTsExtensions: true,
  types: [],
}
const named = ['Contract', 'Matter', 'MatterPage', 'NewMatter', 'Person', 'Problem']

rmSync(made, { recursive: true, force: true })
mkdirSync(made)
writeFileSync(`${made}types.ts`, astToString(await openapiTS(document)))
await createClient({
  input: document,
  output: { path: `${made}sdk`, module: { extension: '.ts' } },
  logs: { level: 'silent' },
})
writeFileSync(`${made}client.ts`, client)
writeFileSync(`${made}tsconfig.json`, JSON.stringify({ compilerOptions, files: ['client.ts'] }))
writeFileSync(`${made}chancery.py`, await pythonTypes())
const atMade = { cwd: made, stdio: ['ignore', 'inherit', 'inherit'] }
execFileSync(process.execPath, ['../typescript/bin/tsc', '-p', '.'], atMade)
console.log('Clients of two TypeScript generators compile.')
if (spawnSync('python3', ['--version']).status === 0) {
  const names = named.map((name) => `chancery.${name}`).join(', ')
  execFileSync('python3', ['-c', `import chancery; assert all([${names}])`], atMade)
  console.log('Types in Python can be imported.')
} else console.log('Types in Python are not tried: there is no python3 here.')

/** Of the schemas alone: no generator on npm makes whole clients for Python. */
async function pythonTypes() {
  const all = JSON.stringify(document.components.schemas)
  const definitions = all.replaceAll('#/components/schemas/', '#/definitions/')
  const input = new JSONSchemaInput(undefined)
  for (const name of named) {
    await input.addSource({ name, schema: `{"$ref":"#/definitions/${name}","definitions":${definitions}}` })
  }
  const inputData = new InputData()
  inputData.addInput(input)
  const { lines } = await quicktype({
    inputData,
    lang: 'python',
    rendererOptions: { 'python-version': '3.7' },
  })
  return lines.join('\n')
}
