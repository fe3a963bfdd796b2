// v2 of locks: checking a file out for a while, so that nobody else changes it.
import Type from 'typebox'
import { idOf } from '../../http/ids.ts'
import { fileLock } from '../../http/v2/files.wire.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { jsonBody } from '../../http/v2/bodies.ts'
import { choiceIn, propertiesOf } from '../../http/v2/merge-patch.ts'
import { oneOf } from '../../http/v2/references.wire.ts'
import { badInput } from '../../platform/errors.ts'
import { onDelete, onGet, onPut } from '../../http/routes.ts'
import { updateFile } from '../commands/update-file.ts'
import { lockForEditing } from '../editing/lock-for-editing.ts'
import { lockPurposes } from '../file.ts'
import { getFileLock } from '../read-file.ts'

const use = { access: { right: 'use' } } as const

const lockSchema = Type.Object(fileLock, {
  examples: [
    {
      user: { id: '5d7c1b1e-0f53-4c0e-9f38-8f9d2c1b7a10', name: 'Ana Prior' },
      expires: '2026-03-03T09:00:00.000Z',
      for: null,
    },
  ],
})

const newLockSchema = Type.Object(
  {
    for: Type.Optional(
      oneOf(lockPurposes, {
        description:
          'Editing: for 15 minutes, which sending it again extends without a trace in the history.',
      }),
    ),
    takeOver: Type.Optional(
      Type.Boolean({
        description:
          'For editing: take over the lock of somebody else, who is notified. By an administrator who may change the record.',
      }),
    ),
  },
  { additionalProperties: false },
)

/** Why it is locked, and whether the lock of somebody else is taken over. Nothing need be sent. */
function lockFromV2(body: unknown): { readonly isEditing: boolean; readonly takeOver: boolean } {
  if (body === undefined || body === null) return { isEditing: false, takeOver: false }
  const properties = propertiesOf(body, ['for', 'takeOver'])
  const isEditing = choiceIn(properties, 'for', lockPurposes) === 'Editing'
  const takeOver = properties['takeOver'] ?? false
  if (typeof takeOver !== 'boolean') throw badInput('takeOver', 'must be true or false.')
  if (takeOver && !isEditing)
    throw badInput('takeOver', 'is only for editing: send it with "for": "Editing".')
  return { isEditing, takeOver }
}

export const fileLockRoutesV2: RouteModule = (server, app) => {
  onGet(server, '/v2/files/:fileId/lock', {
    config: use,
    summary: 'Get the lock of a file',
    description: 'Who has locked it and until when; 404 if it is not locked.',
    returns: lockSchema,
    handler: (request) => getFileLock(app, actorOf(request), idOf(request.params.fileId)),
  })

  onPut(server, '/v2/files/:fileId/lock', {
    config: { ...use, documentedBodies: jsonBody(newLockSchema, { for: 'Editing' }) },
    summary: 'Lock a file',
    description:
      'Until it is unlocked or the lock expires, nobody else may change it, add a version, move or delete it: 423. Locking it again extends the lock. 423 if somebody else has locked it. Without a body it is for any reason and for as long as the installation has it; for editing it is short, and 409 while the document is out for signature or signed.',
    returns: lockSchema,
    handler: async (request) => {
      const id = idOf(request.params.fileId)
      const { isEditing, takeOver } = lockFromV2(request.body)
      if (isEditing) await lockForEditing(app, actorOf(request), { fileId: id, takeOver })
      else await updateFile(app, actorOf(request), id, () => ({ isLocked: true }))
      return getFileLock(app, actorOf(request), id)
    },
  })

  onDelete(server, '/v2/files/:fileId/lock', {
    config: use,
    summary: 'Unlock a file',
    description:
      'By who locked it, or by an administrator who may change the record. Nothing happens if it is not locked.',
    handler: (request) =>
      updateFile(app, actorOf(request), idOf(request.params.fileId), () => ({ isLocked: false })),
  })
}
