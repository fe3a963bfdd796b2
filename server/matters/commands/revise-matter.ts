// Changing a matter and the values of its fields in one.
import type { FieldInput } from '../../fields/values/check.ts'
import { changeRecordFields } from '../../fields/record-fields.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change } from '../../platform/change.ts'
import { getMatterToChange, lockMatter } from '../access.ts'
import { changesFrom, type MatterFields, readMatterFields } from '../fields.ts'
import { seenStateOf } from '../lateness.ts'
import { type MatterChanges, writeChanges } from './change-matter.ts'

/** What is to change, of the matter itself and of its fields. */
interface Revision {
  readonly changes: MatterChanges
  readonly input: FieldInput
}

/**
 * Applies what `decide` draws from the matter as it stands inside the transaction, all or none, as one change. Fields that show a
 * property of the matter change that property by its rules. Values are those of the category it is to have, where `categoryId` says
 * one. Throws 400 with every value that does not fit its field.
 */
export function reviseMatter(
  app: App,
  actor: Actor,
  { id, categoryId }: { readonly id: number; readonly categoryId?: number | undefined },
  decide: (current: MatterFields) => Revision,
): Promise<void> {
  return change(app, actor, async (tx, now) => {
    await lockMatter(tx, actor, id)
    const matter = await getMatterToChange(tx, actor, id)
    const fields = await readMatterFields(tx, matter, categoryId)
    const subject = { ...matter, kind: 'matter' } as const
    const { changes: asked, input } = decide({ matter, fields })
    const { own, changes: fieldChanges } = await changeRecordFields(tx, subject, fields, input)
    const changes = { ...changesFrom(own), ...asked }
    const current = { matter, seen: await seenStateOf(tx, matter, now) }
    const events = await writeChanges(tx, actor, { current, changes, fieldChanges, now })
    return { result: undefined, events }
  })
}
