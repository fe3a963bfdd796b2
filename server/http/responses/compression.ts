// Compressed answers, for callers that take them. An answer with a secret is never compressed: where an attacker
// chooses text that is answered next to a secret, the size of the compressed answer gives the secret away.
import type { IncomingHttpHeaders } from 'node:http'
import compress from '@fastify/compress'
import type { Server } from '../route.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether its answers contain a secret: they are neither compressed nor kept by a browser. */
    secret?: boolean
  }
}

/**
 * Compresses texts from 1 KB of every route registered from now on, with Brotli or gzip. Left alone are answers with
 * secrets; those of public routes, among which are the pages of signing in and of secret addresses (what is the same
 * for everybody asks for it with `compress: {}`); and parts of files, whose ranges count the bytes as they are stored.
 */
export async function compressAnswers(server: Server): Promise<void> {
  server.addHook('onRoute', (route) => {
    if (showsSecret(route.schema?.response)) route.config = { ...route.config, secret: true }
    const { access, secret } = route.config ?? {}
    if (access === 'public' || secret) route.compress ??= false
  })
  server.addHook('onSend', (request, reply, payload, done) => {
    const isStored = reply.getHeader('accept-ranges') !== undefined
    if (isStored || isLedByOtherSite(request.headers)) request.headers['x-no-compression'] = 'yes'
    if (request.routeOptions.config.secret) reply.header('cache-control', 'no-store')
    done(null, payload)
  })
  await server.register(compress, { encodings: ['br', 'gzip'], globalDecompression: false })
}

/** A link of another site opens with the session of the person: its author chose the text that `nextLink` repeats. */
const isLedByOtherSite = (headers: IncomingHttpHeaders): boolean =>
  headers['sec-fetch-mode'] === 'navigate' && /^(cross|same)-site$/.test(String(headers['sec-fetch-site']))

const secretNames = new Set(['clientSecret', 'signingSecret', 'token'])

const showsSecret = (answers: unknown): boolean =>
  Object.values(
    (answers ?? {}) as Readonly<Record<string, { readonly properties?: object } | undefined>>,
  ).some((answer) => Object.keys(answer?.properties ?? {}).some((name) => secretNames.has(name)))
