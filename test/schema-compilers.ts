// The compilers of schemas of the servers under test: they share what is compiled, because a process runs many test
// files.
import { lazyCompilers } from '../server/http/schema-compilers.ts'

/** For `buildServer`, in tests. */
export const schemaCompilers = lazyCompilers({ shared: true })
