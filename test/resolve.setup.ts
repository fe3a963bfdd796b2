// Relative imports are found without the file system, and without telling the main process of each: finding its modules
// is half of what a worker does to load the product. The hooks of the test runner come after this one, and see
// everything else.
import { registerHooks } from 'node:module'

const done = Symbol.for('chancery.resolve')
const state = globalThis as { [done]?: boolean }

// files that share a process run this again
if (state[done] === undefined) {
  state[done] = true
  registerHooks({
    resolve(specifier, context, next) {
      const parent = context.parentURL
      if (
        /^\.\.?\/.*\.ts$/.test(specifier) &&
        parent?.startsWith('file:') &&
        !parent.includes('/node_modules/')
      ) {
        return { url: new URL(specifier, parent).href, shortCircuit: true }
      }
      return next(specifier, context)
    },
  })
}
