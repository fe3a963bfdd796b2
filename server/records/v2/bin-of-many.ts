// v2 of restoring and purging many entries of the bin at once, of all kinds.
import Type from 'typebox'
import { purgeFile } from '../../files/commands/purge-bin.ts'
import { restoreFile } from '../../files/commands/restore-file.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onPost } from '../../http/routes.ts'
import { jsonBody } from '../../http/v2/bodies.ts'
import { choiceIn, idIn, inside, needed, propertiesOf, textIn } from '../../http/v2/merge-patch.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { badInput, sentence } from '../../platform/errors.ts'
import { refusalOf } from '../../platform/postgres/constraint-refusal.ts'
import { restoreRecord } from '../commands/delete-record.ts'
import { type PurgedKind, purgeRecord } from '../commands/purge-record.ts'

const mostAtOnce = 100

/** An entry of the bin: a record by its type, or a file or folder. */
interface Entry {
  readonly type: string
  readonly id: number
}

const entryOf = (types: readonly string[]) =>
  Type.Object(
    {
      type: Type.Unsafe<string>({
        type: 'string',
        enum: [...types],
        description: '`File` for files and folders.',
      }),
      id: Type.Integer(),
    },
    { additionalProperties: false },
  )

const answerOf = (types: readonly string[]) => {
  const entry = { ...entryOf(types).properties }
  const skipped = Type.Object({ ...entry, because: Type.String() })
  return Type.Object(
    {
      done: Type.Array(Type.Object(entry)),
      skipped: Type.Array(skipped, {
        description: 'What stayed in the bin, and why: because of a legal hold, for example.',
      }),
    },
    {
      title: 'BinOutcome',
      examples: [
        {
          done: [{ type: types[0] ?? '', id: 17 }],
          skipped: [{ type: 'File', id: 71, because: 'Not found.' }],
        },
      ],
    },
  )
}

function entriesIn(value: unknown, types: readonly string[]): readonly Entry[] {
  if (!Array.isArray(value) || value.length === 0) throw badInput('entries', 'must be a list of entries.')
  if (value.length > mostAtOnce)
    throw badInput('entries', sentence(`${mostAtOnce} are possible at once: send several requests.`))
  const entries = value.map((each: unknown, index) =>
    inside(`entries[${index}]`, () => {
      const properties = propertiesOf(each, ['type', 'id'])
      const id = idIn({ id: { id: properties['id'] } }, 'id')
      return {
        type: needed('type', choiceIn(properties, 'type', types) ?? undefined),
        id: needed('id', id ?? undefined),
      }
    }),
  )
  return [...new Map(entries.map((entry) => [`${entry.type} ${entry.id}`, entry])).values()]
}

/** Does something with each of the entries, each in a transaction of its own, and says which are left and why. */
async function withEach(entries: readonly Entry[], act: (entry: Entry) => Promise<unknown>) {
  const outcome = { done: [] as Entry[], skipped: [] as (Entry & { because: string })[] }
  for (const entry of entries) {
    try {
      await act(entry)
      outcome.done.push(entry)
    } catch (error) {
      const refusal = refusalOf(error)
      if (!refusal) throw error
      outcome.skipped.push({ ...entry, because: refusal.message })
    }
  }
  return outcome
}

/** Restores and purges entries of all kinds. */
export const binOfManyRoutes =
  (kinds: readonly PurgedKind[]): RouteModule =>
  (server, app) => {
    const types = [...kinds.map(({ kind }) => kind.type), 'File']
    const byType = new Map(kinds.map((purged) => [purged.kind.type as string, purged]))
    const entries = Type.Array(entryOf(types), { minItems: 1, maxItems: mostAtOnce })
    const example = { entries: [{ type: types[0], id: 17 }] }
    onPost(server, '/v2/bin/restore', {
      config: {
        access: { right: 'use' },
        documentedBodies: jsonBody(Type.Object({ entries }, { additionalProperties: false }), example),
      },
      operationId: 'restoreManyFromBin',
      summary: 'Restore many entries of the bin',
      description:
        'Each in a transaction of its own, as when it is restored alone: by administrators, and for a day by who deleted it. What cannot be restored is skipped and says why.',
      returns: answerOf(types),
      handler: (request) => {
        const properties = propertiesOf(request.body, ['entries'])
        return withEach(entriesIn(properties['entries'], types), (entry) =>
          restoreEntry(app, actorOf(request), byType, entry),
        )
      },
    })
    const reason = Type.String({ minLength: 1, maxLength: 1_000 })
    onPost(server, '/v2/bin/purge', {
      config: {
        access: { right: 'administer' },
        act: 'purges',
        documentedBodies: jsonBody(Type.Object({ entries, reason }, { additionalProperties: false }), {
          ...example,
          reason: 'End of the retention period',
        }),
      },
      operationId: 'purgeManyFromBin',
      summary: 'Purge many entries of the bin',
      description:
        'Deletes them permanently, each in a transaction of its own. The reason is in the history of each. What is under a legal hold, or on a record that is, is skipped and says so.',
      returns: answerOf(types),
      handler: (request) => {
        const properties = propertiesOf(request.body, ['entries', 'reason'])
        const given = needed('reason', textIn(properties, 'reason', { longest: 1_000 }) ?? undefined)
        return withEach(entriesIn(properties['entries'], types), (entry) =>
          purgeEntry(app, actorOf(request), byType, { ...entry, reason: given }),
        )
      },
    })
  }

type Kinds = ReadonlyMap<string, PurgedKind>

function restoreEntry(app: App, actor: Actor, kinds: Kinds, { type, id }: Entry): Promise<unknown> {
  const purged = kinds.get(type)
  return purged ? restoreRecord(purged.kind, app, actor, id) : restoreFile(app, actor, id)
}

function purgeEntry(
  app: App,
  actor: Actor,
  kinds: Kinds,
  { type, id, reason }: Entry & { readonly reason: string },
): Promise<void> {
  const purged = kinds.get(type)
  return purged ? purgeRecord(purged, app, actor, { id, reason }) : purgeFile(app, actor, { id, reason })
}
