// A change of many matters in the shapes of v2: what PATCH takes, their parent, and tags.
import Type from 'typebox'
import { given, idIn, propertiesOf } from '../../http/v2/merge-patch.ts'
import { nullableObject } from '../../http/v2/references.wire.ts'
import { badInput } from '../../platform/errors.ts'
import { tagText } from '../commands/add-matter-tag.ts'
import type { TagChanges } from '../commands/change-matter-tags.ts'
import type { MatterChanges } from '../commands/update-matter.ts'
import { changesFromV2, matterChangesSchema } from './matters.wire.ts'

/** What is changed of each matter. */
export interface MatterBulkChanges {
  readonly changes: MatterChanges
  readonly tags: TagChanges
}

const mostTags = 20
const words = (description: string) =>
  Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { maxItems: mostTags, description }),
  )

/** The documentation of a change. */
export const matterBulkChangesSchema = Type.Object(
  {
    ...matterChangesSchema.properties,
    parent: Type.Optional(
      nullableObject({ id: Type.Integer() }, { description: 'The matter that they become part of.' }),
    ),
    addTags: words('Tags to put on them; new ones are made.'),
    removeTags: words('Tags to take off those that have them.'),
  },
  { additionalProperties: false },
)

const readOnly = ['id', 'displayId', 'created']

/** The change that a request asks for; throws 400 for what it may not contain. */
export function bulkChangesFromV2(body: unknown): MatterBulkChanges {
  const properties = propertiesOf(body, Object.keys(matterBulkChangesSchema.properties), readOnly)
  const { parent, addTags, removeTags, ...rest } = properties
  return {
    changes: { ...changesFromV2(rest), ...given({ parentId: idIn({ parent }, 'parent') }) },
    tags: { add: tagsIn(addTags, 'addTags'), remove: tagsIn(removeTags, 'removeTags') },
  }
}

function tagsIn(value: unknown, name: string): readonly string[] {
  if (value === undefined) return []
  if (!Array.isArray(value) || value.length > mostTags || !value.every((tag) => typeof tag === 'string'))
    throw badInput(name, `must be a list of ${mostTags} tags at most, each as its text.`)
  return value.map((tag) => tagText(tag, name))
}
