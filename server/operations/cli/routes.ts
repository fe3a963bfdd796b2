// `chancery routes`: lists every route of the server and its access rule.
import { Argument, Command } from 'commander'
import type { RouteEntry } from '../../http/route.ts'
import { withOfflineServer } from './offline-server.ts'

/** The command, for chancery.ts to add. */
export const routesCommand = () =>
  new Command('routes')
    .description('list every route: method, path, and the minimum right required')
    .addArgument(new Argument('[part]', 'only routes whose path contains this'))
    .option('--json', 'as JSON')
    .addHelpText(
      'after',
      `
Which file answers a route stands in docs/routes.md.

Examples:
  $ node bin/chancery.mjs routes
  $ node bin/chancery.mjs routes contracts`,
    )
    .action(async (part: string | undefined, { json }: { json?: true }) => {
      await withOfflineServer(async ({ routeTable }) => {
        const found = routeTable
          .filter(({ path }) => path.toLowerCase().includes((part ?? '').toLowerCase()))
          .toSorted((a, b) => (a.path === b.path ? compare(a.method, b.method) : compare(a.path, b.path)))
        if (found.length === 0) throw new Error(`No route has "${part}" in its path.`)
        console.log(json ? JSON.stringify(found, null, 2) : found.map(lineOf).join('\n'))
      })
    })

function lineOf({ method, path, access }: RouteEntry): string {
  const who = access === 'public' ? 'everyone' : access.right === 'use' ? 'users' : access.right
  return `${method.padEnd(6)} ${path.padEnd(70)} ${who}`
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
