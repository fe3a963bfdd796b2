// Answers to comments of Word documents in the shapes of v2.
import Type from 'typebox'
import type { AnsweredVersion } from '../../../files/markup/answer-comments.ts'
import { inside, propertiesOf, textIn, truthIn } from '../../../http/v2/merge-patch.ts'
import type { CommentAnswer } from '../../../platform/documents/markup/answer-comments.ts'
import { badInput } from '../../../platform/errors.ts'

const mostAnswers = 200
const longestAnswer = 4_000

export const answersSchema = Type.Object(
  {
    answers: Type.Array(
      Type.Object(
        {
          comment: Type.Integer({ minimum: 1, description: 'The id that the comment has in this version.' }),
          text: Type.Optional(Type.String({ maxLength: longestAnswer })),
          resolved: Type.Optional(
            Type.Boolean({ description: 'False reopens it. It stays as it is without it.' }),
          ),
        },
        { additionalProperties: false },
      ),
      { minItems: 1, maxItems: mostAnswers },
    ),
    inConversation: Type.Optional(
      Type.Boolean({ description: 'Whether to write it in the conversation of the record as well.' }),
    ),
  },
  { additionalProperties: false },
)
export const answersExample = { answers: [{ comment: 1, text: 'Agreed.', resolved: true }] }

/** The answers, and whether they go to the conversation. */
export function answersFromV2(body: unknown): {
  readonly answers: readonly CommentAnswer[]
  readonly inConversation: boolean
} {
  const properties = propertiesOf(body, ['answers', 'inConversation'])
  const { answers } = properties
  if (!Array.isArray(answers) || answers.length === 0 || answers.length > mostAnswers)
    throw badInput(
      'answers',
      `must be a list of 1 to ${mostAnswers} answers such as [{"comment": 1, "text": "Agreed."}].`,
    )
  return {
    answers: answers.map((each, at) => inside(`answers[${at}]`, () => answerFromV2(each))),
    inConversation: truthIn(properties, 'inConversation') ?? false,
  }
}

function answerFromV2(value: unknown): CommentAnswer {
  const properties = propertiesOf(value, ['comment', 'text', 'resolved'])
  const comment = properties['comment']
  if (typeof comment !== 'number' || !Number.isInteger(comment) || comment < 1)
    throw badInput('comment', 'must be the id of a comment such as 1.')
  return {
    comment,
    text: textIn(properties, 'text', { longest: longestAnswer }) ?? null,
    resolved: truthIn(properties, 'resolved') ?? null,
  }
}

export const answeredSchema = Type.Object(
  {
    id: Type.Integer({ description: 'Of the file.' }),
    version: Type.Integer({ description: 'That was made.' }),
    answered: Type.Integer(),
    resolved: Type.Integer(),
    reopened: Type.Integer(),
  },
  {
    title: 'AnsweredVersion',
    examples: [{ id: 4711, version: 3, answered: 1, resolved: 1, reopened: 0 }],
  },
)

/** The version that was made in the shape of v2. */
export const answeredToV2 = ({ fileId, ...answered }: AnsweredVersion) => ({ id: fileId, ...answered })
