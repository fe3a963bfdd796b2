// Multipart forms: their limits, and the parser that form.ts streams them with.
import multipart from '@fastify/multipart'
import type { Config } from '../../platform/settings/config.ts'
import type { Server } from '../route.ts'

/** Makes every route registered from now on accept multipart forms, whose parts it reads itself. */
export function parseForms(
  server: Server,
  { maxUploadBytes }: Pick<Config, 'maxUploadBytes'>,
): Promise<void> {
  const limits = {
    fileSize: maxUploadBytes,
    files: 1,
    fields: 50,
    parts: 60,
    fieldSize: 1024 * 1024,
    fieldNameSize: 100,
    headerPairs: 100,
  }
  return new Promise((resolve, reject) => {
    multipart(withoutHooks(server), { limits }, (error) => (error ? reject(error) : resolve()))
  })
}

// The plug-in's hooks, on every request, remove the temporary files of its own way to store parts, which is not used
// here.
const withoutHooks = (server: Server) =>
  new Proxy(server as unknown as Parameters<typeof multipart>[0], {
    get(target, name) {
      if (name === 'addHook') return () => target
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })
