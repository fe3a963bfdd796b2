// Writes every generated file: tables.ts, schema.sql, openapi/, docs/routes.md, docs/configuration.md.
import { writeFile } from 'node:fs/promises'
import { generatedFiles } from './generated-files.ts'

const root = new URL('../', import.meta.url)
for (const { path, content } of await generatedFiles()) {
  await writeFile(new URL(path, root), content)
  console.log(`wrote ${path}`)
}
process.exit(0)
