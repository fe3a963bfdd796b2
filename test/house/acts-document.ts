// The table of the acts that ask for a fresh proof, as docs/signing-in.md shows it.
import type { RouteEntry } from '../../server/http/route.ts'
import { type ActName, acts } from '../../server/platform/acts.ts'

/** Acts that depend on what is sent or on who sends it: the operation itself checks them. */
export const conditionalActs: Partial<Record<ActName, string>> = {
  ownFactors: 'on the page *Your account*',
  applications: 'the first time; each time, if you administer or manage integrations',
  administrators: '`POST /v2/users`, `PATCH /v2/users/{userId}/invitation`',
  ownHandovers: '`POST /v2/users/{userId}/handovers`',
}

/** The lines of the table. */
export function actsTableText(routes: readonly RouteEntry[]): string {
  const rows = (Object.keys(acts) as ActName[]).map((name) => {
    const calls = routes.flatMap(({ method, path, act }) => {
      const call = `\`${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}\``
      return act === name && path.startsWith('/v2/') ? [call] : []
    })
    const conditional = conditionalActs[name]
    return [acts[name].does, [...calls, ...(conditional ? [conditional] : [])].join(', ')]
  })
  return [['what', 'calls'], ['---', '---'], ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
