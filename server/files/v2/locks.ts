// v2 of locks: checking a file out for a while, so that nobody else changes it.
import Type from 'typebox'
import { idOf } from '../../http/ids.ts'
import { fileLock } from '../../http/v2/files.wire.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onDelete, onGet, onPut } from '../../http/routes.ts'
import { updateFile } from '../commands/update-file.ts'
import { getFileLock } from '../read-file.ts'

const use = { access: { right: 'use' } } as const

const lockSchema = Type.Object(fileLock, {
  examples: [
    {
      user: { id: '5d7c1b1e-0f53-4c0e-9f38-8f9d2c1b7a10', name: 'Ana Prior' },
      expires: '2026-03-03T09:00:00.000Z',
    },
  ],
})

export const fileLockRoutesV2: RouteModule = (server, app) => {
  onGet(server, '/v2/files/:fileId/lock', {
    config: use,
    summary: 'Get the lock of a file',
    description: 'Who has locked it and until when; 404 if it is not locked.',
    returns: lockSchema,
    handler: (request) => getFileLock(app, actorOf(request), idOf(request.params.fileId)),
  })

  onPut(server, '/v2/files/:fileId/lock', {
    config: use,
    summary: 'Lock a file',
    description:
      'Until it is unlocked or the lock expires, nobody else may change it, add a version, move or delete it: 423. Locking it again extends the lock. 423 if somebody else has locked it.',
    returns: lockSchema,
    handler: async (request) => {
      const id = idOf(request.params.fileId)
      await updateFile(app, actorOf(request), id, () => ({ isLocked: true }))
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
