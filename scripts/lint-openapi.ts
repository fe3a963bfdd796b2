// Lints the documents in openapi/ as integrators do, with the recommended rules of two linters. No error is allowed,
// and no more warnings than the addresses of the API cost.
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import spectral, { type RulesetDefinition } from '@stoplight/spectral-core'
import rulesets from '@stoplight/spectral-rulesets'

interface Finding {
  readonly isError: boolean
  readonly text: string
}

// `/v2/bin/{fileId}/restore` and `/v2/bin/contracts/{contractId}` and the like: literal segments win, and the addresses
// are published
const mostWarnings = 12

const folder = fileURLToPath(new URL('../openapi/', import.meta.url))
const recommended = await createConfig({ extends: ['recommended'] })
const oas = new spectral.Spectral()
oas.setRuleset({ extends: [rulesets.oas as RulesetDefinition] })

const files = (await readdir(folder)).filter((file) => file.endsWith('.json'))
const findings: Finding[] = []
for (const file of files) {
  const source = await readFile(folder + file, 'utf8')
  for (const { severity, ruleId, message, location } of await lintFromString({
    source,
    absoluteRef: folder + file,
    config: recommended,
  })) {
    findings.push({
      isError: severity === 'error',
      text: `${file} ${location[0]?.pointer ?? ''}: ${message} (${ruleId})`,
    })
  }
  for (const { severity, code, message, path } of await oas.run(
    JSON.parse(source) as Record<string, unknown>,
  )) {
    findings.push({
      isError: (severity as number) === 0,
      text: `${file} ${path.join('/')}: ${message} (${code})`,
    })
  }
}
const errors = findings.filter(({ isError }) => isError)
const warnings = findings.filter(({ isError }) => !isError)
const isRed = errors.length > 0 || warnings.length > mostWarnings
if (isRed) for (const { text } of [...errors, ...warnings].slice(0, 100)) console.error(text)
console.log(
  `${errors.length} errors and ${warnings.length} warnings in ${files.length} documents; none and ${mostWarnings} are allowed`,
)
process.exit(isRed ? 1 : 0)
