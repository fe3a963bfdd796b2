// What a server process does, by its part: the first starts the others, which serve. In one file as scripts/build-server.ts makes it.
import cluster from 'node:cluster'

/** Starts the server, or serves for the process that started this one. */
export async function run(): Promise<void> {
  if (cluster.isPrimary) await import('./start.ts').then(({ start }) => start(process.env))
  else await import('./processes.ts').then(({ serveAsChild }) => serveAsChild())
}
