// v2 of moving many files and folders at once.
import Type from 'typebox'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onPost } from '../../http/routes.ts'
import { jsonBody } from '../../http/v2/bodies.ts'
import { choiceIn, idIn, propertiesOf } from '../../http/v2/merge-patch.ts'
import { fileFolder } from '../../http/v2/files.wire.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { badInput, sentence } from '../../platform/errors.ts'
import { refusalOf } from '../../platform/postgres/constraint-refusal.ts'
import { eventsOf } from '../../platform/dry-run.ts'
import { getFileToSee } from '../access.ts'
import { moveFile } from '../commands/move-file.ts'
import { type ConflictResolution, conflictResolutions } from '../file.ts'
import { fileInputNames, namedInBody } from './uploads.wire.ts'

const mostAtOnce = 200

const body = Type.Object(
  {
    ids: Type.Array(Type.Integer(), {
      description: `Files and folders, a folder with everything in it: ${mostAtOnce} at most.`,
    }),
    folder: fileFolder,
    onConflict: Type.Optional(
      Type.Unsafe<ConflictResolution>({
        type: 'string',
        enum: [...conflictResolutions],
        description: 'What to do where the folder has a file of the same name; absent: that one is skipped.',
      }),
    ),
  },
  { additionalProperties: false },
)

const moved = Type.Object(
  {
    moved: Type.Integer({ description: 'How many were moved, or became a version of another file.' }),
    unchanged: Type.Integer({ description: 'How many were there already, or skipped by onConflict.' }),
    skipped: Type.Array(Type.Object({ id: Type.Integer(), because: Type.String() }), {
      description: 'Those that could not be moved.',
    }),
  },
  {
    examples: [
      {
        moved: 3,
        unchanged: 1,
        skipped: [
          {
            id: 17,
            because:
              'Something named Plan.pdf already exists here (file 12); choose with onConflict what to do.',
          },
        ],
      },
    ],
  },
)

interface MoveOfMany {
  readonly ids: readonly number[]
  /** Null: the root of the record that each is on. */
  readonly folderId: number | null
  readonly onConflict: ConflictResolution | undefined
}

function moveFromV2(request: unknown): MoveOfMany {
  const properties = propertiesOf(request, ['ids', 'folder', 'onConflict'])
  const ids = properties['ids']
  const isId = (id: unknown): id is number =>
    Number.isInteger(id) && Number(id) > 0 && Number(id) <= 2_147_483_647
  if (!Array.isArray(ids) || ids.length === 0 || !ids.every(isId))
    throw badInput('ids', 'must be a list of ids of files and folders.')
  if (ids.length > mostAtOnce)
    throw badInput('ids', sentence(`${mostAtOnce} can be moved at once: move them in several requests.`))
  const folderId = idIn(properties, 'folder')
  if (folderId === undefined) throw badInput('folder', 'is missing: a folder, or null for the root.')
  return {
    ids: [...new Set(ids)],
    folderId,
    onConflict: choiceIn(properties, 'onConflict', conflictResolutions) ?? undefined,
  }
}

async function moveMany(app: App, actor: Actor, { ids, folderId, onConflict }: MoveOfMany) {
  if (folderId !== null) {
    const { kind } = await namedInBody('folder', () => getFileToSee(app, app.db, actor, folderId))
    if (kind !== 'Folder') throw badInput('folder', 'must be the id of a folder.')
  }
  const answer = { moved: 0, unchanged: 0, skipped: [] as { id: number; because: string }[] }
  const move = {
    destinationId: folderId ?? undefined,
    conflictResolution: onConflict,
    choiceName: 'onConflict',
    onlyFolders: true,
  }
  for (const id of ids) {
    try {
      const events = await eventsOf(app, (one) => moveFile(one, actor, id, move))
      if (events.length === 0) answer.unchanged++
      else answer.moved++
    } catch (error) {
      const refusal = refusalOf(error)
      if (!refusal) throw error
      answer.skipped.push({ id, because: refusal.message })
    }
  }
  return answer
}

export const fileMoveRoutesV2: RouteModule = (server, app) => {
  onPost(server, '/v2/files/move', {
    config: {
      access: { right: 'use' },
      documentedBodies: jsonBody(body, { ids: [4712, 4713], folder: { id: 4711 }, onConflict: 'KeepBoth' }),
      inputNames: fileInputNames,
    },
    summary: 'Move many files and folders',
    description:
      'To a folder, also of another record of the organisation, or with null to the root of the record that each is on; each in a transaction of its own. onConflict is as for uploads: SaveVersion and Replace give the content to the file of the same name and move the other one to the bin. Those that cannot be moved are skipped and say why.',
    returns: moved,
    handler: (request) => moveMany(app, actorOf(request), moveFromV2(request.body)),
  })
}
