// Changing the values of a matter's fields.
import type { FieldInput } from '../../fields/values/check.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import type { MatterFields } from '../fields.ts'
import { reviseMatter } from './revise-matter.ts'

/** Writes the values that `decide` draws from the matter as it stands inside the transaction, all or none, as `reviseMatter` does. */
export const changeMatterFields = (
  app: App,
  actor: Actor,
  id: number,
  decide: (current: MatterFields) => FieldInput,
): Promise<void> => reviseMatter(app, actor, { id }, (current) => ({ changes: {}, input: decide(current) }))
