// Writes every generated file: tables.ts, schema.sql, openapi/, the web app's api.generated.ts, docs/routes.md,
// docs/odata-properties.md, docs/configuration.md, docs/third-party-licences.md. With `--check` it writes nothing and
// fails if one of them is out of date.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { generatedFiles } from './generated-files.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const onlyCheck = process.argv.includes('--check')
for (const { path, content } of await generatedFiles()) {
  const file = join(root, path)
  const current = await readFile(file, 'utf8').catch(() => undefined)
  if (current === content) continue
  if (onlyCheck) {
    console.error(`${path} is ${current === undefined ? 'missing' : 'out of date'}`)
    process.exitCode = 1
  } else {
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, content)
    console.log(`wrote ${path}`)
  }
}
