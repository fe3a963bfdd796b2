// The entry of a server process: `npm start`. What happens is in start.ts; here are only mistakes in words, and the exit.
import cluster from 'node:cluster'

const [major = 0] = process.versions.node.split('.').map(Number)
if (major < 22) {
  console.error('Chancery runs on Node 24, which it brings along: start it with `npm start` in its folder.')
  process.exit(1)
}

try {
  if (cluster.isPrimary) await import('./start.ts').then(({ start }) => start(process.env))
  else await import('./processes.ts').then(({ serveForFirst }) => serveForFirst())
} catch (error) {
  const detailed = /debug|trace/.test(process.env['CHANCERY_LOG_LEVEL'] ?? '')
  console.error(error instanceof Error && !detailed ? error.message : error)
  process.exit(1)
}
