// Changing the values of a matter's fields.
import type { FieldInput } from '../../fields/check.ts'
import { changeRecordFields } from '../../fields/record-fields.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change } from '../../platform/change.ts'
import { getMatterToChange, lockMatter } from '../access.ts'
import { changesFrom, type MatterFields, readMatterFields } from '../fields.ts'
import { writeChanges } from './change-matter.ts'

/**
 * Writes the values that `decide` draws from the matter as it stands inside the transaction, all or none. Fields that show a
 * property of the matter change that property by its rules. Throws 400 with every value that does not fit its field.
 */
export function changeMatterFields(
  app: App,
  actor: Actor,
  id: number,
  decide: (current: MatterFields) => FieldInput,
): Promise<void> {
  return change(app, actor, async (tx, now) => {
    await lockMatter(tx, actor, id)
    const matter = await getMatterToChange(tx, actor, id)
    const fields = await readMatterFields(tx, matter)
    const subject = { ...matter, kind: 'matter' } as const
    const input = decide({ matter, fields })
    const { own, changes: fieldChanges } = await changeRecordFields(tx, subject, fields, input)
    const current = { matter, seen: matter.state }
    const events = await writeChanges(tx, actor, { current, changes: changesFrom(own), fieldChanges, now })
    return { result: undefined, events }
  })
}
