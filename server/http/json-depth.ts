// How deeply JSON from outside may be nested. It is checked on the text, before anything that works by recursion sees the value.
import { AppError } from '../platform/errors.ts'

/** Far more than any shape of this API has. */
export const deepestJson = 64

/** The refusal of JSON that is nested more deeply. */
export const tooDeep = (): AppError =>
  new AppError('bad_request', `The JSON is nested too deeply: ${deepestJson} levels are the most.`)

const [quote, backslash] = [0x22, 0x5c]
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d]

/** Whether lists and objects in the text lie in one another more deeply than is accepted; the text need not be valid JSON. */
export function isTooDeep(text: string): boolean {
  let depth = 0
  let inText = false
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at)
    if (inText) {
      if (character === backslash) at++
      else if (character === quote) inText = false
    } else if (character === quote) inText = true
    else if (character === openList || character === openObject) {
      if (++depth > deepestJson) return true
    } else if (character === closeList || character === closeObject) depth--
  }
  return false
}
