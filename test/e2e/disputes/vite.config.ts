// The web app with a third kind of record. What is added to its sources here are the lines that a developer would write
// for one; the app that is shipped knows nothing of it.
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vite'
import { webConfig } from '../../../web/vite.config.ts'

const own = (file: string) => fileURLToPath(new URL(file, import.meta.url))

/** The lines, by the file and the line after which they belong. */
const lines: Readonly<Record<string, readonly (readonly [after: string, added: string])[]>> = {
  'web/src/lib/kinds.ts': [
    [
      'export const kinds = {',
      `dispute: {
        one: 'dispute',
        many: 'disputes',
        type: 'Dispute',
        feature: 'MATTERS',
        opensDocument: false,
      },`,
    ],
  ],
  'web/src/app/kind-entries.ts': [
    [
      "import { contractEntry } from '../features/contracts/contract-entry.ts'",
      `import { disputeEntry } from '${own('dispute-entry.ts')}'`,
    ],
    ['  contract: contractEntry,', 'dispute: disputeEntry,'],
  ],
  'web/src/app/record-kinds.ts': [
    [
      "import { contractKind } from '../features/contracts/contract-kind.ts'",
      `import { disputeKind } from '${own('dispute-kind.ts')}'`,
    ],
    ['  contract: contractKind,', 'dispute: disputeKind,'],
  ],
  'web/src/app/record-routes.ts': [
    [
      "import { contractRoutes } from '../features/contracts/contract-routes.ts'",
      `import { disputeRoutes } from '${own('dispute-routes.ts')}'`,
    ],
    ['  contract: contractRoutes,', 'dispute: disputeRoutes,'],
  ],
}

function thirdKind(): Plugin {
  return {
    name: 'third-kind',
    enforce: 'pre',
    transform(code, id) {
      const path = Object.keys(lines).find((file) => id.endsWith(`/${file}`))
      if (path === undefined) return undefined
      return (lines[path] ?? []).reduce((text, [after, line]) => {
        if (text.split(`${after}\n`).length !== 2) throw new Error(`${path} has no line "${after}"`)
        return text.replace(`${after}\n`, (found) => `${found}${line}\n`)
      }, code)
    },
  }
}

export default defineConfig(({ command }) => webConfig(command, [thirdKind()]))
