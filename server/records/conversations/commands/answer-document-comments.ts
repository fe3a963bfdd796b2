// Answering comments of a Word document, with a message in the conversation of its record for those who want one.
import {
  type AnsweredVersion,
  type Answering,
  answerDocumentComments,
} from '../../../files/markup/answer-comments.ts'
import { getFileToSee } from '../../../files/access.ts'
import type { File } from '../../../files/file.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { App } from '../../../platform/app.ts'
import type { AnsweredComment } from '../../../platform/documents/markup/answer-comments.ts'
import { conflict } from '../../../platform/errors.ts'
import { longestMessage } from '../conversation.ts'
import { writeMessage } from './post-message.ts'

/**
 * Like `answerDocumentComments`; with `inConversation`, what was answered is a message of the record's conversation as
 * well, in the same transaction. Throws conflict where not everybody who reads that may see the file.
 */
export function answerCommentsOfRecord(
  app: App,
  actor: Actor,
  { inConversation, ...answering }: Answering & { readonly inConversation: boolean },
): Promise<AnsweredVersion> {
  return answerDocumentComments(app, actor, {
    ...answering,
    alsoWritten: inConversation
      ? (file, done) => async (tx, now) => {
          // as it is now that nobody can change it
          const { isShielded, name } = await getFileToSee(app, tx, actor, file.id)
          if (isShielded)
            throw conflict(`${name} is private: not everybody in the conversation may see what it says.`)
          const { kind, id } = file.subject
          const text = messageOf(file, done, actor.name)
          const message = { actor, kind, recordId: id, text, mentions: [], now }
          return (await writeMessage(app, tx, message)).events
        }
      : undefined,
  })
}

const longestQuoted = 300
const shortened = (text: string) =>
  text.length > longestQuoted ? `${text.slice(0, longestQuoted).trimEnd()}…` : text

/** The comments with their answers, each below the words that it is about. */
function messageOf({ name, version }: File, done: readonly AnsweredComment[], person: string): string {
  const head = `Comments in ${name}, version ${version + 1}`
  const threads: string[] = []
  let length = head.length
  for (const comment of done.filter(({ answer, resolved }) => answer !== null || resolved !== null)) {
    const written = threadOf(comment, person)
    length += written.length + 2
    // what does not fit is in the document
    if (length > longestMessage - 100) {
      threads.push('The others are in the document.')
      break
    }
    threads.push(written)
  }
  return [head, ...threads].join('\n\n')
}

function threadOf({ quote, author, text, answer, resolved }: AnsweredComment, person: string): string {
  const state = resolved === null ? [] : [resolved ? '(resolved)' : '(reopened)']
  return [
    ...(quote === '' ? [] : [`“${shortened(quote)}”`]),
    `${author === '' ? 'Unknown author' : author}: ${shortened(text)}`,
    ...(answer === null ? [] : [`${person}: ${answer}`]),
    ...state,
  ].join('\n')
}
