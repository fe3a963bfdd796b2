// Answering, resolving and reopening the comments of a Word document: the outcome is a new version.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import {
  type AnsweredComment,
  type CommentAnswer,
  commentsAnswered,
} from '../../platform/documents/markup/answer-comments.ts'
import { badInput, conflict } from '../../platform/errors.ts'
import { unpackList } from '../../platform/workers/packed-list.ts'
import type { VersionRef } from '../comparisons/comparison.ts'
import type { File } from '../file.ts'
import { type Edited, saveEdited } from './save-edited.ts'

export interface AnsweredVersion extends VersionRef {
  readonly answered: number
  readonly resolved: number
  readonly reopened: number
}

export interface Answering extends VersionRef {
  readonly answers: readonly CommentAnswer[]
  readonly checkVersion: (revision: number) => void
}

/** What else is written of the answers, in the transaction that records the version. */
type AlsoWritten = (file: File, done: readonly AnsweredComment[]) => Edited['also']

/**
 * Answers, resolves and reopens comments of the current version, in the actor's name, as a new version. Throws
 * bad_request for ids of no comment, conflict if nothing is done or a later version exists, and like an upload.
 */
export async function answerDocumentComments(
  app: App,
  actor: Actor,
  { answers, alsoWritten, ...of }: Answering & { readonly alsoWritten?: AlsoWritten | undefined },
): Promise<AnsweredVersion> {
  for (const [at, { text, resolved }] of answers.entries())
    if (text === null && resolved === null)
      throw badInput(`answers[${at}]`, 'says nothing: send a text, or whether the comment is resolved.')
  let counts = { answered: 0, resolved: 0, reopened: 0 }
  const made = await saveEdited(app, actor, {
    ...of,
    edit: async (document, file) => {
      const date = app.clock
        .now()
        .toISOString()
        .replace(/\.\d+Z$/, 'Z')
      const { organisationId } = file
      const edited = await app.documents.run(
        commentsAnswered,
        { document, answers, author: actor.name, date },
        { organisationId, input: 'document' },
      )
      const done = await unpackList(edited.done)
      counts = countsOf(done)
      const said = sentenceOf(counts)
      if (said === '') throw conflict('The comments are as you want them already.')
      return {
        document: edited.document,
        comments: `${said} in version ${file.version}.`,
        facts: { documentComments: { from: null, to: said } },
        also: alsoWritten?.(file, done),
      }
    },
  })
  return { ...made, ...counts }
}

const countsOf = (done: readonly AnsweredComment[]) => ({
  answered: done.filter(({ answer }) => answer !== null).length,
  resolved: done.filter(({ resolved }) => resolved === true).length,
  reopened: done.filter(({ resolved }) => resolved === false).length,
})

/** "Answered 2 comments, resolved 1". */
function sentenceOf({ answered, resolved, reopened }: ReturnType<typeof countsOf>): string {
  const [first, ...others] = [
    { what: 'answered', count: answered },
    { what: 'resolved', count: resolved },
    { what: 'reopened', count: reopened },
  ].filter(({ count }) => count > 0)
  if (!first) return ''
  const all = `${first.what} ${first.count} ${first.count === 1 ? 'comment' : 'comments'}`
  const said = [all, ...others.map(({ what, count }) => `${what} ${count}`)].join(', ')
  return `${said.charAt(0).toUpperCase()}${said.slice(1)}`
}
