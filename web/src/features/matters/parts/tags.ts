// The tags of a matter.
import { answer, client } from '../../../lib/client.ts'
import type { RecordOverview } from '../../records/record-calls.ts'

export type Tag = NonNullable<RecordOverview['tags']>[number]

/** Takes a tag off a matter. */
export const removeTag = (matterId: number, tagId: number) =>
  answer(client.DELETE('/v2/matters/{matterId}/tags/{tagId}', { params: { path: { matterId, tagId } } }))
