// What a server process does, by its part: the first starts the others, which serve. In one file as
// scripts/build-server.ts makes it.
import cluster from 'node:cluster'
import { letHelpersGoBehind } from '../../platform/workers/thread-priority.ts'

/** Starts the server with the settings of this environment, or serves for the process that started this one. */
export async function run(environment: NodeJS.ProcessEnv): Promise<void> {
  letHelpersGoBehind()
  if (cluster.isPrimary) await import('./start.ts').then(({ start }) => start(environment))
  else await import('./processes.ts').then(({ serveAsChild }) => serveAsChild())
}
