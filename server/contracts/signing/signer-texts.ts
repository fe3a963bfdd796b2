// What is known of somebody who signs, whichever way they do.
import { badInput } from '../../platform/errors.ts'
import { isShownAsStored } from '../../platform/shown-names.ts'

const longest = 255

/**
 * Throws bad_request for a name that is missing, and for texts that are not one line or change the direction of text;
 * `path` leads to the properties.
 */
export function checkSignerTexts(
  texts: Readonly<Record<string, string | null>> & { readonly name: string },
  path: string,
): void {
  if (texts.name.trim() === '') throw badInput(`${path}name`, 'is missing.')
  for (const [property, text] of Object.entries(texts))
    if (text !== null && (text.length > longest || !isShownAsStored(text)))
      throw badInput(`${path}${property}`, `must be one line of at most ${longest} characters.`)
}
