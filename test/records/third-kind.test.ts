// A kind of record that is described in one folder has everything that records have: what all kinds share is written
// for none of them. In a process of its own, whose server has the kind in its tables.
import { addThirdKind } from './disputes/tables-of-kinds.ts'

addThirdKind()
// not before: what is loaded once stays as it is
await import('./disputes/core-cases.ts')
await import('./disputes/route-cases.ts')
await import('./disputes/capability-cases.ts')
await import('./disputes/attached-cases.ts')
