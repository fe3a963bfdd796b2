// Accepting and rejecting tracked changes: the outcome is a new version.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { type Decisions, markupDecided } from '../../platform/documents/markup/read-markup.ts'
import { badInput, conflict } from '../../platform/errors.ts'
import type { VersionRef } from '../comparisons/comparison.ts'
import { saveEdited } from './save-edited.ts'

export interface DecidedVersion extends VersionRef {
  readonly accepted: number
  readonly rejected: number
  /** How many changes there were before. */
  readonly total: number
}

/**
 * Accepts and rejects changes of the current version by their ids, and the rest if wanted, as a new version. Throws
 * bad_request for ids of no change, conflict if nothing is decided or a later version exists, and like an upload.
 */
export async function decideTrackedChanges(
  app: App,
  actor: Actor,
  {
    decisions,
    ...of
  }: VersionRef & {
    readonly decisions: Decisions
    readonly checkVersion: (revision: number) => void
  },
): Promise<DecidedVersion> {
  const twice = decisions.accept.find((id) => decisions.reject.includes(id))
  if (twice !== undefined) throw badInput('reject', `names change ${twice}, which accept names as well.`)
  let counts = { accepted: 0, rejected: 0, total: 0 }
  const made = await saveEdited(app, actor, {
    ...of,
    edit: async (document, file) => {
      const input = { document, ...decisions }
      const { organisationId } = file
      const { document: edited, ...counted } = await app.documents.run(markupDecided, input, {
        organisationId,
        input: 'document',
      })
      counts = counted
      if (counts.accepted + counts.rejected === 0)
        throw conflict(`${file.name} has no tracked changes to accept or reject.`)
      const said = sentenceOf(counts)
      return {
        document: edited,
        comments: `${said} in version ${file.version}.`,
        facts: { trackedChanges: { from: null, to: said } },
      }
    },
  })
  return { ...made, ...counts }
}

/** "Accepted 3 and rejected 1 of 12 tracked changes". */
function sentenceOf({ accepted, rejected, total }: Omit<DecidedVersion, keyof VersionRef>): string {
  const done = [
    ...(accepted > 0 ? [`accepted ${accepted}`] : []),
    ...(rejected > 0 ? [`rejected ${rejected}`] : []),
  ].join(' and ')
  const all = total === 1 ? '1 tracked change' : `${total} tracked changes`
  return `${done.charAt(0).toUpperCase()}${done.slice(1)} of ${all}`
}
