// How stretches of an edited paragraph look, in the shapes of v2.
import Type from 'typebox'
import { oneOf } from '../../http/v2/references.wire.ts'
import { looks } from '../../platform/documents/editing/paragraph-text.ts'
import type { LookChange } from '../../platform/documents/editing/write-looks.ts'
import { badInput } from '../../platform/errors.ts'

const most = 200
const farthest = 50_000

export const looksSchema = Type.Array(
  Type.Object(
    {
      from: Type.Integer({ minimum: 0, description: 'The first character, from 0.' }),
      to: Type.Integer({ minimum: 1, description: 'The character after the last one.' }),
      look: oneOf(looks),
      on: Type.Boolean({ description: 'Whether it looks so, or does not any more.' }),
    },
    { additionalProperties: false },
  ),
  {
    maxItems: most,
    description: 'How stretches of its text look, as it says then; what is later in the list counts.',
  },
)

/** The changes that are sent; 400 naming what is wrong. */
export function looksIn(path: string, value: unknown): readonly LookChange[] {
  if (!Array.isArray(value) || value.length > most)
    throw badInput(path, `must be a list of at most ${most} changes.`)
  return value.map((each: unknown, at) => lookIn(`${path}[${at}]`, each))
}

const isPlace = (at: unknown): at is number =>
  typeof at === 'number' && Number.isInteger(at) && at >= 0 && at <= farthest

function lookIn(path: string, value: unknown): LookChange {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw badInput(path, 'must be an object such as {"from": 0, "to": 7, "look": "Bold", "on": true}.')
  const { from, to, look: given, on, ...others } = value as Readonly<Record<string, unknown>>
  if (Object.keys(others).length > 0) throw badInput(path, 'has a property besides from, to, look and on.')
  if (!isPlace(from)) throw badInput(`${path}.from`, `must be a whole number from 0 to ${farthest}.`)
  if (!isPlace(to) || to <= from)
    throw badInput(`${path}.to`, `must be a whole number after from, at most ${farthest}.`)
  const look = looks.find((each) => each === given)
  if (!look) throw badInput(`${path}.look`, `must be one of ${looks.join(', ')}.`)
  if (typeof on !== 'boolean') throw badInput(`${path}.on`, 'must be true or false.')
  return { from, to, look, on }
}
