// Reports violations of the source rules. The rules and their reasons: test/house/import-rules.ts, source-rules.ts,
// kind-names.ts.
import { wrongImports } from '../test/house/import-rules.ts'
import { wrongKindNames } from '../test/house/kind-names.ts'
import { readSources } from '../test/house/source-files.ts'
import { wrongInSources } from '../test/house/source-rules.ts'

const sources = readSources()
const wrong = [...wrongImports(sources), ...wrongInSources(sources), ...wrongKindNames(sources)]
for (const sentence of wrong) console.error(sentence)
console.log(`${sources.length} files, ${wrong.length} broken rules`)
process.exit(wrong.length === 0 ? 0 : 1)
